// Routes of the marking of answers: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { answerMarkingCalls } from './api.ts'
import { decideMark, saveMark } from './answer-marks.ts'
import { listAnswers, listQuestions } from './lists.ts'
import { readStatistics } from './question-statistics.ts'
import { listRegrades, startRegrade } from './regrade.ts'

export const answerMarkingRoutes = routes(answerMarkingCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/questions-to-mark': ({ deps, params }) => listQuestions(deps, params.id),
  'GET /api/activities/:id/answers': ({ deps, actor, scope, params, query }) => listAnswers(deps, actor, scope, params.id, query),
  'PUT /api/attempts/:id/answers/:slot/mark': ({ deps, actor, scope, params, body }) => saveMark(deps, actor, scope, params.slot, body),
  'PUT /api/attempts/:id/answers/:slot/decision': ({ deps, actor, scope, params, body }) =>
    decideMark(deps, actor, scope, params.slot, body),
  'POST /api/activities/:id/regrade': ({ deps, actor, params, body }) => startRegrade(deps, actor, params.id, body),
  'GET /api/activities/:id/regrades': ({ deps, params, query }) => listRegrades(deps, params.id, query),
  'GET /api/activities/:id/question-statistics': ({ deps, params }) => readStatistics(deps, params.id),
})
