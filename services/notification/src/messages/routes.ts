// Routes of messages: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { messageCalls } from './api.ts'
import { sendMessage, sentMessages } from './messages.ts'

export const messageRoutes = routes(messageCalls)<Deps, CourseRules>({
  'POST /api/courses/:id/messages': ({ deps, actor, scope, body }) => sendMessage(deps, actor, scope, body),
  'GET /api/courses/:id/messages': ({ deps, actor, scope, query }) => sentMessages(deps, actor, scope.course, query),
})
