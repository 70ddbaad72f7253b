// Timetables: the lessons of a course, once or in a series.
import { ById, changes, Day, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

const Colour = oneOf('teal', 'blue', 'orange', 'plum', 'olive', 'grey')
export const RepeatType = oneOf('no_repeat', 'day', 'week', 'custom')
export type RepeatType = Static<typeof RepeatType>

const fields = Type.Object({
  course_id: Id,
  /** Of the first lesson; its day and hour are those of the zone. */
  start_time: Type.Optional(Time),
  end_time: Type.Optional(Time),
  /** IANA name. Missing: the course's, else the organisation's. */
  time_zone: Type.Optional(Type.String({ maxLength: 64 })),
  repeat_type: Type.Optional(RepeatType),
  /** custom: every so many weeks. */
  repeat_frequency: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 52 }))),
  /** Monday 1 to Sunday 7, separated by commas. */
  repeat_weekly_days: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  repeat_end_date: Type.Optional(nullable(Day)),
  location: Type.Optional(Type.String({ maxLength: 200 })),
  room_id: Type.Optional(nullable(Id)),
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  /** Whatever is chosen, one orange is stored. */
  color: Type.Optional(Colour),
})
const telling = {
  /** Tells the people of the course. */
  send_ntf: Type.Optional(Type.Boolean()),
  ntf_content: Type.Optional(Type.String({ maxLength: 1000 })),
}
export const TimetableDraft = Type.Interface([fields], telling)
export type TimetableDraft = Static<typeof TimetableDraft>

const scope = {
  /** current: this lesson alone; current_and_after: it and those that follow (the default). */
  update_scope: Type.Optional(oneOf('current', 'current_and_after')),
  /** The day of the lesson in its series; missing: the first. */
  occurrence_date: Type.Optional(Day),
  version: Version,
}
export const TimetableChanges = Type.Interface([changes(Type.Omit(fields, ['course_id', 'time_zone']))], { ...scope, ...telling })
export type TimetableChanges = Static<typeof TimetableChanges>
export const TimetableDeletion = Type.Object({ ...scope, ...telling })
export type TimetableDeletion = Static<typeof TimetableDeletion>

export const Timetable = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  course_title: Type.String(),
  instructors_names: Type.Array(Type.String()),
  start_time: Time,
  end_time: Time,
  time_zone: Type.String(),
  repeat_type: RepeatType,
  repeat_frequency: nullable(Type.Integer()),
  repeat_weekly_days: Type.String(),
  repeat_end_date: nullable(Type.String()),
  location: Type.String(),
  room_id: nullable(Type.String()),
  description: Type.String(),
  color: Colour,
  editable: Type.Boolean(),
  version: Type.Integer(),
})
export type Timetable = Static<typeof Timetable>

/** A line of a file, as it was understood. */
export const ImportedRow = Type.Object({
  line: Type.Integer(),
  course_code: Type.String(),
  course_name: nullable(Type.String()),
  weekdays: Type.Array(Type.Integer()),
  start: Type.String(),
  end: Type.String(),
  first_day: Type.String(),
  last_day: Type.String(),
  location: Type.String(),
  times: Type.Integer(),
  /** The same lessons are there already. */
  known: Type.Boolean(),
  faults: Type.Array(Type.Object({ field: Type.String(), code: Type.String(), params: Type.Record(Type.String(), Type.Unknown()) })),
  /** The people who would have to be in two places: teachers by name, students by their number. */
  conflicts: Type.Array(
    Type.Object({
      at: Type.String(),
      with: Type.String(),
      with_line: nullable(Type.Integer()),
      people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
      students: Type.Integer(),
    }),
  ),
})
export type ImportedRow = Static<typeof ImportedRow>
const ImportFile = Type.Object({
  csv: Type.String({ minLength: 1, maxLength: 500_000 }),
  time_zone: Type.Optional(Type.String({ maxLength: 64 })),
  date_order: Type.Optional(oneOf('day_first', 'month_first')),
  buddhist: Type.Optional(Type.Boolean({ description: 'years over 2400 are of the Buddhist era' })),
})
/** The first cells that can be read in two ways, while nobody has chosen one for the file; their lines have faults until then. */
const ImportAsks = Type.Object({
  date_order: nullable(
    Type.Object({ line: Type.Integer(), field: Type.String(), text: Type.String(), day_first: Type.String(), month_first: Type.String() }),
  ),
  buddhist: nullable(
    Type.Object({ line: Type.Integer(), field: Type.String(), text: Type.String(), buddhist: Type.String(), gregorian: Type.String() }),
  ),
})
export type ImportAsks = Static<typeof ImportAsks>
export type ImportFile = Static<typeof ImportFile>

