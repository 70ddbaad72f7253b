// Routes of times: each call of api.ts with the function behind it.
import type { Actor } from '@lyceum/kit/calls/actor'
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
  type AllowanceReach,
} from './allowances.ts'
import { timeCalls } from './api.ts'

const ofOrg = ({ org, department }: Actor): AllowanceReach => ({ org, course: null, ...(department && { department }) })

export const timeRoutes = routes(timeCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/allowances': ({ deps, scope, query }) => listCourseAllowances(deps, scope, query),
  'POST /api/courses/:id/allowances': ({ deps, actor, scope, body }) => createAllowance(deps, actor, scope, body),
  'PUT /api/allowances/:id': ({ deps, scope, params, body }) => changeAllowance(deps, scope, params.id, body),
  'DELETE /api/allowances/:id': ({ deps, scope, params, query }) => deleteAllowance(deps, scope, params.id, query.version),
  'GET /api/activities/:id/personal-times': ({ deps, params, query }) => listPersonalTimes(deps, params.id, query),
  'GET /api/org/allowances': ({ deps, actor, query }) => listOrgAllowances(deps, ofOrg(actor), query),
  'POST /api/org/allowances': ({ deps, actor, body }) => createAllowance(deps, actor, ofOrg(actor), body),
  'PUT /api/org/allowances/:id': ({ deps, actor, params, body }) => changeAllowance(deps, ofOrg(actor), params.id, body),
  'DELETE /api/org/allowances/:id': ({ deps, actor, params, query }) => deleteAllowance(deps, ofOrg(actor), params.id, query.version),
})
