// Routes of imports of questions: each call of api.ts with the function behind it.
import { borrowDelegation, takeDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { questionImportCalls } from './api.ts'
import { listItems, previewImport, startImport } from './question-imports.ts'

export const questionImportRoutes = routes(questionImportCalls)<Deps, CourseRules>({
  'POST /api/question-imports/preview': ({ deps, actor, body, request }) => previewImport(deps, actor, borrowDelegation(request), body),
  'POST /api/question-imports': ({ deps, actor, body, request, reply }) => startImport(deps, actor, takeDelegation(request, reply), body),
  'GET /api/question-imports/:id/items': ({ deps, actor, params, query }) => listItems(deps, actor, params.id, query),
})
