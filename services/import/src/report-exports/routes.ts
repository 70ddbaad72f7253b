// Routes of exports of the reports of classes: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { borrowDelegation, takeDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { reportExportCalls } from './api.ts'
import { checkReport, startReportExport } from './export-report.ts'

export const reportExportRoutes = routes(reportExportCalls)<Deps, CourseRules>({
  'POST /api/class-sessions/:id/report/export': async ({ deps, actor, params, body, request, reply }) => {
    await checkReport(deps, actor, borrowDelegation(request), params.id)
    return await startReportExport(deps, actor, takeDelegation(request, reply), params.id, body)
  },
})
