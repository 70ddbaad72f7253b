// The expected rights to classes: who sees the course reads them, its students take part, who teaches leads them.
import { managers, type Rule, teachers } from './rights-subjects.ts'

export const rulesOfClasses: Record<string, Rule> = {
  'classes, for who sees the course': {
    open: [...teachers, ...managers, 'student', 'simulating'],
    calls: [
      'GET /api/courses/:id/class-sessions',
      'GET /api/class-sessions/:id/state',
      'GET /api/courses/:id/my-attendance',
      'GET /api/class-sessions/:id/votes',
      'GET /api/votes/:id/files',
      'GET /api/votes/:id/results',
    ],
  },
  'live lectures, for who sees the course': {
    open: [...teachers, ...managers, 'student'],
    unsaid: ['simulating'],
    calls: ['GET /api/activities/:id/meeting', 'POST /api/activities/:id/meeting/join'],
  },
  'live lectures, for who writes the content': {
    open: [...teachers, 'admin'],
    unsaid: ['simulating'],
    calls: [
      'PUT /api/activities/:id/meeting',
      'POST /api/activities/:id/meeting/end',
      'GET /api/activities/:id/meeting/people',
      'PUT /api/activities/:id/meeting/recordings/:rid',
      'POST /api/activities/:id/meeting/recordings/:rid/fetch',
      'DELETE /api/activities/:id/meeting/recordings/:rid',
    ],
  },
  'taking part in a class, for its students': {
    open: ['student'],
    unsaid: ['simulating'],
    calls: ['PUT /api/class-sessions/:id/hand', 'POST /api/roll-calls/:id/claim', 'PUT /api/votes/:id/answer'],
  },
  'leading a class, for who teaches': {
    open: [...teachers, 'admin'],
    unsaid: ['simulating'],
    calls: [
      'POST /api/courses/:id/class-sessions',
      'PUT /api/class-sessions/:id',
      'POST /api/class-sessions/:id/pick',
      'POST /api/class-sessions/:id/roll-calls',
      'PUT /api/roll-calls/:id/people',
      'POST /api/roll-calls/:id/spot-check',
      'POST /api/roll-calls/:id/close',
      'POST /api/course/:id/inclass-report',
      'POST /api/class-sessions/:id/votes',
      'PUT /api/votes/:id',
    ],
  },
  'the board, codes and people of a class, for who teaches': {
    open: [...teachers, 'admin'],
    calls: [
      'GET /api/class-sessions/:id/board',
      'GET /api/roll-calls/:id/code',
      'GET /api/roll-calls/:id/people',
      'GET /api/roll-calls/:id/people/:person/changes',
    ],
  },
  'attendance, for who teaches and who looks after the course': {
    open: [...teachers, ...managers],
    calls: [
      'GET /api/class-sessions/:id/report',
      'POST /api/class-sessions/:id/report/export',
      'GET /api/courses/:id/attendance',
      'GET /api/courses/:id/attendance/rows',
      'POST /api/courses/:id/attendance/export',
    ],
  },
}
