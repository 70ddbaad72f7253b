import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { progressCalls } from './api.ts'
import { studyCompleteness, watchers } from './lists.ts'
import { myLearning } from './my-learning.ts'
import { markRead } from './progress.ts'

export const progressRoutes = routes(progressCalls)<Deps>({
  'GET /api/my-learning': ({ deps, actor }) => myLearning(deps, actor),
  'POST /api/course/activities-read/:id': ({ deps, actor, place, params }) => markRead(deps, actor, place, params.id),
  'GET /api/courses/:id/study-completeness': ({ deps, actor, place, params, query }) =>
    studyCompleteness(deps, actor, place, params.id, query),
  'GET /api/activities/:id/watchers': ({ deps, place, params, query }) => watchers(deps, place, params.id, query),
})
