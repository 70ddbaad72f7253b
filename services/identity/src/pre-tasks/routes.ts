// Routes of pre tasks: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { preTaskCalls } from './api.ts'
import { preTask, completePreTask } from './pre-tasks.ts'

export const preTaskRoutes = routes(preTaskCalls)<Deps, typeof rules>({
  'GET /api/user/pre-task': ({ deps, actor }) => preTask(deps, actor),
  'PUT /api/user/pre-task': ({ deps, actor, body }) => completePreTask(deps, actor, body.url),
})
