// The contract table of reports of classes: attendance, votes, and who was picked; sent to people of the course.
import { ById, Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { ClassPerson, ClassSummary } from '../shapes.ts'
import { Vote, VoteCounts } from '../votes/shapes.ts'

export const ClassReport = Type.Object({
  session: ClassSummary,
  /** Students of the course now, and how many of them had the class open. */
  members: Type.Integer(),
  here: Type.Integer(),
  /** Of each closed roll call, in their order, how many people have each state. */
  attendance: Type.Array(
    Type.Object({
      roll_call_id: Type.String(),
      at: Type.String(),
      present: Type.Integer(),
      late: Type.Integer(),
      excused: Type.Integer(),
      left_early: Type.Integer(),
      absent: Type.Integer(),
    }),
  ),
  /** In their order, at most 100. `counts` as its results give them to the reader: null for whom they were not shown to. */
  votes: Type.Array(Type.Object({ vote: Vote, counts: nullable(VoteCounts) })),
  /** Those who were picked, the most often first, at most 100. */
  picked: Type.Array(Type.Object({ person: ClassPerson, times: Type.Integer() })),
  can: Type.Object({ send: Type.Boolean() }),
})
export type ClassReport = Static<typeof ClassReport>

export const ReportDraft = Type.Object({ session_id: Id, send_to: oneOf('teachers', 'everybody') })
export type ReportDraft = Static<typeof ReportDraft>

export const reportCalls = calls({
  'GET /api/class-sessions/:id/report': {
    summary: 'The report of a class, for who follows the course and whom it was sent to',
    may: 'viewCourse',
    at: 'classSession',
    params: ById,
    reply: ClassReport,
    errors: ['forbidden', 'course.unpublished'],
  },
  'POST /api/course/:id/inclass-report': {
    summary:
      'Send the report of a class to the teachers of its course, or to everybody in it, as a task: its result has the number of people',
    may: 'attendance.change',
    at: 'course',
    params: ById,
    body: ReportDraft,
    reply: Type.Object({ task: Type.String() }),
    status: 202,
    errors: ['classSession.notFound'],
    example: { session_id: '0193e6a1-2b4c-7d5e-8f60-718293a4b5c6', send_to: 'teachers' },
  },
})
