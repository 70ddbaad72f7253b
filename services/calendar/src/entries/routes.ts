// Routes of entries.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { entryCalls } from './api.ts'
import { readMonth } from './month.ts'

export const entryRoutes = routes(entryCalls)<Deps, CourseRules>({
  'GET /api/calendar-entries': async ({ deps, actor, query, reply }) => {
    const month = await readMonth(deps, actor, query)
    reply.header('content-type', 'application/json; charset=utf-8').serializer((bytes: unknown) => bytes as string)
    return month as never
  },
})
