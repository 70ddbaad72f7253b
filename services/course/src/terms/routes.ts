// Routes of terms: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { termCalls } from './api.ts'
import { changeTerm, deleteTerm, listTerms, makeTerm } from './terms.ts'

export const termRoutes = routes(termCalls)<Deps, CourseRules>({
  'GET /api/terms': ({ deps, actor }) => listTerms(deps, actor),
  'POST /api/terms': ({ deps, actor, body }) => makeTerm(deps, actor, body),
  'PUT /api/terms/:id': ({ deps, actor, params, body }) => changeTerm(deps, actor, params.id, body),
  'DELETE /api/terms/:id': ({ deps, actor, params, query }) => deleteTerm(deps, actor, params.id, query.version),
})
