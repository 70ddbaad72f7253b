import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { readable } from '../uploads/rights.ts'
import { referenceCalls } from './api.ts'
import { referencesOf } from './references.ts'

export const referenceRoutes = routes(referenceCalls)<Deps>({
  'GET /api/uploads/:id/references': async ({ deps, actor, params, query }) => {
    await readable(deps.db, actor, params.id)
    return await referencesOf(deps.db, params.id, query)
  },
})
