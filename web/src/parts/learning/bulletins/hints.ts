// Lines of bulletins.
import type { HintLine } from '../../../hint-lines.ts'

export default [
  {
    on: ['bulletinChanged', 'bulletinPublished'],
    reads: [
      { call: 'GET /api/bulletins' },
      { call: 'GET /api/courses/:id/current-bulletins' },
      { call: 'GET /api/bulletins/unread' },
      { call: 'GET /api/bulletins/:id' },
      { call: 'GET /api/org/bulletins' },
      { call: 'GET /api/courses/:id/bulletins' },
    ],
  },
] satisfies HintLine[]
