// Routes of attendance: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { attendanceCalls } from './api.ts'
import { readAttendanceLines } from './attendance-lines.ts'
import { chooseAttendanceScore } from './attendance-score.ts'
import { readAttendance, readMyAttendance } from './attendance.ts'

export const attendanceRoutes = routes(attendanceCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/attendance': ({ deps, scope, query }) => readAttendance(deps, scope, query),
  'PUT /api/courses/:id/attendance/score': async ({ deps, actor, scope, body }) => ({
    score: await chooseAttendanceScore(deps, actor, scope, body),
  }),
  'GET /api/courses/:id/attendance/rows': ({ deps, scope, query }) => readAttendanceLines(deps, scope, query),
  'GET /api/courses/:id/my-attendance': ({ deps, actor, scope }) => readMyAttendance(deps, actor, scope),
})
