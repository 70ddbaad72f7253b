// Lines of live lectures: their page is read again when they change, and when somebody has joined.
import type { HintLine } from '../../../hint-lines.ts'

export default [
  { on: ['liveChanged'], reads: [{ call: 'GET /api/activities/:id/meeting', by: 'of' }], now: true },
  {
    on: ['attendanceChanged'],
    reads: [
      { call: 'GET /api/activities/:id/meeting', by: 'of' },
      { call: 'GET /api/activities/:id/meeting/people', by: 'of' },
    ],
  },
] satisfies HintLine[]
