// Lines of classes: phones and the screen of the hall read a class again at once, and nothing of another one.
import type { HintLine } from '../../hint-lines.ts'

export default [
  {
    on: ['classChanged'],
    reads: [
      { call: 'GET /api/class-sessions/:id/state', by: 'of' },
      { call: 'GET /api/class-sessions/:id/board', by: 'of' },
      { call: 'GET /api/class-sessions/:id/votes', by: 'of' },
    ],
    now: true,
  },
  // answers to a vote come in
  { on: ['classChanged', 'attendanceChanged'], reads: [{ call: 'GET /api/votes/:id/results' }], now: true },
  {
    on: ['attendanceChanged'],
    reads: [
      { call: 'GET /api/class-sessions/:id/board', by: 'of' },
      { call: 'GET /api/class-sessions/:id/state', by: 'of' },
      { call: 'GET /api/roll-calls/:id/people' },
      { call: 'GET /api/roll-calls/:id/people/:person/changes' },
    ],
    now: true,
  },
  // each slide changes the class, while its list is that of before: a hall reads it seldom
  { on: ['classChanged'], reads: [{ call: 'GET /api/courses/:id/class-sessions', by: 'course', every: 5000 }] },
  {
    on: ['classChanged', 'attendanceChanged'],
    reads: [
      { call: 'GET /api/courses/:id/attendance', by: 'course', every: 10_000 },
      { call: 'GET /api/courses/:id/my-attendance', by: 'course' },
      { call: 'GET /api/class-sessions/:id/report', by: 'of', every: 10_000 },
    ],
  },
] satisfies HintLine[]
