// Routes of the live lectures of an organisation: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { liveListCalls } from './api.ts'
import { listLectures } from './lectures.ts'

export const liveListRoutes = routes(liveListCalls)<Deps, CourseRules>({
  'GET /api/management/live': ({ deps, actor, query }) => listLectures(deps, actor, query),
})
