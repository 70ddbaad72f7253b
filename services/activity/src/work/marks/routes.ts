// Routes of marks: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { markCalls } from './api.ts'
import { deleteMark, listMarks, listMyMarks, writeMark } from './marks.ts'

export const markRoutes = routes(markCalls)<Deps, CourseRules>({
  'GET /api/submissions/:id/marks': ({ deps, actor, params, query }) => listMarks(deps, actor, params.id, query.n),
  'PUT /api/submissions/:id/marks/:mark': ({ deps, actor, params, body }) => writeMark(deps, actor, params.id, params.mark, body),
  'DELETE /api/submissions/:id/marks/:mark': ({ deps, actor, params, query }) =>
    deleteMark(deps, actor, params.id, params.mark, query.version),
  'GET /api/activities/:id/my-submission/marks': ({ deps, actor, scope, params, query }) =>
    listMyMarks(deps, actor, scope, params.id, query.n),
})
