// Routes of persons: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { personCalls } from './api.ts'
import { changeSettings, namesById, searchUsers } from './persons.ts'

export const personRoutes = routes(personCalls)<Deps, typeof rules>({
  'PUT /api/user/settings': ({ deps, actor, body }) => changeSettings(deps, actor, body),
  'GET /api/user/search': ({ deps, actor, query }) => searchUsers(deps, actor, query),
  'GET /internal-api/names': async ({ deps, query }) => ({ names: await namesById(deps, query.org, query.ids) }),
  'GET /api/blobstorage/open-client-url': async ({ deps }) => ({ url: deps.config.blobClientUrl ?? null }),
})
