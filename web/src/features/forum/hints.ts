// Lines of topics and posts: a page of one topic reads nothing again because another one changes.
import type { HintLine } from '../../hint-lines.ts'

export default [
  {
    on: ['topicChanged', 'postChanged'],
    reads: [
      { call: 'GET /api/courses/:id/topics', by: 'course' },
      { call: 'GET /api/courses/:id/topics-unread', by: 'course' },
      { call: 'GET /api/topics/:id', by: 'of' },
    ],
  },
  {
    on: ['postChanged'],
    reads: [
      { call: 'GET /api/topics/:id/outline', by: 'of' },
      { call: 'GET /api/topics/:id/posts', by: 'of' },
      { call: 'GET /api/activities/:id/comments' },
      { call: 'GET /api/activities/:id/comment/count' },
    ],
  },
] satisfies HintLine[]
