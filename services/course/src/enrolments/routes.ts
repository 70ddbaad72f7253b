// Routes of enrolments: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import { coursesOf } from '../../mirror/members.ts'
import type { Deps } from '../deps.ts'
import { enrolmentCalls } from './api.ts'
import { changeRoles, endEnrolments, enrolPeople } from './enrolments.ts'
import { members, selectedEnrolments } from './members.ts'

export const enrolmentRoutes = routes(enrolmentCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/members': ({ deps, scope, params, query }) => members(deps, scope, params.id, query),
  'POST /api/courses/:id/enrollments': async ({ deps, scope, params, body }) => ({
    enrollments: await enrolPeople(deps, scope, params.id, body),
  }),
  'PUT /api/course/enrollments': async ({ deps, actor, body }) => ({
    enrollments: await changeRoles(deps, actor, await selectedEnrolments(deps, actor, body), body.role),
  }),
  'DELETE /api/course/enrollments': async ({ deps, actor, body }) =>
    endEnrolments(deps, actor, await selectedEnrolments(deps, actor, body)),
  'GET /internal-api/members/:person/courses': async ({ deps, params }) => ({
    courses: (await coursesOf(deps.db, params.person)).map(({ course_id }) => course_id),
  }),
})
