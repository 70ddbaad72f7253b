// Routes of data imports: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { borrowDelegation, takeDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import { awaited } from '@lyceum/kit/http/awaited'
import type { Deps } from '../deps.ts'
import { dataImportCalls } from './api.ts'
import { previewFiles, templateOf } from './preview.ts'
import { applyRun, discardRun, getRun, listLines, listRuns, startRun, undoRun } from './runs.ts'

export const dataImportRoutes = routes(dataImportCalls)<Deps, CourseRules>({
  'POST /api/data-import/preview': ({ deps, actor, body, request, reply }) =>
    previewFiles(deps, actor, borrowDelegation(request), { ...body, signal: awaited(reply) }),
  'POST /api/data-import': ({ deps, actor, body, request, reply }) =>
    startRun(deps, actor, takeDelegation(request, reply), body, awaited(reply)),
  'GET /api/data-import': ({ deps, actor, query }) => listRuns(deps, actor, query),
  'GET /api/data-import/:id': ({ deps, actor, params }) => getRun(deps, actor, params.id),
  'GET /api/data-import/:id/lines': ({ deps, actor, params, query }) => listLines(deps, actor, params.id, query),
  'POST /api/data-import/:id/apply': ({ deps, actor, params, body, request, reply }) =>
    applyRun(deps, actor, takeDelegation(request, reply), params.id, body),
  'POST /api/data-import/:id/undo': ({ deps, actor, params, body, request, reply }) =>
    undoRun(deps, actor, takeDelegation(request, reply), params.id, body),
  'DELETE /api/data-import/:id': ({ deps, actor, params, query }) => discardRun(deps, actor, params.id, query.version),
  'GET /api/data-import/templates/:kind': async ({ params }) => templateOf(params.kind),
})
