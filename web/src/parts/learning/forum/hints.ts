// Lines of the forum: a hint names the course, and the topic as its part.
import type { HintLine } from '../../../hint-lines.ts'

export default [
  { on: ['postReported', 'postChanged'], reads: [{ call: 'GET /api/courses/:id/post-reports', by: 'course' }] },
  {
    on: ['topicChanged', 'postChanged'],
    reads: [
      { call: 'GET /api/courses/:id/topics', by: 'course' },
      { call: 'GET /api/courses/:id/topics-unread', by: 'course' },
      { call: 'GET /api/topics/:id', by: 'of' },
      { call: 'GET /api/topics/:id/outline', by: 'of' },
      { call: 'GET /api/topics/:id/posts', by: 'of' },
      { call: 'GET /api/activities/:id/comments' },
      { call: 'GET /api/activities/:id/comment/count' },
    ],
  },
] satisfies HintLine[]
