// Routes of documents: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { documentCalls } from './api.ts'
import { readPages } from './pages-read.ts'

export const documentRoutes = routes(documentCalls)<Deps, CourseRules>({
  'POST /api/activities/:id/pages-read': ({ deps, actor, scope, params, body }) => readPages(deps, actor, scope, params.id, body),
})
