// Routes of the bins of an organisation: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { orgBinCalls } from './api.ts'
import { listBin, purgeFromBin, restoreFromBin } from './org-bin.ts'

export const orgBinRoutes = routes(orgBinCalls)<Deps, CourseRules>({
  'GET /api/management/storage/bin': ({ deps, actor, query }) => listBin(deps, actor, query),
  'POST /api/management/storage/bin/restore': ({ deps, actor, body }) => restoreFromBin(deps, actor, body.upload_ids),
  'POST /api/management/storage/bin/empty': ({ deps, actor, body }) => purgeFromBin(deps, actor, body.upload_ids),
})
