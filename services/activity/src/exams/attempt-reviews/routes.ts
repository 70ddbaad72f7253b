// Routes of attempt reviews: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { attemptReviewCalls } from './api.ts'
import { readReview, readReviewFiles } from './review.ts'

export const attemptReviewRoutes = routes(attemptReviewCalls)<Deps, CourseRules>({
  'GET /api/attempts/:id/review': ({ deps, actor, scope }) => readReview(deps, actor, scope),
  'GET /api/attempts/:id/review/files': ({ deps, actor, scope }) => readReviewFiles(deps, actor, scope),
})
