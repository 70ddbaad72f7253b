import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { treeOf } from '../uploads/folders.ts'
import { referable } from '../uploads/rights.ts'
import { referenceCalls } from './api.ts'
import { activitiesWith, referencesOf } from './references.ts'

export const referenceRoutes = routes(referenceCalls)<Deps>({
  'GET /api/uploads/:id/references': async ({ deps, actor, params, query }) => {
    const all = await referable(deps.db, actor, params.id)
    return await referencesOf(deps.db, { actor, all }, params.id, query)
  },
  'GET /api/resources/:id/activities': async ({ deps, actor, params, query }) => {
    const all = await referable(deps.db, actor, params.id)
    return await activitiesWith(deps.db, { actor, all }, (await treeOf(deps.db, [params.id])).ids, query)
  },
})
