// Routes of notifications: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { notificationCalls } from './api.ts'
import { countUnread, coursesOfMine, listNotifications, markRead, markUnread, readNotification } from './notifications.ts'

export const notificationRoutes = routes(notificationCalls)<Deps, CourseRules>({
  'GET /api/notifications': ({ deps, actor, query }) => listNotifications(deps, actor, query),
  'GET /api/notifications/unread-count': ({ deps, actor }) => countUnread(deps, actor),
  'GET /api/notifications/courses': ({ deps, actor }) => coursesOfMine(deps, actor),
  'GET /api/notifications/:id': ({ deps, actor, params }) => readNotification(deps, actor, params.id),
  'PUT /api/notifications/read': ({ deps, actor, body }) => markRead(deps, actor, body),
  'PUT /api/notifications/unread': ({ deps, actor, body }) => markUnread(deps, actor, body),
})
