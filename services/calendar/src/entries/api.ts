// The calls that read a person's calendar in a span of time, series as their lessons.
import { nullable, oneOf, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'
import { CourseColour } from '../colours/api.ts'

export const Entry = Type.Object({
  /** Of the event, timetable or meeting; lessons of a series share it. */
  id: Type.String(),
  kind: oneOf('event', 'timetable', 'meeting', 'instruction_meeting'),
  title: Type.String(),
  start_time: Time,
  /** Of whole days midnight (UTC) of the day after the last one. */
  end_time: Time,
  all_day: Type.Boolean(),
  location: Type.String(),
  description: Type.String(),
  /** The course it is of, where it is of one. */
  course_id: nullable(Type.String()),
  course_name: nullable(Type.String()),
  /** Null: its course's. */
  color: nullable(Type.String()),
  /** The zone that it is meant in; null: none of its own. */
  time_zone: nullable(Type.String()),
  /** The day of a lesson in its series, which changes of it alone name. */
  occurrence_date: nullable(Type.String()),
  repeats: Type.Boolean(),
  /** Of meetings. */
  audit_status: nullable(oneOf('agree', 'reject', 'others')),
  join_url: nullable(Type.String()),
  /** Of meetings of a teaching-and-research group. */
  group_id: Type.Optional(Type.String()),
  group_name: Type.Optional(Type.String()),
  /** Of events that have one. */
  tag_id: Type.Optional(Type.Integer()),
  editable: Type.Boolean(),
  version: Type.Integer(),
})
export type Entry = Static<typeof Entry>

export const SpanQuery = Type.Object({ start: Time, end: Time })
export const entryCalls = calls({
  'GET /api/calendar-entries': {
    summary: 'What my calendar shows in a span of time (at most 400 days): events, lessons, meetings, each with its times. At most 5,000',
    may: 'signedIn',
    query: SpanQuery,
    reply: Type.Object({
      entries: Type.Array(Entry),
      timetables: Type.Boolean(),
      cloud_classrooms: Type.Boolean(),
      colours: Type.Array(CourseColour),
    }),
    errors: ['calendar.spanTooLong'],
  },
})
