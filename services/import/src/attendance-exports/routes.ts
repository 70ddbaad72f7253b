// Routes of exports of attendance: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { borrowDelegation, takeDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { attendanceExportCalls } from './api.ts'
import { checkCourse, startAttendanceExport } from './export-attendance.ts'

export const attendanceExportRoutes = routes(attendanceExportCalls)<Deps, CourseRules>({
  'POST /api/courses/:id/attendance/export': async ({ deps, actor, params, body, request, reply }) => {
    await checkCourse(deps, actor, borrowDelegation(request), params.id, body)
    return await startAttendanceExport(deps, actor, takeDelegation(request, reply), params.id, body)
  },
})
