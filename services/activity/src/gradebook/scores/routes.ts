// Routes of the gradebook: each call of api.ts and tables-api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { reopenResults, submitResults } from '../score-policies/policy.ts'
import { scoreCalls } from './api.ts'
import { putCells, readHistory, readPersonScores } from './cells.ts'
import { readGradebook } from './gradebook.ts'
import { listMyScores, readMyScores } from './my-scores.ts'
import { releaseScores, withdrawScores } from './release-scores.ts'
import { readStatistics } from './statistics.ts'
import { exportTable, importTable, previewImport } from './tables.ts'
import { scoreTableCalls } from './tables-api.ts'

export const scoreRoutes = routes({ ...scoreCalls, ...scoreTableCalls })<Deps, CourseRules>({
  'GET /api/courses/:id/gradebook': ({ deps, params }) => readGradebook(deps, params.id),
  'PUT /api/courses/:id/scores': ({ deps, actor, scope, body }) => putCells(deps, actor, scope, body.cells),
  'GET /api/courses/:id/scores/:person': ({ deps, scope, params }) => readPersonScores(deps, scope, params.person),
  'GET /api/score-items/:id/history/:person': ({ deps, params }) => readHistory(deps, params.id, params.person),
  'POST /api/courses/:id/scores/release': ({ deps, actor, scope, body }) => releaseScores(deps, actor, scope, body),
  'POST /api/courses/:id/scores/withdraw': ({ deps, actor, scope, body }) => withdrawScores(deps, actor, scope, body),
  'GET /api/courses/:id/scores/statistics': ({ deps, params, query }) => readStatistics(deps, params.id, query.item_id),
  'GET /api/courses/:id/my-scores': ({ deps, actor, scope, params, query }) => readMyScores(deps, actor, scope, params.id, query.trial),
  'GET /api/my-scores': ({ deps, actor, query }) => listMyScores(deps, actor, query),
  'POST /api/courses/:id/scores/import/preview': ({ deps, scope, body }) => previewImport(deps, scope, body.csv),
  'POST /api/courses/:id/scores/import': ({ deps, actor, scope, body }) => importTable(deps, actor, scope, body),
  'GET /api/courses/:id/scores/export': ({ deps, scope }) => exportTable(deps, scope),
  'POST /api/courses/:id/results/final': ({ deps, actor, scope }) => submitResults(deps, actor, scope),
  'POST /api/courses/:id/results/reopen': ({ deps, actor, scope, body }) => reopenResults(deps, actor, scope, body),
})
