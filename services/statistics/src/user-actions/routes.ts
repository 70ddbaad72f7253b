import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { userActionCalls } from './api.ts'
import { recordActions, recordBatch } from './record.ts'

export const userActionRoutes = routes(userActionCalls)<Deps>({
  'POST /api/user-actions': ({ deps, actor, body }) => recordActions(deps, actor, body),
  'POST /internal-api/user-actions': ({ deps, body }) => recordBatch(deps, body.batch),
})
