// Routes of participation: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { participationCalls } from './api.ts'
import { readParticipation } from './participation.ts'

export const participationRoutes = routes(participationCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/participation': ({ deps, scope, params, query }) => readParticipation(deps, scope, params.id, query),
})
