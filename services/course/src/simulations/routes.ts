// Routes of simulations: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { simulationCalls } from './api.ts'
import { leaveInspection, simulate } from './simulations.ts'

export const simulationRoutes = routes(simulationCalls)<Deps, CourseRules>({
  'PUT /api/course/:id/role': ({ deps, actor, params, body }) =>
    simulate(deps, actor, params.id, body.active === 'instructor' ? undefined : body.active),
  'PUT /api/courses/:id/preview': ({ deps, actor, params }) => simulate(deps, actor, params.id, 'preview'),
  'DELETE /api/courses/:id/preview': ({ deps, actor, params }) => simulate(deps, actor, params.id, undefined),
  'PUT /api/courses/:id/inspect': ({ deps, actor, params, body }) => simulate(deps, actor, params.id, 'inspect', body.refer),
  'DELETE /api/courses/:id/inspect': ({ deps, actor, params }) => leaveInspection(deps, actor, params.id),
})
