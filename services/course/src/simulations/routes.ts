import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { simulationCalls } from './api.ts'
import { leaveInspection, simulate } from './simulations.ts'

export const simulationRoutes = routes(simulationCalls)<Deps>({
  'PUT /api/course/:id/role': ({ deps, actor, params, body }) =>
    simulate(deps, actor, params.id, body.active === 'instructor' ? undefined : body.active),
  'PUT /api/courses/:id/preview': ({ deps, actor, params }) => simulate(deps, actor, params.id, 'preview'),
  'DELETE /api/courses/:id/preview': ({ deps, actor, params }) => simulate(deps, actor, params.id, undefined),
  'PUT /api/courses/:id/inspect': ({ deps, actor, params, body }) => simulate(deps, actor, params.id, 'inspect', body.refer),
  'DELETE /api/courses/:id/inspect': ({ deps, actor, params }) => leaveInspection(deps, actor, params.id),
})
