// Routes of peer reviews: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { peerReviewCalls } from './api.ts'
import { listMyReviews, listReviewsOf, readReview, setAside, writeReview } from './peer-reviews.ts'

export const peerReviewRoutes = routes(peerReviewCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/my-peer-reviews': ({ deps, actor, scope, params }) => listMyReviews(deps, actor, scope, params.id),
  'GET /api/peer-reviews/:id': ({ deps, actor, scope, params }) => readReview(deps, actor, scope, params.id),
  'PUT /api/peer-reviews/:id': ({ deps, actor, scope, params, body }) => writeReview(deps, actor, scope, params.id, body),
  'GET /api/submissions/:id/peer-reviews': ({ deps, params }) => listReviewsOf(deps, params.id),
  'PUT /api/peer-reviews/:id/set-aside': ({ deps, actor, scope, params, body }) => setAside(deps, actor, scope, params.id, body.set_aside),
})
