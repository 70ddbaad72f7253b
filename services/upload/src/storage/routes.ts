// Routes of storage: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { extensionsByType } from '../rows/kinds.ts'
import { unshownRules } from '../rows/view-kinds.ts'
import { storageCalls } from './api.ts'
import { storageOfOrganisation, storageOwners } from './owners.ts'
import { orgQuota, readRules } from '../rows/storage-rules.ts'
import { personQuota } from './quota-rules.ts'
import { setQuota, storageQuotas } from './quotas.ts'
import { largestFiles, usesOfStorage } from './uses.ts'
import { bytesInBin, storageUsed, usedByType } from './storage.ts'

export const storageRoutes = routes(storageCalls)<Deps, CourseRules>({
  'GET /api/user/storage-used': async ({ deps, actor }) => {
    const [{ person, org }, by_type, in_bin, org_total, storage_total] = await Promise.all([
      storageUsed(deps.db, actor.org, actor.person),
      usedByType(deps.db, actor.org, actor.person),
      bytesInBin(deps.db, 'u.owner_id = $2 and u.org_id = $1', actor.org, actor.person),
      orgQuota(deps, actor.org),
      personQuota(deps, actor.org, actor.person),
    ])
    return { storage_used: person, storage_total, in_bin, org_used: org, org_total, by_type }
  },
  'GET /api/management/storage': ({ deps, actor }) => storageOfOrganisation(deps, actor),
  'GET /api/management/storage/uses': ({ deps, actor }) => usesOfStorage(deps, actor),
  'GET /api/management/storage/files': ({ deps, actor, query }) => largestFiles(deps, actor, query),
  'GET /api/management/storage/owners': ({ deps, actor, query }) => storageOwners(deps, actor, query),
  'GET /api/management/storage/quotas': ({ deps, actor, query }) => storageQuotas(deps, actor, query),
  'PUT /api/management/storage/quotas': ({ deps, actor, body }) => setQuota(deps, actor, body),
  'GET /api/upload-rules': async ({ deps, actor }) => {
    const { limits, maxLevel, maxFiles } = await readRules(deps, actor.org)
    const extensions = extensionsByType()
    return {
      limits,
      extensions: { ...extensions, other: [...(extensions.other ?? []), ...deps.config.moreExtensions] },
      maxLevelInUploadFolder: maxLevel,
      maxFileCountInUploadFolder: maxFiles,
      not_shown: unshownRules(deps.config),
    }
  },
})
