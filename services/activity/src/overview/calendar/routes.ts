// Routes of the calendar of activities: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { calendarCalls } from './api.ts'
import { feedDatesOf, readClassrooms, readDates } from './dates.ts'

export const calendarRoutes = routes(calendarCalls)<Deps, CourseRules>({
  'GET /api/activity/calendar': ({ deps, actor, query }) => readDates(deps, actor, query),
  'GET /api/activity/cloud-classroom': ({ deps, actor, query }) => readClassrooms(deps, actor, query),
  'POST /internal-api/activity-dates': ({ deps, body }) => feedDatesOf(deps, body),
})
