import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { storageCalls } from './api.ts'
import { storageUsed } from './storage.ts'

export const storageRoutes = routes(storageCalls)<Deps>({
  'GET /api/user/storage-used': async ({ deps, actor }) => {
    const { person, org } = await storageUsed(deps.db, actor.org, actor.person)
    return { storage_used: person, storage_total: deps.config.personQuota, org_used: org, org_total: deps.config.orgQuota }
  },
})
