// Routes of subjects: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { subjectCalls } from './api.ts'
import { mergeSubject, unmergeSubject } from './merging.ts'
import { changeSubject, deleteSubject, listSubjects, makeSubject, restoreSubject } from './subjects.ts'

export const subjectRoutes = routes(subjectCalls)<Deps, CourseRules>({
  'GET /api/subjects': ({ deps, actor, query }) => listSubjects(deps, actor, query),
  'POST /api/subjects': ({ deps, actor, body }) => makeSubject(deps, actor, body),
  'PUT /api/subjects/:id': ({ deps, actor, params, body }) => changeSubject(deps, actor, params.id, body),
  'DELETE /api/subjects/:id': ({ deps, actor, params, query }) => deleteSubject(deps, actor, params.id, query.version),
  'PUT /api/subjects/:id/restore': ({ deps, actor, params }) => restoreSubject(deps, actor, params.id),
  'POST /api/subjects/:id/merge': ({ deps, actor, params, body }) => mergeSubject(deps, actor, params.id, body),
  'POST /api/subjects/:id/unmerge': ({ deps, actor, params, body }) => unmergeSubject(deps, actor, params.id, body.version),
})
