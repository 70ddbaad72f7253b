// Routes of viewing: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { bytesOrigin } from '../grants/origin.ts'
import type { Deps } from '../deps.ts'
import { viewCalls } from './api.ts'
import { grantForCover } from './cover.ts'
import { readAudio, refuseProvider, readPdfInfo, readText, readView } from './viewing.ts'

export const viewRoutes = routes(viewCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/cover': async ({ deps, actor, scope, request, reply }) => {
    const grant = await grantForCover(deps, actor, scope)
    if (!grant) reply.code(204)
    else reply.headers({ location: `${bytesOrigin(deps.config, request)}/bytes/${grant}/file`, 'cache-control': 'private, max-age=3600' })
    return null
  },
  'GET /api/uploads/:id/view': ({ deps, actor, params, query }) => readView(deps, actor, params.id, query.grant),
  'GET /api/uploads/:id/text': ({ deps, actor, params, query }) => readText(deps, actor, params.id, query),
  'GET /api/uploads/audio/:id': ({ deps, actor, params, query }) => readAudio(deps, actor, params.id, query.grant),
  'GET /api/uploads/reference/document/:id/pdf-info-for-stat': ({ deps, actor, params, query }) =>
    readPdfInfo(deps, actor, params.id, query.grant),
  'GET /api/uploads/:id/preview/:provider': ({ deps, actor, params, query }) =>
    refuseProvider(deps, actor, params.id, params.provider, query.grant),
  'GET /api/uploads/:id/rms-preview': ({ deps, actor, params, query }) => refuseProvider(deps, actor, params.id, 'rms', query.grant),
  'GET /api/uploads/:id/rms-video-urls': ({ deps, actor, params, query }) => refuseProvider(deps, actor, params.id, 'rms', query.grant),
})
