import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { simulationCalls } from './api.ts'
import { simulate } from './simulations.ts'

export const simulationRoutes = routes(simulationCalls)<Deps>({
  'PUT /api/course/:id/role': ({ deps, actor, params, body }) => simulate(deps, actor, params.id, body.active),
})
