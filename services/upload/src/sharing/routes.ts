// Routes of the review of shared files: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { sharingCalls } from './api.ts'
import { addOverride, listOverrides, removeOverride } from './overrides.ts'
import { decideShares, listReviewed } from './reviews.ts'

export const sharingRoutes = routes(sharingCalls)<Deps, CourseRules>({
  'GET /api/shared-resources': ({ deps, actor, query }) => listReviewed(deps, actor, query),
  'PUT /api/shared-resources': ({ deps, actor, body }) => decideShares(deps, actor, body),
  'GET /api/shared-resources/:id/overrides': ({ deps, actor, params, query }) => listOverrides(deps, actor, params.id, query),
  'PUT /api/shared-resources/:id/overrides/:person_id': ({ deps, actor, params }) => addOverride(deps, actor, params.id, params.person_id),
  'DELETE /api/shared-resources/:id/overrides/:person_id': ({ deps, actor, params }) =>
    removeOverride(deps, actor, params.id, params.person_id),
})
