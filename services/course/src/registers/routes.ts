// Routes of the school's register: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { registerCalls } from './api.ts'
import { listRegisterRuns } from './runs.ts'
import { lookAtRegister, readRegister, startSync, syncStatus } from './registers.ts'

export const registerRoutes = routes(registerCalls)<Deps, CourseRules>({
  'GET /api/management/course-register': ({ deps, actor }) => readRegister(deps, actor),
  'GET /api/management/course-register/preview': ({ deps, actor, query }) => lookAtRegister(deps, actor, query),
  'GET /api/management/course-register/runs': ({ deps, actor, query }) => listRegisterRuns(deps, actor, query),
  'POST /api/courses/sync_from_urp': ({ deps, actor, body }) => startSync(deps, actor, body),
  'GET /api/course/:id/sync-status': ({ deps, actor, params, query }) => syncStatus(deps, actor, params.id, query.status_key),
})
