// Routes of courses: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { courseCalls } from '../courses/api.ts'
import { readChanger } from '../courses/change-row.ts'
import { changeCourse, createCourse, publishCourse, readCourse } from './course-changes.ts'
import { courseNames } from '../courses/course-reply.ts'
import { myCourses, searchCourses } from '../courses/search.ts'

export const courseRoutes = routes(courseCalls)<Deps, CourseRules>({
  'POST /api/course': ({ deps, actor, body }) => createCourse(deps, actor, body),
  'GET /api/courses/:id/changer': ({ deps, params }) => readChanger(deps, params.id),
  'GET /api/courses/:id': async ({ deps, actor, scope }) => readCourse(deps, actor, scope),
  'PUT /api/courses/:id': ({ deps, actor, scope, params, body }) => changeCourse(deps, actor, scope, params.id, body),
  'PUT /api/courses/:id/publish': ({ deps, actor, scope, params, body }) => publishCourse(deps, actor, scope, params.id, body.published),
  'POST /api/courses': ({ deps, actor, query, body }) => searchCourses(deps, actor, query, body.conditions ?? {}, body.sort),
  'GET /api/my-courses': ({ deps, actor, query }) => myCourses(deps, actor, query),
  'GET /internal-api/course-names': async ({ deps, query }) => ({ names: await courseNames(deps, query.org, query.ids) }),
})
