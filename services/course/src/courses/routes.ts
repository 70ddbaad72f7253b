import { routes } from '@lyceum/kit/routes'
import { standingOf } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { courseCalls } from './api.ts'
import { changeCourse, createCourse, deleteCourse, publishCourse, readCourse, restoreCourse } from './courses.ts'
import { navSetting } from './nav-setting.ts'
import { myCourses, searchCourses } from './search.ts'

export const courseRoutes = routes(courseCalls)<Deps>({
  'POST /api/course': ({ deps, actor, body }) => createCourse(deps, actor, body),
  'GET /api/courses/:id': ({ deps, place, params }) => readCourse(deps, place, params.id),
  'PUT /api/courses/:id': ({ deps, actor, place, params, body }) => changeCourse(deps, actor, place, params.id, body),
  'DELETE /api/course/:id': ({ deps, params }) => deleteCourse(deps, params.id),
  'PUT /api/courses/:id/restore': ({ deps, actor, params }) => restoreCourse(deps, actor, params.id),
  'PUT /api/courses/:id/publish': ({ deps, place, params, body }) => publishCourse(deps, place, params.id, body.published),
  'POST /api/courses': ({ deps, actor, query, body }) =>
    searchCourses(deps, actor, query, body.conditions ?? {}, body.sort ?? '-updated_at'),
  'GET /api/my-courses': ({ deps, actor, query }) => myCourses(deps, actor, query),
  'GET /api/courses/:id/nav-setting': async ({ deps, place, params }) => ({
    nav_setting: navSetting(
      standingOf(place),
      (await deps.db.course.findUnique({ where: { id: params.id }, select: { lite: true } }))?.lite ?? false,
    ),
  }),
})
