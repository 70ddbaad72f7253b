// Routes of drafts: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { draftCalls } from './api.ts'
import { deleteDraft, readDraft, writeDraft } from './drafts.ts'

export const draftRoutes = routes(draftCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/draft': ({ deps, actor, params }) => readDraft(deps, actor, { activity: params.id }),
  'PUT /api/activities/:id/draft': ({ deps, actor, scope, params, body }) => writeDraft(deps, actor, scope, { activity: params.id }, body),
  'DELETE /api/activities/:id/draft': ({ deps, actor, params, query }) => deleteDraft(deps, actor, { activity: params.id }, query),
  'GET /api/courses/:id/drafts/:type': ({ deps, actor, params }) => readDraft(deps, actor, { course: params.id, type: params.type }),
  'PUT /api/courses/:id/drafts/:type': ({ deps, actor, scope, params, body }) =>
    writeDraft(deps, actor, scope, { course: params.id, type: params.type }, body),
  'DELETE /api/courses/:id/drafts/:type': ({ deps, actor, params, query }) =>
    deleteDraft(deps, actor, { course: params.id, type: params.type }, query),
})
