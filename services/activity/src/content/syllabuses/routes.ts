// Routes of syllabuses: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { syllabusCalls } from './api.ts'
import { addSyllabuses, changeSyllabus, deleteSyllabus, leavePlan, listSyllabuses, restoreSyllabus, sortItems } from './syllabuses.ts'

export const syllabusRoutes = routes(syllabusCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/syllabuses': ({ deps, scope, params }) => listSyllabuses(deps, scope, params.id),
  'POST /api/courses/:id/syllabuses': ({ deps, scope, params, body }) => addSyllabuses(deps, scope, params.id, body.syllabuses),
  'PUT /api/syllabuses/:id': ({ deps, scope, params, body }) => changeSyllabus(deps, scope, params.id, body),
  'DELETE /api/syllabuses/:id': ({ deps, scope, params, query }) => deleteSyllabus(deps, scope, params.id, query.version),
  'PUT /api/syllabuses/:id/restore': ({ deps, scope, params }) => restoreSyllabus(deps, scope, params.id),
  'PUT /api/syllabus/:id/activity-sort': ({ deps, scope, params, body }) => sortItems(deps, scope, params.id, body),
  'DELETE /api/courses/:id/syllabus-items': ({ deps, params, body }) => leavePlan(deps, params.id, body),
})
