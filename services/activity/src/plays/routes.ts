import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { playCalls } from './api.ts'
import { heartbeat, play } from './plays.ts'

export const playRoutes = routes(playCalls)<Deps>({
  'POST /api/activities/:id/play': ({ deps, actor, place, params, body }) => play(deps, actor, place, params.id, body.upload_id),
  'POST /api/play-sessions/:id/heartbeat': ({ deps, actor, place, params, body }) => heartbeat(deps, actor, place, params.id, body),
})
