// Routes of reviews: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { reviewCalls } from './api.ts'
import { courseNumbers, coursesToReview } from './reviews.ts'

export const reviewRoutes = routes(reviewCalls)<Deps, CourseRules>({
  'GET /api/management/reviews': ({ deps, actor, query }) => coursesToReview(deps, actor, query),
  'GET /api/management/course-numbers': ({ deps, actor }) => courseNumbers(deps, actor),
})
