// Addresses by which other programs read a person's calendar. Whoever has one reads it, so each is random and can be revoked.
import { ById, Id, nullable, Time } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { calls } from '../call-table.ts'
import { Entry } from '../entries/api.ts'

const Feed = Type.Object({
  id: Type.String(),
  name: Type.String(),
  course_id: nullable(Type.String()),
  course_name: nullable(Type.String()),
  created_at: Time,
  /** When a program last read it. */
  read_at: nullable(Time),
})

/** A series as a feed writes it: a rule instead of its lessons. */
export const FeedSeries = Type.Object({
  id: Type.String(),
  title: Type.String(),
  location: Type.String(),
  description: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  time_zone: Type.String(),
  first_day: Type.String(),
  start_minute: Type.Integer(),
  minutes: Type.Integer(),
  repeat_type: Type.String(),
  frequency: Type.Integer(),
  weekdays: Type.Array(Type.Integer()),
  last_day: Type.String(),
  excluded: Type.Array(Type.String()),
  version: Type.Integer(),
})

export const feedCalls = calls({
  'GET /api/calendar-feeds': {
    summary: 'The addresses by which my calendar is read elsewhere, without the addresses themselves',
    may: 'signedIn',
    reply: Type.Object({ feeds: Type.Array(Feed) }),
  },
  'POST /api/calendar-feeds': {
    summary: 'A new address of my calendar, or of what of it is of one course. It is answered this once; at most 20',
    may: 'signedIn',
    status: 201,
    secret: true,
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }), course_id: Type.Optional(nullable(Id)) }),
    reply: Type.Object({ feed: Feed, path: Type.String() }),
    errors: ['calendarFeed.tooMany', 'timetable.courseUnknown'],
    example: { name: 'My phone' },
  },
  'DELETE /api/calendar-feeds/:id': {
    summary: 'Revoke an address: nobody reads by it any more',
    may: 'signedIn',
    params: ById,
    status: 204,
    reply: Type.Null(),
    errors: ['calendarFeed.notFound'],
  },
  'POST /internal-api/calendar-feed': {
    summary: 'What the feed of an address shows now, or that it is what it was at a version',
    may: 'internal',
    scope: 'none',
    // it reads by the pool: a transaction beside that would hold two connections
    tx: false,
    repeatable: true,
    body: Type.Object({ token: Type.String({ maxLength: 200 }), known: Type.Optional(Type.String({ maxLength: 64 })) }),
    reply: Type.Object({
      person_id: Type.String(),
      course_id: nullable(Type.String()),
      from: Time,
      to: Time,
      /** Another one whenever it shows something else. */
      version: Type.String(),
      /** Null: the version is the one that is known. */
      content: nullable(
        Type.Object({
          name: Type.String(),
          locale: Type.String(),
          entries: Type.Array(Entry),
          series: Type.Array(FeedSeries),
        }),
      ),
    }),
    errors: ['calendarFeed.notFound'],
  },
})
