// Routes of timetables: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules, CourseScope } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { timetableCalls } from './api.ts'
import { importTimetables, previewTimetables } from './importing.ts'
import { changeTimetable, deleteTimetable, listTimetables, makeTimetable, readTimetable } from './timetables.ts'

export const timetableRoutes = routes(timetableCalls)<Deps, CourseRules>({
  'GET /api/calendar-timetables': ({ deps, actor, query }) => listTimetables(deps, actor, query),
  'POST /api/calendar-timetables': ({ deps, actor, body }) => makeTimetable(deps, actor, body),
  'GET /api/calendar-timetables/:id': ({ deps, scope, params }) => readTimetable(deps, scope as CourseScope, params.id),
  'PUT /api/calendar-timetables/:id': ({ deps, actor, params, body }) => changeTimetable(deps, actor, params.id, body),
  'PUT /api/calendar-timetables/:id/delete': ({ deps, params, body }) => deleteTimetable(deps, params.id, body),
  'POST /api/calendar-timetables/import/preview': ({ deps, actor, body }) => previewTimetables(deps, actor, body),
  'POST /api/calendar-timetables/import': ({ deps, actor, body }) => importTimetables(deps, actor, body),
})
