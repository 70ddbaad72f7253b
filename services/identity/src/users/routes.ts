// Routes of users: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { userCalls } from './api.ts'
import { changeUser, managedUser } from './change.ts'
import { eraseUser } from './erase.ts'
import { sameNumbers } from './numbers.ts'
import { makeUser } from './users.ts'

export const userRoutes = routes(userCalls)<Deps, typeof rules>({
  'POST /api/users': ({ deps, actor, body }) => makeUser(deps, actor, body),
  'GET /api/users/same-numbers': async ({ deps, actor }) => ({ items: await sameNumbers(deps, actor) }),
  'GET /api/users/:id': ({ deps, actor, params }) => managedUser(deps, actor, params.id),
  'PUT /api/users/:id': ({ deps, actor, params, body }) => changeUser(deps, actor, params.id, body),
  'DELETE /api/users/:id': async ({ deps, actor, params }) => {
    await eraseUser(deps, actor, params.id)
    return null
  },
})
