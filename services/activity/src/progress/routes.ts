// Routes of progress: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { chosenCourses } from '../chosen-courses.ts'
import type { Deps } from '../deps.ts'
import { readActivityCounts } from './activity-counts.ts'
import { progressCalls } from './api.ts'
import { listWatchers, readStudyCompleteness } from './student-progress.ts'
import { readMyLearning } from './my-learning.ts'
import { readDistribution } from './distribution.ts'
import { markDone, markRead, putCompletion } from './marks.ts'

export const progressRoutes = routes(progressCalls)<Deps, CourseRules>({
  'GET /api/my-learning': ({ deps, actor, query }) => readMyLearning(deps, actor, chosenCourses(query)),
  'POST /api/course/activities-read/:id': ({ deps, actor, scope, params }) => markRead(deps, actor, scope, params.id),
  'POST /api/activities/:id/done': ({ deps, actor, scope, params, body }) => markDone(deps, actor, scope, params.id, body.done),
  'PUT /api/activities/:id/completion': ({ deps, params, body }) => putCompletion(deps, params.id, body.person_ids, body.completed),
  'GET /api/courses/:id/study-completeness': ({ deps, actor, scope, params, query }) =>
    readStudyCompleteness(deps, actor, scope, params.id, query),
  'GET /api/courses/:id/completeness-distribution': ({ deps, params }) => readDistribution(deps, params.id),
  'GET /api/courses/:id/activity-counts': ({ deps, params }) => readActivityCounts(deps, params.id),
  'GET /api/activities/:id/watchers': ({ deps, scope, params, query }) => listWatchers(deps, scope, params.id, query),
})
