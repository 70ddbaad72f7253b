// Routes of rosters: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { rosterCalls } from './api.ts'
import { applyCourses } from './courses.ts'
import { applyEnrolments } from './enrolments.ts'
import { findCourses } from './find.ts'
import { listCourses, listEnrolments } from './list.ts'
import { undoCourses } from './undo-courses.ts'
import { undoEnrolments } from './undo-enrolments.ts'

export const rosterRoutes = routes(rosterCalls)<Deps, CourseRules>({
  'GET /api/roster/courses': ({ deps, actor, query }) => listCourses(deps, actor, query),
  'GET /api/roster/enrolments': ({ deps, actor, query }) => listEnrolments(deps, actor, query),
  'PUT /api/roster/courses': ({ deps, actor, body }) => applyCourses(deps, actor, body),
  'PUT /api/roster/enrolments': ({ deps, actor, body }) => applyEnrolments(deps, actor, body),
  'PUT /api/roster/courses/undo': ({ deps, actor, body }) => undoCourses(deps, actor, body),
  'PUT /api/roster/enrolments/undo': ({ deps, actor, body }) => undoEnrolments(deps, actor, body),
  'POST /api/roster/courses/find': ({ deps, actor, body }) => findCourses(deps, actor, body),
})
