import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { personCalls } from './api.ts'
import { changeSettings, searchUsers } from './persons.ts'

export const personRoutes = routes(personCalls)<Deps>({
  'PUT /api/user/settings': ({ deps, actor, body }) => changeSettings(deps, actor, body),
  'GET /api/user/search': ({ deps, actor, query }) => searchUsers(deps, actor, query),
  'GET /api/blobstorage/open-client-url': async ({ deps }) => ({ url: deps.config.blobClientUrl ?? null }),
})
