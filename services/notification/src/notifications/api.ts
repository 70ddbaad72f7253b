import { calls } from '../call-table.ts'
import { Id, nullable, paged, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** What a notification is about and leads to: a course, an activity, an upload … The page makes the link. */
export const Subject = Type.Object({ type: Type.String(), id: Type.String(), title: Type.String() })
export type Subject = Static<typeof Subject>

export const Payload = Type.Object({
  /** Values of the sentence that are in no subject, by the type of the notification. */
  params: Type.Record(Type.String(), Type.String()),
  course: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** The newest. */
  subject: Subject,
  /** The newest five of a bundle, newest first; empty when it is about people. */
  subjects: Type.Array(Subject),
})
export type Payload = Static<typeof Payload>

export const Notification = Type.Object({
  id: Type.String(),
  org_id: Type.String(),
  /** An open word: a page that does not know it shows a neutral sentence. */
  type: Type.String(),
  /** More than 1: a bundle of things of one course. */
  count: Type.Integer(),
  payload: Payload,
  /** The person behind the newest; null when there is none, or they were erased. */
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
    summary: 'My notifications, newest first; with unread=true only those I have not read. Several things of a course may be one',
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
