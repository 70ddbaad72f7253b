// Lines of the inbox and its count.
import type { HintLine } from '../../../hint-lines.ts'

export default [
  {
    on: ['notificationsChanged', 'personChanged'],
    reads: [{ call: 'GET /api/notifications' }, { call: 'GET /api/notifications/unread-count' }],
  },
] satisfies HintLine[]
