// Routes of content lists: each call of api.ts with its list.
import { type HandlerContext, routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { contentListCalls } from './api.ts'
import { type ListName, listContent } from './content-lists.ts'

type Context = HandlerContext<(typeof contentListCalls)[keyof typeof contentListCalls], Deps, CourseRules>
const list =
  (name: ListName) =>
  ({ deps, actor, scope, params, query }: Context) =>
    listContent(deps, actor, scope, params.id, name, query)

export const contentListRoutes = routes(contentListCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/all-activities': list('all-activities'),
  'GET /api/courses/:id/homework-activities': list('homework-activities'),
  'GET /api/courses/:id/exams': list('exams'),
  'GET /api/courses/:id/live-record': list('live-record'),
  'GET /api/courses/:id/interactions': list('interactions'),
  'GET /api/courses/:id/questionnaires': list('questionnaires'),
  'GET /api/courses/:id/forum-activities': list('forum-activities'),
  'GET /api/courses/:id/web-link-activities': list('web-link-activities'),
  'GET /api/courses/:id/submitted-exams': list('submitted-exams'),
  'GET /api/courses/:id/score-list': list('score-list'),
})
