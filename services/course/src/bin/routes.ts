// Routes of the bin: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { binCalls } from './api.ts'
import { deleteCourse, deletedCourses, restoreCourse } from './bin.ts'

export const binRoutes = routes(binCalls)<Deps, CourseRules>({
  'GET /api/deleted-courses': ({ deps, actor, query }) => deletedCourses(deps, actor, query),
  'DELETE /api/course/:id': ({ deps, actor, params }) => deleteCourse(deps, actor, params.id),
  'PUT /api/courses/:id/restore': ({ deps, actor, params }) => restoreCourse(deps, actor, params.id),
})
