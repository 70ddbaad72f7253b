// Routes of exports of a register: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { takeDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { rosterExportCalls } from './api.ts'
import { startRosterExport } from './export-roster.ts'

export const rosterExportRoutes = routes(rosterExportCalls)<Deps, CourseRules>({
  'POST /api/data-import/exports': ({ deps, actor, body, request, reply }) =>
    startRosterExport(deps, actor, takeDelegation(request, reply), body),
})
