// The contract table of attendance: of everybody in a course for who follows them, and one's own.
import { ById, Id, nullable, paged, pageQuery } from '@lyceum/kit/calls/shapes'
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

const linesQuery = Type.Object({ conditions: Type.Optional(Type.String({ maxLength: 2000 })), after: Type.Optional(Id) })
export type LinesQuery = Static<typeof linesQuery>

/** Roll calls of a file, the last ones; people of one answer for it. */
export const mostLineColumns = 500
export const linesAtOnce = 200

/** Roll calls that one answer shows as columns, the last ones. */
export const mostColumns = 100

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
      can: Type.Object({ change: Type.Boolean() }),
    }),
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
      next: nullable(Id),
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
