import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { modeCalls } from './api.ts'
import { liteCondition, reviewCourse, switchLite } from './modes.ts'

export const modeRoutes = routes(modeCalls)<Deps>({
  'PUT /api/course/:id/manager/review': ({ deps, place, params, body }) => reviewCourse(deps, place, params.id, body.type),
  'GET /api/courses/:id/validate-lite-course-condition': ({ deps, params }) => liteCondition(deps, params.id),
  'PUT /api/courses/:id/switch-lite': ({ deps, place, params }) => switchLite(deps, place, params.id, true),
  'PUT /api/courses/:id/switch-normal': ({ deps, place, params }) => switchLite(deps, place, params.id, false),
})
