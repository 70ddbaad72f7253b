// Routes of times: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import {
  changeAllowance,
  createAllowance,
  deleteAllowance,
  listCourseAllowances,
  listOrgAllowances,
  listPersonalTimes,
} from './allowances.ts'
import { timeCalls } from './api.ts'

export const timeRoutes = routes(timeCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/allowances': ({ deps, scope, query }) => listCourseAllowances(deps, scope, query),
  'POST /api/courses/:id/allowances': ({ deps, actor, scope, body }) => createAllowance(deps, actor, scope, body),
  'PUT /api/allowances/:id': ({ deps, scope, params, body }) => changeAllowance(deps, scope, params.id, body),
  'DELETE /api/allowances/:id': ({ deps, params, query }) => deleteAllowance(deps, params.id, query.version),
  'GET /api/activities/:id/personal-times': ({ deps, params, query }) => listPersonalTimes(deps, params.id, query),
  'GET /api/org/allowances': ({ deps, scope, query }) => listOrgAllowances(deps, scope.org, query),
  'POST /api/org/allowances': ({ deps, actor, scope, body }) => createAllowance(deps, actor, { org: scope.org, course: null }, body),
  'PUT /api/org/allowances/:id': ({ deps, scope, params, body }) =>
    changeAllowance(deps, { org: scope.org, course: null }, params.id, body),
  'DELETE /api/org/allowances/:id': ({ deps, params, query }) => deleteAllowance(deps, params.id, query.version),
})