const refusals = [
  'room.unknown',
  'timetable.off',
  'timetable.endBeforeStart',
  'timetable.tooLong',
  'timetable.weekdaysMissing',
  'timetable.weekdayWrong',
  'timetable.endsBeforeStart',
  'timetable.tooManyTimes',
  'timetable.never',
] as const

export const timetableCalls = calls({
  'GET /api/calendar-timetables': {
    summary: 'Series of lessons of my courses that touch a span of time (at most 400 days)',
    may: 'signedIn',
    query: pageQuery({ start: Time, end: Time }),
    reply: paged(Timetable),
    errors: ['calendar.spanTooLong'],
  },
  'POST /api/calendar-timetables': {
    summary:
      'Make lessons of a course. no_repeat takes no repeat fields, day every day, week every week on repeat_weekly_days, custom every repeat_frequency weeks. At most 1,000 lessons',
    may: 'signedIn',
    status: 201,
    body: TimetableDraft,
    reply: Timetable,
    errors: [...refusals, 'timetable.courseUnknown'],
    example: {
      course_id: '01900000-0000-7000-8000-000000000001',
      start_time: '2026-09-07T02:00:00Z',
      end_time: '2026-09-07T04:00:00Z',
      time_zone: 'Asia/Bangkok',
      repeat_type: 'week',
      repeat_weekly_days: '1,3',
      repeat_end_date: '2026-12-18',
      location: 'Hall B',
    },
  },
  'GET /api/calendar-timetables/:id': {
    summary: 'A series of lessons',
    may: 'viewCourse',
    at: 'timetable',
    params: ById,
    reply: Timetable,
    errors: ['timetable.notFound', 'course.unpublished', 'simulation.visitor', 'scope.other'],
  },
  'PUT /api/calendar-timetables/:id': {
    summary:
      'Change a lesson, or it and those that follow: then the series is cut at its day. A lesson that is changed alone becomes one that does not repeat',
    may: 'content.change',
    at: 'timetable',
    params: ById,
    body: TimetableChanges,
    reply: Timetable,
    errors: [...refusals, 'timetable.notFound', 'timetable.newer', 'timetable.notThen', 'scope.other', 'simulation.visitor'],
  },
  'PUT /api/calendar-timetables/:id/delete': {
    summary: 'Cancel a lesson, or it and those that follow. Lessons that have taken place stay, unless they are cancelled one by one',
    may: 'content.change',
    at: 'timetable',
    params: ById,
    body: TimetableDeletion,
    reply: Type.Object({ timetable: nullable(Timetable) }),
    errors: ['timetable.notFound', 'timetable.newer', 'timetable.notThen', 'timetable.over', 'scope.other', 'simulation.visitor'],
  },
  'POST /api/calendar-timetables/import/preview': {
    summary:
      'What the lessons of a file would become: columns course_code, weekdays (1 to 7, or names), start, end, first_day, last_day, and location, every (weeks), description where wanted; first_day_serial and last_day_serial for the day numbers of a spreadsheet. Nothing is written',
    may: 'calendar.manage',
    repeatable: true,
    body: ImportFile,
    reply: Type.Object({ rows: Type.Array(ImportedRow), good: Type.Integer(), asks: ImportAsks }),
    errors: ['timetable.off', 'timetable.columnMissing', 'timetable.tooManyRows', 'authCode.needed'],
    management: true,
  },
  'POST /api/calendar-timetables/import': {
    summary: 'Make the lessons of a file; lines with faults and lessons that are there already are left out',
    may: 'calendar.manage',
    status: 201,
    body: ImportFile,
    reply: Type.Object({ made: Type.Integer(), left_out: Type.Integer() }),
    errors: ['timetable.off', 'timetable.columnMissing', 'timetable.tooManyRows', 'authCode.needed'],
    management: true,
  },
})
