// Routes of an organisation's exports: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { exportCalls } from './api.ts'
import { listExports } from './exports.ts'

export const exportRoutes = routes(exportCalls)<Deps, CourseRules>({
  'GET /api/management/exports': ({ deps, actor, query }) => listExports(deps, actor, query),
})
