// Routes of evaluations: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { evaluationCalls } from './api.ts'
import { listEvaluation } from './evaluations.ts'
import { readMyEvaluation, writeMyEvaluation } from './self-reviews.ts'

export const evaluationRoutes = routes(evaluationCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/evaluation': ({ deps, params, query }) => listEvaluation(deps, params.id, query),
  'GET /api/activities/:id/my-evaluation': ({ deps, actor, scope, params }) => readMyEvaluation(deps, actor, scope, params.id),
  'PUT /api/activities/:id/my-evaluation': ({ deps, actor, scope, params, body }) => writeMyEvaluation(deps, actor, scope, params.id, body),
})
