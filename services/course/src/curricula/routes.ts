// Routes of curricula: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { curriculumCalls } from './api.ts'
import { listCourses, listMissing } from './coverage.ts'
import { changeCurriculum, deleteCurriculum, listCurricula, makeCurriculum, readCurriculum, restoreCurriculum } from './curricula.ts'
import { enrolKlass } from './enrolling.ts'
import { confirmLink, endLink, listLinks, restoreLink } from './links.ts'

export const curriculumRoutes = routes(curriculumCalls)<Deps, CourseRules>({
  'GET /api/curricula': ({ deps, actor, query }) => listCurricula(deps, actor, query),
  'POST /api/curricula': ({ deps, actor, body }) => makeCurriculum(deps, actor, body),
  'GET /api/curricula/:id': ({ deps, actor, params }) => readCurriculum(deps, actor, params.id),
  'PUT /api/curricula/:id': ({ deps, actor, params, body }) => changeCurriculum(deps, actor, params.id, body),
  'DELETE /api/curricula/:id': ({ deps, actor, params, query }) => deleteCurriculum(deps, actor, params.id, query.version),
  'PUT /api/curricula/:id/restore': ({ deps, actor, params }) => restoreCurriculum(deps, actor, params.id),
  'GET /api/curricula/:id/courses': ({ deps, actor, params, query }) => listCourses(deps, actor, params.id, query),
  'GET /api/curricula/:id/missing': ({ deps, actor, params, query }) => listMissing(deps, actor, params.id, query),
  'POST /api/curricula/:id/enrol': ({ deps, actor, params, body }) => enrolKlass(deps, actor, params.id, body),
  'GET /api/curricula/:id/links': ({ deps, actor, params, query }) => listLinks(deps, actor, params.id, query),
  'PUT /api/curricula/:id/links/:link_id/confirm': ({ deps, actor, params, body }) => confirmLink(deps, actor, params, body),
  'DELETE /api/curricula/:id/links/:link_id': ({ deps, actor, params, query }) => endLink(deps, actor, params, query.version),
  'PUT /api/curricula/:id/links/:link_id/restore': ({ deps, actor, params }) => restoreLink(deps, actor, params),
})
