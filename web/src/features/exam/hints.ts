// Lines of exams. While an attempt is written its answers alone are read again: every save tells its time too. The answers under a marker's
// hands stay in their places; the questions beside them tell how many more there are.
import type { HintLine } from '../../hint-lines.ts'

export default [
  {
    on: ['attemptChanged'],
    reads: [{ call: 'GET /api/activities/:id/my-attempts' }, { call: 'GET /api/attempts/:id/answers' }],
  },
  { on: ['personalTimesChanged'], reads: [{ call: 'GET /api/activities/:id/my-attempts' }] },
  {
    on: ['attemptSubmitted'],
    reads: [
      { call: 'GET /api/activities/:id/my-attempts', every: 3000 },
      { call: 'GET /api/activities/:id/questions-to-mark', every: 5000 },
      { call: 'GET /api/marking', every: 5000 },
    ],
  },
] satisfies HintLine[]
