// Routes of captions: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { captionCalls } from './api.ts'
import { listCaptions, putCaptions, putChapters, removeCaptions } from './captions.ts'

export const captionRoutes = routes(captionCalls)<Deps, CourseRules>({
  'GET /api/uploads/:id/captions': ({ deps, actor, params }) => listCaptions(deps, actor, params.id),
  'PUT /api/uploads/:id/captions/:language': ({ deps, actor, params, body }) =>
    putCaptions(deps, actor, params.id, params.language, body.text),
  'DELETE /api/uploads/:id/captions/:language': ({ deps, actor, params }) => removeCaptions(deps, actor, params.id, params.language),
  'PUT /api/uploads/:id/chapters': ({ deps, actor, params, body }) => putChapters(deps, actor, params.id, body.chapters),
})
