import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { kinds } from '../uploads/kinds.ts'
import { storageCalls } from './api.ts'
import { rulesOf } from './rules.ts'
import { storageUsed, usedByType } from './storage.ts'

export const storageRoutes = routes(storageCalls)<Deps>({
  'GET /api/user/storage-used': async ({ deps, actor }) => {
    const [{ person, org }, by_type] = await Promise.all([
      storageUsed(deps.db, actor.org, actor.person),
      usedByType(deps.db, actor.org, actor.person),
    ])
    return { storage_used: person, storage_total: deps.config.personQuota, org_used: org, org_total: deps.config.orgQuota, by_type }
  },
  'GET /api/upload-rules': async ({ deps, actor }) => {
    const { limits, maxLevel, maxFiles } = await rulesOf(deps, actor.org)
    const extensions = kinds()
    return {
      limits,
      extensions: { ...extensions, other: [...(extensions.other ?? []), ...deps.config.moreExtensions] },
      maxLevelInUploadFolder: maxLevel,
      maxFileCountInUploadFolder: maxFiles,
    }
  },
})
