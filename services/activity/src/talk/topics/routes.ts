// Routes of topics: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { topicCalls } from './api.ts'
import { beginInGroups } from './group-topics.ts'
import { listMentionable } from './mentionable.ts'
import { follow, markRead, readOutline } from './reading.ts'
import { listTopics, readUnread } from './topic-list.ts'
import { beginTopic, changeTopic, deleteTopic, readTopic, restoreTopic } from './topics.ts'

export const topicRoutes = routes(topicCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/topics': ({ deps, actor, scope, query }) => listTopics(deps, actor, scope, query),
  'POST /api/courses/:id/topics': ({ deps, actor, scope, body }) => beginTopic(deps, actor, scope, body),
  'POST /api/courses/:id/group-topics': ({ deps, actor, scope, body }) => beginInGroups(deps, actor, scope, body),
  'GET /api/topics/:id': ({ deps, actor, scope, params }) => readTopic(deps, actor, scope, params.id),
  'PUT /api/topics/:id': ({ deps, actor, scope, params, body }) => changeTopic(deps, actor, scope, params.id, body),
  'DELETE /api/topics/:id': ({ deps, actor, scope, params, query }) => deleteTopic(deps, actor, scope, params.id, query.version),
  'PUT /api/topics/:id/restore': ({ deps, actor, scope, params }) => restoreTopic(deps, actor, scope, params.id),
  'PUT /api/topics/:id/read': ({ deps, actor, scope, params, body }) => markRead(deps, actor, scope, params.id, body.n),
  'PUT /api/topics/:id/follow': ({ deps, actor, scope, params, body }) => follow(deps, actor, scope, params.id, body.following),
  'GET /api/topics/:id/outline': ({ deps, actor, scope, params }) => readOutline(deps, actor, scope, params.id),
  'GET /api/courses/:id/mentionable': ({ deps, actor, scope, query }) => listMentionable(deps, actor, scope, query),
  'GET /api/courses/:id/topics-unread': ({ deps, actor, scope }) => readUnread(deps, actor, scope),
})
