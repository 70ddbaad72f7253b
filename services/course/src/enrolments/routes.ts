// Routes of enrolments: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { enrolmentCalls } from './api.ts'
import { previewEnrolments } from './candidates.ts'
import { chatMembers } from './chat-members.ts'
import { enrolPeople, teachTogether } from './enrolments.ts'
import { findPeople } from './find-people.ts'
import { followedCourses } from './followed-courses.ts'
import { memberKlasses, members, assignedRoles, selectedEnrolments } from './members.ts'
import { personCourses } from './person-courses.ts'
import { endEnrolments, restoreEnrolments } from './removals.ts'
import { changeRoles } from './roles.ts'

export const enrolmentRoutes = routes(enrolmentCalls)<Deps, CourseRules>({
  'GET /api/users/:id/courses': ({ deps, actor, params, query }) => personCourses(deps, actor, params.id, query),
  'GET /api/my-people': ({ deps, actor, query }) => findPeople(deps, actor, query),
  'GET /api/courses/:id/members': ({ deps, scope, params, query }) => members(deps, scope, params.id, query),
  'GET /api/courses/:id/klasses': async ({ deps, params }) => ({ klasses: await memberKlasses(deps, params.id) }),
  'GET /api/courses/:id/chat-members': ({ deps, scope, query }) => chatMembers(deps, scope, query.ids),
  'POST /api/courses/:id/enrollments/preview': async ({ deps, scope, params, body }) => ({
    lines: await previewEnrolments(deps, scope, params.id, body.lines),
  }),
  'POST /api/courses/:id/enrollments': ({ deps, scope, params, body }) => enrolPeople(deps, scope, params.id, body),
  'POST /api/courses/:id/team-teaching': ({ deps, scope, params, body }) => teachTogether(deps, scope, params.id, body.user_ids),
  'PUT /api/course/enrollments': async ({ deps, actor, body }) => changeRoles(deps, actor, await assignedRoles(deps, actor, body)),
  'DELETE /api/course/enrollments': async ({ deps, actor, body }) => ({
    enrollment_ids: await endEnrolments(deps, actor, await selectedEnrolments(deps, actor, body)),
  }),
  'PUT /api/course/enrollments/restore': async ({ deps, actor, body }) => ({
    enrollments: await restoreEnrolments(deps, actor, body.enrollment_ids),
  }),
  'GET /internal-api/members/:person/courses': ({ deps, params }) => followedCourses(deps.db, params.person),
})
