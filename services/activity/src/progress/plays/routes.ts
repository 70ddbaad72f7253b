// Routes of plays: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { playCalls } from './api.ts'
import { heartbeat, startPlay } from './plays.ts'

export const playRoutes = routes(playCalls)<Deps, CourseRules>({
  'POST /api/activities/:id/play': ({ deps, actor, scope, params, body }) => startPlay(deps, actor, scope, params.id, body.upload_id),
  'POST /api/play-sessions/:id/heartbeat': ({ deps, actor, scope, params, body }) => heartbeat(deps, actor, scope, params.id, body),
})
