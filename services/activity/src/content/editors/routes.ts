// Routes of editors: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { editorCalls } from './api.ts'
import { listEditors, noteEditor } from './editors.ts'

export const editorRoutes = routes(editorCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/editors': ({ deps, params }) => listEditors(deps, { aggregate: 'activity', id: params.id }),
  'PUT /api/activities/:id/editors': ({ deps, actor, scope, params, body }) =>
    noteEditor(deps, actor, scope, { aggregate: 'activity', id: params.id }, body),
})
