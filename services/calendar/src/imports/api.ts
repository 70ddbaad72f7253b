// Import of a calendar file (.ics) into one's own events.
import { nullable, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

export const FoundEvent = Type.Object({
  /** Names the event in this file: what is chosen of the preview. */
  key: Type.String(),
  title: Type.String(),
  start_time: Time,
  end_time: Time,
  all_day: Type.Boolean(),
  location: Type.String(),
  /** Of a series so many are taken over, and so many left out. */
  times: Type.Integer(),
  left_out: Type.Integer(),
  /** new; known: it is there already; changed: it is there with other times or texts. */
  state: Type.String(),
  /** A zone that is not known: its times are those of the reader's zone. */
  unknown_zone: nullable(Type.String()),
})
export type FoundEvent = Static<typeof FoundEvent>

const File = Type.Object({
  ics: Type.String({ minLength: 1, maxLength: 1_000_000 }),
  /** The zone of times that name none. */
  time_zone: Type.Optional(Type.String({ maxLength: 64 })),
})
export type IcsFile = Static<typeof File>
const refusals = ['busy', 'calendarImport.notCalendar', 'calendarImport.tooMany', 'calendarImport.empty'] as const

export const importCalls = calls({
  'POST /api/calendar-imports/preview': {
    summary: 'The events of a calendar file, at most 500, series as their times of one year. Nothing is written',
    may: 'signedIn',
    repeatable: true,
    // the file is read by a thread, for seconds: no transaction is open meanwhile
    tx: false,
    bodyLimit: 1_500_000,
    body: File,
    reply: Type.Object({
      events: Type.Array(FoundEvent),
      /** Components that are no events (tasks, journals), or have no time. */
      left_out: Type.Integer(),
      /** Lines and entries that cannot be read, 20 at most: the line in the file, its text or the title. */
      bad: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() })),
    }),
    errors: refusals,
  },
  'POST /api/calendar-imports': {
    summary: 'Take events of a calendar file over into my calendar; those that are there already are brought up to date',
    may: 'signedIn',
    status: 201,
    tx: false,
    bodyLimit: 1_500_000,
    body: Type.Interface([File], { keys: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 500 })) }),
    reply: Type.Object({ made: Type.Integer(), changed: Type.Integer(), kept: Type.Integer() }),
    errors: refusals,
  },
})
