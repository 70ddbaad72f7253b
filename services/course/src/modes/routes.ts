// Routes of modes: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { modeCalls } from './api.ts'
import { liteCondition, reviewCourse, switchLite } from './modes.ts'

export const modeRoutes = routes(modeCalls)<Deps, CourseRules>({
  'PUT /api/course/:id/manager/review': ({ deps, actor, scope, params, body }) => reviewCourse(deps, actor, scope, params.id, body),
  'GET /api/courses/:id/validate-lite-course-condition': ({ deps, params }) => liteCondition(deps, params.id),
  'PUT /api/courses/:id/switch-lite': ({ deps, actor, scope, params }) => switchLite(deps, actor, scope, params.id, true),
  'PUT /api/courses/:id/switch-normal': ({ deps, actor, scope, params }) => switchLite(deps, actor, scope, params.id, false),
})
