// Lines of scores: released and hidden ones are told to their student alone, final results to all of the course.
import type { HintLine } from '../../../hint-lines.ts'

export default [
  {
    on: ['scoreReleased', 'scoreWithdrawn'],
    reads: [
      { call: 'GET /api/courses/:id/my-scores', by: 'course' },
      { call: 'GET /api/my-scores' },
      { call: 'GET /api/activities/:id/my-submission' },
      { call: 'GET /api/activities/:id/my-participation' },
    ],
  },
  {
    on: ['courseResultFinal'],
    reads: [
      { call: 'GET /api/courses/:id/gradebook', by: 'course' },
      { call: 'GET /api/courses/:id/my-scores', by: 'course' },
    ],
  },
] satisfies HintLine[]
