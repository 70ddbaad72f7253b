import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { preTaskCalls } from './api.ts'
import { preTask, preTaskDone } from './pre-tasks.ts'

export const preTaskRoutes = routes(preTaskCalls)<Deps>({
  'GET /api/user/pre-task': ({ deps, actor }) => preTask(deps, actor),
  'PUT /api/user/pre-task': ({ deps, actor, body }) => preTaskDone(deps, actor, body.url),
})
