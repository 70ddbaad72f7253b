// Routes of copies: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { copyActivity } from './copies.ts'
import { copyCalls } from './api.ts'

export const copyRoutes = routes(copyCalls)<Deps, CourseRules>({
  'POST /api/activities/:id/copy': ({ deps, actor, scope, params, body }) => copyActivity(deps, actor, scope, params.id, body),
})
