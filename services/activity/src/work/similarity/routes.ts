// Routes of similarity: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { similarityCalls } from './api.ts'
import { listSimilar } from './similarity.ts'

export const similarityRoutes = routes(similarityCalls)<Deps, CourseRules>({
  'GET /api/submissions/:id/similar': ({ deps, params }) => listSimilar(deps, params.id),
})
