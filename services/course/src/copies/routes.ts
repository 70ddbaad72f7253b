// Routes of copies: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { copyCalls } from './api.ts'
import { copyCourse, setTemplate } from './copies.ts'
import { startNextTerm } from './next-term.ts'
import { copyOffered, listOffered } from './offered.ts'

export const copyRoutes = routes(copyCalls)<Deps, CourseRules>({
  'POST /api/courses/:id/copy': ({ deps, actor, params, body }) => copyCourse(deps, actor, params.id, body),
  'GET /api/offered-courses': ({ deps, actor, query }) => listOffered(deps, actor, query),
  'POST /api/offered-courses/:id/copy': ({ deps, actor, params, body }) => copyOffered(deps, actor, params.id, body),
  'PUT /api/courses/:id/template': ({ deps, actor, scope, params, body }) => setTemplate(deps, actor, scope, params.id, body.template),
  'POST /api/courses/next-term': ({ deps, actor, body }) => startNextTerm(deps, actor, body),
})
