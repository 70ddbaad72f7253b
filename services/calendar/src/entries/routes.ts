// Routes of entries.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { entryCalls } from './api.ts'
import { readEntries } from './entries.ts'

export const entryRoutes = routes(entryCalls)<Deps, CourseRules>({
  'GET /api/calendar-entries': ({ deps, actor, query }) => readEntries(deps, actor, query),
})
