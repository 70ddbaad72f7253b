// The contract table of attendance: of everybody in a course for who follows them, and one's own.
import { ById, nullable, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { AttendanceState, ClassPerson } from '../shapes.ts'

/** Present counts 1, late ½, of the roll calls without the excused ones; null before the first. In per cent. */
const Rate = nullable(Type.Number())
const Totals = {
  present: Type.Integer(),
  late: Type.Integer(),
  excused: Type.Integer(),
  left_early: Type.Integer(),
  absent: Type.Integer(),
  percent: Rate,
}

export const AttendanceColumn = Type.Object({
  roll_call_id: Type.String(),
  session_id: Type.String(),
  title: Type.String(),
  at: Type.String(),
  activity_id: nullable(Type.String()),
})
export const AttendanceRow = Type.Object({
  person: ClassPerson,
  /** In the order of the columns; null: nothing was noted. */
  cells: Type.Array(nullable(Type.Object({ state: AttendanceState, doubtful: Type.Boolean(), reason: Type.String() }))),
  ...Totals,
})
export type AttendanceRow = Static<typeof AttendanceRow>

const attendanceQuery = pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) })
export type AttendanceQuery = Static<typeof attendanceQuery>

/** A person in a file of the attendance. */
export const AttendanceLine = Type.Object({
  person: ClassPerson,
  /** By roll call; those in which nothing was noted are missing. */
  cells: Type.Array(Type.Object({ roll_call_id: Type.String(), state: AttendanceState })),
  ...Totals,
})
export type AttendanceLine = Static<typeof AttendanceLine>

const linesQuery = Type.Object({
  conditions: Type.Optional(Type.String({ maxLength: 2000 })),
  after: Type.Optional(Type.String({ maxLength: 1000 })),
})
export type LinesQuery = Static<typeof linesQuery>

/** Roll calls of a file, the last ones; people of one answer for it. */
export const mostLineColumns = 500
export const linesAtOnce = 200

/** Roll calls that one answer shows as columns, the last ones. */
export const mostColumns = 100

/** The item of the gradebook whose scores follow the attendance; null: there is none. */
const Score = nullable(Type.Object({ item_id: Type.String(), points: Type.String() }))
export type AttendanceScore = Static<typeof Score>
const Choice = Type.Object({
  on: Type.Boolean(),
  /** Of a new item, in the language of the page. */
  title: Type.String({ minLength: 1, maxLength: 200 }),
})
export type ScoreChoice = Static<typeof Choice>

export const attendanceCalls = calls({
  'GET /api/courses/:id/attendance': {
    summary:
      'The attendance of a course’s students in its closed roll calls, the last 100 of them; totals are of all. conditions: keyword, below (per cent), activity_id, group_id',
    may: 'progress.read',
    at: 'course',
    params: ById,
    query: attendanceQuery,
    reply: paged(AttendanceRow, {
      columns: Type.Array(AttendanceColumn),
      calls: Type.Integer(),
      score: Score,
      can: Type.Object({ change: Type.Boolean(), score: Type.Boolean() }),
    }),
  },
  'PUT /api/courses/:id/attendance/score': {
    summary:
      'Make the attendance of a course an item of its gradebook, or take it out again: all of its points for who was always there. Its points, category and release are changed in the gradebook',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: Choice,
    reply: Type.Object({ score: Score }),
    errors: ['results.final', 'scoreItem.tooMany'],
    example: { on: true, title: 'Attendance' },
  },
  'GET /api/courses/:id/attendance/rows': {
    summary:
      'The same for a file, 200 people at once by name; the first answer has the columns, at most the last 500, and how many people there are. `after`: the `next` of the answer before',
    may: 'progress.read',
    at: 'course',
    params: ById,
    query: linesQuery,
    reply: Type.Object({
      items: Type.Array(AttendanceLine),
      columns: Type.Array(AttendanceColumn),
      total: nullable(Type.Integer({ description: 'of those whom keyword and group leave; of the first answer alone' })),
      next: nullable(Type.String()),
    }),
  },
  'GET /api/courses/:id/my-attendance': {
    summary: 'My attendance in the closed roll calls of a course, the last 100 of them; totals are of all',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          ...AttendanceColumn.properties,
          state: nullable(AttendanceState),
          changed: Type.Boolean(),
          reason: Type.String(),
        }),
      ),
      ...Totals,
    }),
    errors: ['course.unpublished'],
  },
})
