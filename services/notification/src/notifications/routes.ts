import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { notificationCalls } from './api.ts'
import { countUnread, listNotifications, markRead } from './notifications.ts'

export const notificationRoutes = routes(notificationCalls)<Deps>({
  'GET /api/notifications': ({ deps, actor, query }) => listNotifications(deps, actor, query),
  'GET /api/notifications/unread-count': ({ deps, actor }) => countUnread(deps, actor),
  'PUT /api/notifications/read': ({ deps, actor, body }) => markRead(deps, actor, body),
})
