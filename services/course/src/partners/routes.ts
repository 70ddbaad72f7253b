// Routes of partners: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { partnerCalls } from './api.ts'
import { readPartners, writePartners } from './partners.ts'

export const partnerRoutes = routes(partnerCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/associated-partner-info': ({ deps, params }) => readPartners(deps, params.id),
  'PUT /api/courses/:id/associated-partner-info': ({ deps, actor, params, body }) => writePartners(deps, actor, params.id, body),
})
