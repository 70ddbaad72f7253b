// The expected rights to topics and posts of a course: who sees it reads, its members write, who began a topic or teaches changes it.
import { managers, type Rule, teachers } from './rights-subjects.ts'

export const rulesOfTalk: Record<string, Rule> = {
  'topics and posts, for who sees the course': {
    open: [...teachers, ...managers, 'student', 'simulating'],
    calls: [
      'GET /api/courses/:id/topics',
      'GET /api/courses/:id/topics-unread',
      'GET /api/topics/:id',
      'GET /api/topics/:id/outline',
      'GET /api/topics/:id/posts',
      'POST /api/topics/:id/export',
      'GET /api/activities/:id/comments',
      'GET /api/activities/:id/comment/count',
    ],
  },
  'their own place in a topic, for who sees the course': {
    open: [...teachers, ...managers, 'student'],
    unsaid: ['simulating'],
    calls: ['PUT /api/topics/:id/read', 'PUT /api/topics/:id/follow'],
  },
  'writing, for who is in the course': {
    open: [...teachers, 'admin', 'student'],
    unsaid: ['simulating'],
    calls: [
      'GET /api/courses/:id/mentionable',
      'POST /api/courses/:id/topics',
      'POST /api/topics/:id/posts',
      'PUT /api/posts/:id/reactions',
      'POST /api/posts/:id/report',
      'POST /api/activities/:id/comments',
    ],
  },
  'topics and posts of others, for who moderates': {
    open: [...teachers, 'admin'],
    unsaid: ['simulating'],
    calls: [
      'PUT /api/topics/:id',
      'DELETE /api/topics/:id',
      'PUT /api/topics/:id/restore',
      'DELETE /api/posts/:id',
      'GET /api/posts/:id/versions',
      'POST /api/posts/:id/author',
      'PUT /api/posts/:id/state',
      'PUT /api/courses/:id/talk-settings',
      'PUT /api/notes/:id/audience',
      'POST /api/courses/:id/group-topics',
    ],
  },
  'the queue of posts and the rules of a course, for who moderates': {
    open: [...teachers, 'admin'],
    calls: ['GET /api/courses/:id/post-reports', 'GET /api/courses/:id/talk-settings'],
  },
  'a post, for its author': { open: ['owner'], unsaid: ['simulating'], calls: ['PUT /api/posts/:id'] },
  'notes beside a file, for who sees the course': {
    open: [...teachers, ...managers, 'student'],
    unsaid: ['simulating'],
    calls: ['POST /api/notes'],
  },
  'a note, for its author': {
    open: ['owner'],
    unsaid: ['simulating'],
    calls: ['PUT /api/notes/:id', 'DELETE /api/notes/:id', 'PUT /api/notes/:id/restore'],
  },
  // one that is not removed is answered as it is
  'a post that is not removed, for who sees the course': {
    open: [...teachers, ...managers, 'student'],
    unsaid: ['simulating'],
    calls: ['PUT /api/posts/:id/restore'],
  },
}
