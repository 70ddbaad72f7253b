// Routes of lessons by course.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { lessonCalls } from './api.ts'
import { listLessons } from './lessons.ts'

export const lessonRoutes = routes(lessonCalls)<Deps, CourseRules>({
  'GET /api/management/lessons': ({ deps, actor, query }) => listLessons(deps, actor, query),
})
