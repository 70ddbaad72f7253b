// Routes of papers: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { paperCalls } from './api.ts'
import { openPaperFiles } from './granted-files.ts'
import { previewPaper, putPaper, readPaper } from './papers.ts'

export const paperRoutes = routes(paperCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/paper': ({ deps, actor, params }) => readPaper(deps, actor, params.id),
  'PUT /api/activities/:id/paper': ({ deps, actor, params, body }) => putPaper(deps, actor, params.id, body),
  'GET /api/activities/:id/paper/preview': ({ deps, actor, scope, params }) => previewPaper(deps, actor, scope, params.id),
  'GET /api/activities/:id/paper/files': ({ deps, actor, scope, params }) => openPaperFiles(deps, actor, scope, params.id),
})
