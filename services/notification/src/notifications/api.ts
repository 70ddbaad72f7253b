// The calls of a person’s notifications: the list, the numbers of it, and what is read.
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Subject } from '../registry/subject-api.ts'

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

const unreadCount = Type.Integer({ description: '1000: that many or more' })
export const UnreadCount = Type.Object({ unread_count: unreadCount })
export type UnreadCount = Static<typeof UnreadCount>

const topic = oneOf('courses', 'work', 'scores', 'talk', 'calendar', 'bulletins', 'organisation', 'files')

/** The ones named, those of a course, of a topic or of both, or with `all` every one of mine. */
export const MarkRead = Type.Object({
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })),
  course_id: Type.Optional(Id),
  topic: Type.Optional(topic),
  all: Type.Optional(Type.Boolean()),
})
export type MarkRead = Static<typeof MarkRead>

/** The ones named, or all that were marked as read at this time: by one call. */
export const MarkUnread = Type.Object({
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })),
  read_at: Type.Optional(Time),
})
export type MarkUnread = Static<typeof MarkUnread>

const listQuery = pageQuery({
  unread: Type.Optional(Type.Boolean()),
  course_id: Type.Optional(Id),
  topic: Type.Optional(topic),
})
export type ListQuery = Static<typeof listQuery>

export const notificationCalls = calls({
  'GET /api/notifications': {
    summary: 'My notifications, newest first; with unread=true only those I have not read. Several things of a course may be one',
    may: 'signedIn',
    query: listQuery,
    reply: paged(Notification, { unread_count: unreadCount }),
  },
  'GET /api/notifications/unread-count': {
    summary: 'How many notifications I have not read',
    may: 'signedIn',
    reply: UnreadCount,
  },
  'GET /api/notifications/courses': {
    summary: 'The courses that my notifications are about, by name',
    may: 'signedIn',
    reply: Type.Object({ courses: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
  },
  'GET /api/notifications/:id': {
    summary: 'One notification of mine: a mail leads to it',
    may: 'signedIn',
    params: ById,
    reply: Notification,
    errors: ['notification.notFound'],
  },
  'PUT /api/notifications/read': {
    summary:
      'Mark notifications as read, by their ids, of a course, of a topic or all; ids that are not mine change nothing. read_at undoes it',
    may: 'signedIn',
    tx: false,
    body: MarkRead,
    reply: Type.Interface([UnreadCount], { read_at: Time }),
    example: { all: true },
  },
  'PUT /api/notifications/unread': {
    summary: 'Mark notifications as not read again, by their ids or the time at which one call marked them',
    may: 'signedIn',
    tx: false,
    body: MarkUnread,
    reply: UnreadCount,
    example: { ids: ['01900000-0000-7000-8000-000000000001'] },
  },
})
