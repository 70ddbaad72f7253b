// Routes of storage: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { extensionsByType } from '../rows/kinds.ts'
import { unshownRules } from '../rows/view-kinds.ts'
import { storageCalls } from './api.ts'
import { storageOfOrganisation, storageOwners } from './owners.ts'
import { readRules } from '../rows/storage-rules.ts'
import { storageUsed, usedByType } from './storage.ts'

export const storageRoutes = routes(storageCalls)<Deps, CourseRules>({
  'GET /api/user/storage-used': async ({ deps, actor }) => {
    const [{ person, org }, by_type] = await Promise.all([
      storageUsed(deps.db, actor.org, actor.person),
      usedByType(deps.db, actor.org, actor.person),
    ])
    return { storage_used: person, storage_total: deps.config.personQuota, org_used: org, org_total: deps.config.orgQuota, by_type }
  },
  'GET /api/management/storage': ({ deps, actor }) => storageOfOrganisation(deps, actor),
  'GET /api/management/storage/owners': ({ deps, actor, query }) => storageOwners(deps, actor, query),
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
