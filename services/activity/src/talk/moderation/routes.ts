// Routes of moderation: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { talkSettings } from '../talk-settings.ts'
import { moderationCalls } from './api.ts'
import { setPostState } from './post-state.ts'
import { listLooks } from './queue.ts'
import { reportPost } from './reports.ts'
import { changeTalkSettings } from './settings.ts'

export const moderationRoutes = routes(moderationCalls)<Deps, CourseRules>({
  'POST /api/posts/:id/report': ({ deps, actor, scope, params, body }) => reportPost(deps, actor, scope, params.id, body),
  'PUT /api/posts/:id/state': ({ deps, actor, scope, params, body }) => setPostState(deps, actor, scope, params.id, body),
  'GET /api/courses/:id/post-reports': ({ deps, actor, scope, query }) => listLooks(deps, actor, scope, query),
  'GET /api/courses/:id/talk-settings': ({ deps, scope }) => talkSettings(deps.db, scope.course),
  'PUT /api/courses/:id/talk-settings': ({ deps, scope, body }) => changeTalkSettings(deps, scope, body),
})
