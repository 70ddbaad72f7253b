// Routes of attempts at packages: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { packageAttemptCalls } from './api.ts'
import { beginPackage, readPackage } from './opening.ts'
import { savePackage } from './saving.ts'

export const packageAttemptRoutes = routes(packageAttemptCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/package': ({ deps, actor, scope, params, query }) => readPackage(deps, actor, scope, params.id, query.device),
  'POST /api/activities/:id/package-attempts': ({ deps, actor, scope, params, body }) => beginPackage(deps, actor, scope, params.id, body),
  'PUT /api/activities/:id/package-attempt': ({ deps, actor, scope, params, body }) => savePackage(deps, actor, scope, params.id, body),
})
