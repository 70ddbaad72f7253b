// Routes of user actions: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { userActionCalls } from './api.ts'
import { recordActions, recordBatch } from './record.ts'

export const userActionRoutes = routes(userActionCalls)<Deps, CourseRules>({
  'POST /api/user-actions': ({ deps, actor, body }) => recordActions(deps, actor, body),
  'POST /internal-api/user-actions': ({ deps, body }) => recordBatch(deps, body.batch),
})
