import { calls } from '../call-table.ts'
import { Id, nullable, oneOf, paged, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** The subject of a notification. `kind` is course or activity; `href` is a path inside the web with its hash. The text is the web's, by `type`. */
export const Payload = Type.Object({
  kind: oneOf('course', 'activity'),
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
  type: oneOf(...notificationTypes),
  payload: Payload,
  /** The person behind the change; null when there is none, or they were erased. */
  sender: nullable(Type.Object({ id: Type.String(), name: Type.String(), avatar: Type.String() })),
  created_at: Time,
  read_at: nullable(Time),
})
export type Notification = Static<typeof Notification>

export const UnreadCount = Type.Object({ unread_count: Type.Integer() })
export type UnreadCount = Static<typeof UnreadCount>

/** The ones named, or with `all` every one of mine. */
export const MarkRead = Type.Object({
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })),
  all: Type.Optional(Type.Boolean()),
})
export type MarkRead = Static<typeof MarkRead>

export const notificationCalls = calls({
  'GET /api/notifications': {
    summary: 'My notifications, newest first; with unread=true only those I have not read',
    may: 'signedIn',
    query: pageQuery({ unread: Type.Optional(Type.Boolean()) }),
    reply: paged(Notification, { unread_count: Type.Integer() }),
  },
  'GET /api/notifications/unread-count': {
    summary: 'How many notifications I have not read',
    may: 'signedIn',
    reply: UnreadCount,
  },
  'PUT /api/notifications/read': {
    summary: 'Mark notifications as read, by their ids or all; ids that are not mine change nothing',
    may: 'signedIn',
    tx: false,
    body: MarkRead,
    reply: UnreadCount,
    example: { all: true },
  },
})
