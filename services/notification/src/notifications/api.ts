import { calls } from '@lyceum/kit/calls'
import { type Static, Type } from 'typebox'

const Id = Type.String({ format: 'uuid' })
const Nullable = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => Type.Union([schema, Type.Null()])

/** What it is about. `kind` is course or activity; `href` is a path inside the web with its hash. The text is the web's, by `type`. */
export const Payload = Type.Object({
  kind: Type.Union([Type.Literal('course'), Type.Literal('activity')]),
  course_id: Type.String(),
  course_name: Type.String(),
  activity_id: Type.Optional(Type.String()),
  activity_title: Type.Optional(Type.String()),
  activity_type: Type.Optional(Type.String()),
  href: Type.String(),
})
export type Payload = Static<typeof Payload>

export const notificationTypes = ['course_published', 'activity_published'] as const
export type NotificationType = (typeof notificationTypes)[number]

export const Notification = Type.Object({
  id: Type.String(),
  org_id: Type.String(),
  type: Type.Unsafe<NotificationType>(Type.String({ enum: [...notificationTypes] })),
  payload: Payload,
  /** Who did it; null when nobody did, or they are no longer known. */
  sender: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  created_at: Type.String({ format: 'date-time' }),
  read_at: Nullable(Type.String({ format: 'date-time' })),
})
export type Notification = Static<typeof Notification>

export const Notifications = Type.Object({
  items: Type.Array(Notification),
  page: Type.Integer(),
  page_size: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
  start: Type.Integer(),
  end: Type.Integer(),
  unread_count: Type.Integer(),
})
export type Notifications = Static<typeof Notifications>

export const UnreadCount = Type.Object({ unread_count: Type.Integer() })
export type UnreadCount = Static<typeof UnreadCount>

/** Either the ones named or all of mine. */
export const MarkRead = Type.Union([
  Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100 }) }, { additionalProperties: false }),
  Type.Object({ all: Type.Literal(true) }, { additionalProperties: false }),
])
export type MarkRead = Static<typeof MarkRead>

export const notificationCalls = calls({
  'GET /api/notifications': {
    summary: 'My notifications, newest first; with unread=true only those I have not read',
    may: 'signedIn',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1 })),
      page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      unread: Type.Optional(Type.Boolean()),
    }),
    reply: Notifications,
  },
  'GET /api/notifications/unread-count': {
    summary: 'How many notifications I have not read',
    may: 'signedIn',
    reply: UnreadCount,
  },
  'PUT /api/notifications/read': {
    summary: 'Mark notifications as read, by their ids or all; ids that are not mine change nothing',
    may: 'signedIn',
    body: MarkRead,
    reply: UnreadCount,
    example: { all: true },
  },
})
