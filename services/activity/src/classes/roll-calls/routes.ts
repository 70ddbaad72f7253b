// Routes of roll calls: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { rollCallCalls } from './api.ts'
import { claim } from './claims.ts'
import { notePeople, spotCheck } from './corrections.ts'
import { listCallPeople } from './people-list.ts'
import { listChanges } from './change-list.ts'
import { endRollCall, openRollCall, readCode } from './roll-calls.ts'

export const rollCallRoutes = routes(rollCallCalls)<Deps, CourseRules>({
  'POST /api/class-sessions/:id/roll-calls': ({ deps, scope, params, body }) => openRollCall(deps, scope, params.id, body),
  'GET /api/roll-calls/:id/code': ({ deps, scope, reply }) => readCode(deps, scope, reply),
  'POST /api/roll-calls/:id/claim': ({ deps, actor, scope, body }) => claim(deps, actor, scope, body),
  'GET /api/roll-calls/:id/people': ({ deps, scope, query }) => listCallPeople(deps, scope, query),
  'GET /api/roll-calls/:id/people/:person/changes': ({ deps, scope, params, query }) => listChanges(deps, scope, params.person, query),
  'PUT /api/roll-calls/:id/people': ({ deps, actor, scope, body }) => notePeople(deps, actor, scope, body),
  'POST /api/roll-calls/:id/spot-check': ({ deps, scope, body }) => spotCheck(deps, scope, body.n),
  'POST /api/roll-calls/:id/close': ({ deps, params }) => endRollCall(deps, params.id),
})
