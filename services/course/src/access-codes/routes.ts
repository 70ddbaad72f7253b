// Routes of access codes: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { joinCourse, readAccessCode, resetAccessCode, validateAccessCode } from './access-codes.ts'
import { accessCodeCalls } from './api.ts'

export const accessCodeRoutes = routes(accessCodeCalls)<Deps, CourseRules>({
  'GET /api/course/:id/access_code': async ({ deps, scope }) => readAccessCode(deps, scope),
  'PUT /api/course/:id/access_code': async ({ deps, scope }) => ({ access_code: await resetAccessCode(deps, scope) }),
  'GET /api/course/access-code/:code/validate': ({ deps, actor, params }) => validateAccessCode(deps, actor, params.code),
  'POST /api/course/join': ({ deps, actor, body }) => joinCourse(deps, actor, body.access_code),
})
