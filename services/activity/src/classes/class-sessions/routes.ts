// Routes of class sessions: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { classSessionCalls } from './api.ts'
import { readBoard } from './board.ts'
import { beginSession, changeSession, pickPeople, raiseHand } from './class-sessions.ts'
import { listMyClasses } from './my-classes.ts'
import { listSessions } from './session-list.ts'
import { readState } from './state.ts'

export const classSessionRoutes = routes(classSessionCalls)<Deps, CourseRules>({
  'GET /api/my-classes': async ({ deps, actor }) => ({ items: await listMyClasses(deps, actor) }),
  'GET /api/courses/:id/class-sessions': ({ deps, actor, scope, query }) => listSessions(deps, actor, scope, query),
  'POST /api/courses/:id/class-sessions': ({ deps, actor, scope, body }) => beginSession(deps, actor, scope, body),
  'PUT /api/class-sessions/:id': ({ deps, actor, scope, params, body }) => changeSession(deps, actor, scope, params.id, body),
  'GET /api/class-sessions/:id/state': ({ deps, actor, scope, params, query, reply }) =>
    readState(deps, actor, scope, params.id, query.device, reply),
  'GET /api/class-sessions/:id/board': ({ deps, params }) => readBoard(deps, params.id),
  'PUT /api/class-sessions/:id/hand': ({ deps, actor, scope, params, body }) => raiseHand(deps, actor, scope, params.id, body.raised),
  'POST /api/class-sessions/:id/pick': ({ deps, params, body }) => pickPeople(deps, params.id, body),
})
