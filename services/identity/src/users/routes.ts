// Routes of users: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { userCalls } from './api.ts'
import { changeUsers } from './bulk.ts'
import { changeUser } from './change.ts'
import { eraseUser } from './erase.ts'
import { listUsers } from './list.ts'
import { managedUser } from './managed.ts'
import { memberRows } from './member-rows.ts'
import { sameNumbers } from './numbers.ts'
import { changeState } from './states.ts'
import { undoBulkChange } from './undo-bulk.ts'
import { endUserSessions, userSessions } from './user-sessions.ts'
import { makeUser } from './users.ts'

export const userRoutes = routes(userCalls)<Deps, typeof rules>({
  'POST /api/users': ({ deps, actor, body }) => makeUser(deps, actor, body),
  'GET /api/users': ({ deps, actor, query }) => listUsers(deps, actor, query),
  'GET /api/users/rows': ({ deps, actor, query }) => memberRows(deps, actor, query),
  'PUT /api/users': ({ deps, actor, body }) => changeUsers(deps, actor, body),
  'POST /api/users/changes/undo': ({ deps, actor, body }) => undoBulkChange(deps, actor, body.task),
  'GET /api/users/same-numbers': async ({ deps, actor }) => ({ items: await sameNumbers(deps, actor) }),
  'GET /api/users/:id': ({ deps, actor, params }) => managedUser(deps, actor, params.id),
  'PUT /api/users/:id': ({ deps, actor, params, body }) => changeUser(deps, actor, params.id, body),
  'POST /api/users/:id/suspend': ({ deps, actor, params, body }) => changeState(deps, actor, params.id, 'suspended', body.version),
  'POST /api/users/:id/resume': ({ deps, actor, params, body }) => changeState(deps, actor, params.id, 'active', body.version),
  'GET /api/users/:id/sessions': async ({ deps, actor, params }) => ({ sessions: await userSessions(deps, actor, params.id) }),
  'DELETE /api/users/:id/sessions': ({ deps, actor, params }) => endUserSessions(deps, actor, params.id),
  'DELETE /api/users/:id': async ({ deps, actor, params }) => {
    await eraseUser(deps, actor, params.id)
    return null
  },
})
