// Events of the calendar: one's own, of departments, of courses.
import { ById, changes, Id, nullable, oneOf, Ordinal, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

export const Colour = oneOf('teal', 'blue', 'orange', 'plum', 'olive', 'grey')
export const TargetType = oneOf('self', 'department', 'course')
export type TargetType = Static<typeof TargetType>

const ids = (most: number) => Type.Optional(Type.Array(Id, { maxItems: most, uniqueItems: true }))
const role = Type.String({ pattern: '^[a-z_]{1,32}$' })
export const TargetData = Type.Object({
  department_ids: ids(100),
  /** Names of roles: in the organisation for departments, in the course for courses. None: everybody. */
  role_ids: Type.Optional(Type.Array(role, { maxItems: 10, uniqueItems: true })),
  course_id: Type.Optional(nullable(Id)),
  course_ids: ids(200),
  /** All courses in which the writer changes content now. */
  all_courses: Type.Optional(Type.Boolean()),
  /** Of the people reached these alone, and those of these groups. */
  user_ids: ids(200),
  group_ids: ids(100),
})
export type TargetData = Static<typeof TargetData>

const line = Type.String({ maxLength: 200 })
const fields = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  all_day: Type.Optional(Type.Boolean()),
  start_time: Type.Optional(Time),
  /** Of an event of whole days: midnight (UTC) of the day after the last one. */
  end_time: Type.Optional(Time),
  location: Type.Optional(line),
  room_id: Type.Optional(nullable(Id)),
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  color: Type.Optional(Colour),
  target_type: Type.Optional(TargetType),
  target_data: Type.Optional(TargetData),
  /** Of GET /api/calendar-alerts; null: none. */
  alert_id: Type.Optional(nullable(Ordinal)),
  send_email_alert: Type.Optional(Type.Boolean()),
  /** A number of the organisation's own, kept as it is. */
  tag_id: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 2_000_000_000 }))),
  upload_ids: ids(20),
})
export const EventDraft = fields
export type EventDraft = Static<typeof EventDraft>

export const EventUpload = Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), size: Type.Number() })
export const CalendarEvent = Type.Object({
  id: Type.String(),
  title: Type.String(),
  all_day: Type.Boolean(),
  start_time: Time,
  end_time: Time,
  location: Type.String(),
  room_id: nullable(Type.String()),
  description: Type.String(),
  color: Colour,
  target_type: TargetType,
  target_data: Type.Object({
    department_ids: Type.Array(Type.String()),
    role_ids: Type.Array(Type.String()),
    course_id: nullable(Type.String()),
    course_ids: Type.Array(Type.String()),
    all_courses: Type.Boolean(),
    user_ids: Type.Array(Type.String()),
    group_ids: Type.Array(Type.String()),
  }),
  /** Names by id of those in target_data, where one event is read by somebody who may change it. */
  target_names: Type.Optional(Type.Record(Type.String(), Type.String())),
  alert_id: nullable(Type.Integer()),
  send_email_alert: Type.Boolean(),
  tag_id: nullable(Type.Integer()),
  uploads: Type.Array(EventUpload),
  editable: Type.Boolean(),
  created_by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  version: Type.Integer(),
})
export type CalendarEvent = Static<typeof CalendarEvent>

const refusals = [
  'department.only',
  'calendarEvent.endBeforeStart',
  'calendarEvent.tooLong',
  'calendarEvent.wholeDays',
  'calendarEvent.departmentsMissing',
  'calendarEvent.departmentUnknown',
  'calendarEvent.courseMissing',
  'calendarEvent.courseUnknown',
  'calendarEvent.groupUnknown',
  'calendarEvent.personUnknown',
  'calendarEvent.alertUnknown',
  'room.unknown',
  'upload.unknown',
] as const

export const eventCalls = calls({
  'GET /api/calendar-events': {
    summary: 'Events that I see in a span of time (at most 400 days), the first to begin first',
    may: 'signedIn',
    query: pageQuery({ start: Time, end: Time }),
    reply: paged(CalendarEvent),
    errors: ['calendar.spanTooLong'],
  },
  'POST /api/calendar-events': {
    summary:
      'Make an event: of my own, of departments (who manages the calendar) or of courses (who changes their content). Without times from the next full hour for an hour',
    may: 'signedIn',
    status: 201,
    body: EventDraft,
    reply: CalendarEvent,
    errors: refusals,
    example: { title: 'Study group', start_time: '2026-11-24T09:00:00Z', end_time: '2026-11-24T10:00:00Z', location: 'Library, room 3' },
  },
  'GET /api/calendar-events/:id': {
    summary: 'An event that I see',
    may: 'signedIn',
    params: ById,
    reply: CalendarEvent,
    errors: ['calendarEvent.notFound'],
  },
  'PUT /api/calendar-events/:id': {
    summary: 'Change the fields that are given',
    may: 'signedIn',
    params: ById,
    body: Type.Interface([changes(fields)], { version: Version }),
    reply: CalendarEvent,
    errors: [...refusals, 'calendarEvent.notFound', 'calendarEvent.newer'],
  },
  'DELETE /api/calendar-events/:id': {
    summary: 'Delete an event; for 30 days it can be restored',
    may: 'signedIn',
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    status: 204,
    errors: ['calendarEvent.notFound', 'calendarEvent.newer'],
  },
  'PUT /api/calendar-events/:id/restore': {
    summary: 'Bring back an event that was deleted',
    may: 'signedIn',
    params: ById,
    reply: CalendarEvent,
    errors: ['calendarEvent.notFound'],
  },
  'GET /api/calendar-events/:id/files': {
    summary: 'The files of an event that I see, each with an address that opens it for four hours',
    may: 'signedIn',
    params: ById,
    reply: Type.Object({
      items: Type.Array(
        Type.Object({ upload_id: Type.String(), name: Type.String(), type: Type.String(), size: Type.Number(), url: Type.String() }),
      ),
    }),
    errors: ['calendarEvent.notFound'],
  },
  'GET /api/calendar-alerts': {
    summary: 'The alerts of events: how many minutes before one people are told',
    may: 'signedIn',
    reply: Type.Object({
      alerts: Type.Array(Type.Object({ id: Type.Integer(), minutes: Type.Integer() })),
      default_id: Type.Integer(),
    }),
  },
})
