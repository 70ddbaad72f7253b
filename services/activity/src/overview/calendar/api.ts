// The contract table of activities in people's calendars: their opening, due and closing times, and classes that are held at a time.
import { nullable, oneOf, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ActivityType } from '../../types/activity-types/api.ts'
import { calls } from '../../call-table.ts'

export const ActivityDate = Type.Object({
  activity_id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  type: ActivityType,
  title: Type.String(),
  what: oneOf('opens', 'due', 'closes'),
  /** At the reader's own time, where they have one. */
  at: Time,
  /** The reader has completed it; null for who teaches. */
  done: nullable(Type.Boolean()),
})
export type ActivityDate = Static<typeof ActivityDate>

export const CloudClassroom = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  type: ActivityType,
  title: Type.String(),
  start_time: Time,
  end_time: nullable(Time),
})
export type CloudClassroom = Static<typeof CloudClassroom>

const Span = Type.Object({ start: Time, end: Time })
const errors = ['calendar.spanTooLong'] as const

export const calendarCalls = calls({
  'GET /api/activity/calendar': {
    summary: 'When activities of my courses open, are due and close in a span of time (at most 400 days), at my own times. At most 2,000',
    may: 'signedIn',
    query: Span,
    reply: Type.Object({ dates: Type.Array(ActivityDate) }),
    errors,
  },
  'GET /api/activity/cloud-classroom': {
    summary: 'Classes of my courses that are held on the web in a span of time; none while the organisation has no cloud classrooms',
    may: 'signedIn',
    query: Span,
    reply: Type.Object({ classrooms: Type.Array(CloudClassroom) }),
    errors,
  },
  'POST /internal-api/activity-dates': {
    summary: 'The same dates of a person, of one course or all, for their feed, or that they are what they were at a version',
    may: 'internal',
    scope: 'none',
    // it reads by the pool: a transaction beside that would hold two connections
    tx: false,
    repeatable: true,
    body: Type.Object({
      person_id: Type.String(),
      course_id: nullable(Type.String()),
      start: Time,
      end: Time,
      known: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    reply: Type.Object({
      /** Another one whenever a date is. */
      version: Type.String(),
      /** Null: the version is the one that is known. */
      dates: nullable(Type.Array(ActivityDate)),
    }),
  },
})
