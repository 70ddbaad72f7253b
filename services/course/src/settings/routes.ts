// Routes of settings: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { settingCalls } from './api.ts'
import { changeNavSetting, readNavSetting } from './nav-setting.ts'
import { changeCourses } from './shared-fields.ts'

export const settingRoutes = routes(settingCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/nav-setting': async ({ scope }) => readNavSetting(scope),
  'PUT /api/courses/:id/nav-setting': ({ deps, actor, scope, params, body }) => changeNavSetting(deps, actor, scope, params.id, body),
  'PUT /api/courses/settings': ({ deps, actor, body }) => changeCourses(deps, actor, body),
})
