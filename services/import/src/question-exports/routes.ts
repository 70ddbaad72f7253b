// Routes of exports of questions: each call of api.ts with the function behind it.
import { takeDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { questionExportCalls } from './api.ts'
import { readExport, startExport } from './question-exports.ts'

export const questionExportRoutes = routes(questionExportCalls)<Deps, CourseRules>({
  'POST /api/question-exports': ({ deps, actor, body, request, reply }) => startExport(deps, actor, takeDelegation(request, reply), body),
  'GET /api/question-exports/:id/file': ({ deps, actor, params }) => readExport(deps, actor, params.id),
})
