// Routes of rubrics: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { rubricCalls } from './api.ts'
import { listRubrics, readRubric, writeRubric } from './rubrics.ts'

export const rubricRoutes = routes(rubricCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/rubric': ({ deps, actor, scope, params, query }) => readRubric(deps, actor, scope, params.id, query.n),
  'PUT /api/activities/:id/rubric': ({ deps, scope, params, body }) => writeRubric(deps, scope, params.id, body),
  'GET /api/courses/:id/rubrics': ({ deps, params }) => listRubrics(deps, params.id),
})
