// Routes of marking: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { markingCalls } from './api.ts'
import { addComment, changeComment, deleteComment, listComments } from './comment-bank.ts'
import { readMemberPoints, writeMemberPoints } from './member-points.ts'
import { decide, readMarking, saveMarking } from './markings.ts'
import { notePresence } from './presence.ts'
import { listToMark } from './to-mark.ts'

export const markingRoutes = routes(markingCalls)<Deps, CourseRules>({
  'GET /api/submissions/:id/marking': ({ deps, actor, params, query }) => readMarking(deps, actor, params.id, query.n),
  'PUT /api/submissions/:id/marking': ({ deps, actor, scope, params, body }) => saveMarking(deps, actor, scope, params.id, body),
  'PUT /api/submissions/:id/decision': ({ deps, actor, scope, params, body }) => decide(deps, actor, scope, params.id, body),
  'GET /api/submissions/:id/member-points': ({ deps, params, query }) => readMemberPoints(deps, params.id, query.n),
  'PUT /api/submissions/:id/member-points': ({ deps, actor, scope, params, body }) =>
    writeMemberPoints(deps, actor, scope, params.id, body),
  'POST /api/submissions/:id/presence': ({ deps, actor, params, body }) => notePresence(deps, actor, params.id, body.open ?? true),
  'GET /api/marking': ({ deps, actor, query }) => listToMark(deps, actor, query),
  'GET /api/marking/comments': ({ deps, actor, query }) => listComments(deps, actor, query.course_id),
  'POST /api/marking/comments': ({ deps, actor, body }) => addComment(deps, actor, body),
  'PUT /api/marking/comments/:id': ({ deps, actor, params, body }) => changeComment(deps, actor, params.id, body),
  'DELETE /api/marking/comments/:id': ({ deps, actor, params }) => deleteComment(deps, actor, params.id),
})
