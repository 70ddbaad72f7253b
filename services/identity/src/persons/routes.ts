import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { personCalls } from './api.ts'
import { changeSettings, searchUsers } from './persons.ts'

export const personRoutes = routes(personCalls)<Deps>({
  'PUT /api/user/settings': ({ deps, actor, body }) => changeSettings(deps, actor, body),
  'GET /api/user/search': async ({ deps, actor, query }) => ({ users: await searchUsers(deps, actor, query) }),
})
