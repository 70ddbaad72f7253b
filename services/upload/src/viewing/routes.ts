import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { viewCalls } from './api.ts'
import { audioOf, noProvider, pdfInfo, textOf, viewOf } from './viewing.ts'

export const viewRoutes = routes(viewCalls)<Deps>({
  'GET /api/uploads/:id/view': ({ deps, actor, params, query }) => viewOf(deps, actor, params.id, query.grant),
  'GET /api/uploads/:id/text': ({ deps, actor, params, query }) => textOf(deps, actor, params.id, query),
  'GET /api/uploads/audio/:id': ({ deps, actor, params, query }) => audioOf(deps, actor, params.id, query.grant),
  'GET /api/uploads/reference/document/:id/pdf-info-for-stat': ({ deps, actor, params, query }) =>
    pdfInfo(deps, actor, params.id, query.grant),
  'GET /api/uploads/:id/preview/:provider': ({ deps, actor, params }) => noProvider(deps, actor, params.id, params.provider),
  'GET /api/uploads/:id/rms-preview': ({ deps, actor, params }) => noProvider(deps, actor, params.id, 'rms'),
  'GET /api/uploads/:id/rms-video-urls': ({ deps, actor, params }) => noProvider(deps, actor, params.id, 'rms'),
})
