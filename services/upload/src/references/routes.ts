import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { treeOf } from '../uploads/folders.ts'
import { readable } from '../uploads/rights.ts'
import { referenceCalls } from './api.ts'
import { activitiesWith, referencesOf } from './references.ts'

export const referenceRoutes = routes(referenceCalls)<Deps>({
  'GET /api/uploads/:id/references': async ({ deps, actor, params, query }) => {
    await readable(deps.db, actor, params.id)
    return await referencesOf(deps.db, params.id, query)
  },
  'GET /api/resources/:id/activities': async ({ deps, actor, params, query }) => {
    await readable(deps.db, actor, params.id)
    return await activitiesWith(deps.db, (await treeOf(deps.db, [params.id])).ids, query)
  },
})
