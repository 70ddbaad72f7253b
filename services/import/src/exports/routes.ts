// Routes of an organisation's exports: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { borrowDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { exportCalls } from './api.ts'
import { listExports, recordSaved } from './exports.ts'

export const exportRoutes = routes(exportCalls)<Deps, CourseRules>({
  'POST /api/exports': ({ deps, actor, body, request }) => recordSaved(deps, actor, borrowDelegation(request), body),
  'GET /api/management/exports': ({ deps, actor, query }) => listExports(deps, actor, query),
})
