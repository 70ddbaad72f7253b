// Routes of who is in which group: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { placementCalls } from './api.ts'
import { history } from './history.ts'
import { movePeople } from './moving.ts'
import { previewDistribution, previewPlacement } from './previews.ts'
import { joinGroup, leaveGroup } from './sign-up.ts'

export const placementRoutes = routes(placementCalls)<Deps, CourseRules>({
  'PUT /api/group-sets/:id/members': ({ deps, params, body }) => movePeople(deps, params.id, body),
  'POST /api/group-sets/:id/distribute': ({ deps, scope, params, body }) => previewDistribution(deps, scope, params.id, body),
  'POST /api/group-sets/:id/placement': ({ deps, scope, params, body }) => previewPlacement(deps, scope, params.id, body.lines),
  'GET /api/group-sets/:id/history': ({ deps, params, query }) => history(deps, params.id, query),
  'POST /api/groups/:id/join': ({ deps, actor, scope, params }) => joinGroup(deps, actor, scope, params.id),
  'POST /api/groups/:id/leave': ({ deps, actor, scope, params }) => leaveGroup(deps, actor, scope, params.id),
})
