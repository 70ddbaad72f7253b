// Routes of invigilation: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { attemptOf } from '../attempts/attempt-row.ts'
import type { Deps } from '../../deps.ts'
import { invigilate } from './actions.ts'
import { invigilationCalls } from './api.ts'
import { readLateAnswers, takeLateAnswers } from './late-answers.ts'
import { readMonitor, readPersonEvents } from './monitor.ts'
import { readWriting } from './writing.ts'

export const invigilationRoutes = routes(invigilationCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/invigilation': ({ deps, params, query }) => readMonitor(deps, params.id, query),
  'POST /api/activities/:id/invigilation': ({ deps, actor, params, body }) => invigilate(deps, actor, params.id, body),
  'GET /api/activities/:id/invigilation/events': ({ deps, params, query }) => readPersonEvents(deps, params.id, query.person_id),
  'GET /api/courses/:id/writing': ({ deps, params }) => readWriting(deps, params.id),
  'GET /api/attempts/:id/late-answers': ({ deps, scope }) => readLateAnswers(deps, scope),
  'POST /api/attempts/:id/late-answers/take': ({ deps, actor, scope, body }) =>
    takeLateAnswers(deps, actor, attemptOf(scope).id, body.slots, body.device),
})
