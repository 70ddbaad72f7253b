// Routes of attempts: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { markRead } from '../../progress/marks.ts'
import { attemptCalls } from './api.ts'
import { readMyAttempts } from './my-attempts.ts'
import { beginPlay } from './plays.ts'
import { saveAnswers } from './save.ts'
import { startAttempt } from './start.ts'
import { submitAttempt } from './submit.ts'
import { noteLeaving, readAttemptFiles, readAttemptPaper, readMyAnswers } from './taking.ts'

export const attemptRoutes = routes(attemptCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/my-attempts': ({ deps, actor, scope, params }) => readMyAttempts(deps, actor, scope, params.id),
  'POST /api/activities/:id/attempts': ({ deps, actor, scope, params, body }) => startAttempt(deps, actor, scope, params.id, body),
  'GET /api/attempts/:id/paper': ({ deps, actor, scope, reply }) => readAttemptPaper(deps, actor, scope, reply),
  'GET /api/attempts/:id/files': ({ deps, actor, scope }) => readAttemptFiles(deps, actor, scope),
  'GET /api/attempts/:id/answers': ({ deps, actor, scope, query }) => readMyAnswers(deps, actor, scope, query.device),
  'PUT /api/attempts/:id/answers': ({ deps, actor, scope, body }) => saveAnswers(deps, actor, scope, body),
  'POST /api/attempts/:id/submit': ({ deps, actor, scope, body }) => submitAttempt(deps, actor, scope, body),
  'POST /api/attempts/:id/events': ({ deps, actor, scope, body }) => noteLeaving(deps, actor, scope, body),
  'POST /api/attempts/:id/plays': ({ deps, actor, scope, body }) => beginPlay(deps, actor, scope, body),
  'POST /api/course/activities-read/exam/:id': ({ deps, actor, scope, params }) => markRead(deps, actor, scope, params.id),
})
