// Routes of references: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { treeOf } from '../rows/folders.ts'
import { checkReferenceAccess } from '../uploads/rights.ts'
import { readGrantedUses, requireGrant } from '../grants/granted.ts'
import { referenceCalls } from './api.ts'
import { listActivities, listReferences } from '../rows/references.ts'

export const referenceRoutes = routes(referenceCalls)<Deps, CourseRules>({
  'GET /api/uploads/:id/references': async ({ deps, actor, params, query }) => {
    const grant = requireGrant(actor, query.grant)
    if (grant !== undefined) return await readGrantedUses(deps, actor, params.id, grant)
    const all = await checkReferenceAccess(deps.db, actor, params.id)
    return await listReferences(deps.db, { actor, all }, params.id, query)
  },
  'GET /api/resources/:id/activities': async ({ deps, actor, params, query }) => {
    const all = await checkReferenceAccess(deps.db, actor, params.id)
    return await listActivities(deps.db, { actor, all }, (await treeOf(deps.db, [params.id])).ids, query)
  },
})
