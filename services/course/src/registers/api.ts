// The contract table of the school's own register: courses and their people come from it.
import { ReportLine, TaskId } from '@lyceum/kit/tasks/api'
import { ById, Id, nullable, oneOf, paged, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { encodings } from '@lyceum/kit/text/encodings'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

const Encoding = oneOf(...encodings)
/** Left out: the likeliest of each file. */
const Encodings = Type.Object({ courses: Type.Optional(Encoding), enrolments: Type.Optional(Encoding) })

const State = oneOf('running', 'finished', 'failed', 'cancelled')
const Refusal = nullable(Type.Object({ code: Type.String(), params: Type.Object({}, { additionalProperties: true }) }))

export const RegisterRun = Type.Object({
  /** Of its task. */
  id: Type.String(),
  by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  state: State,
  error: Refusal,
  courses: nullable(Type.Integer({ description: 'of the register that were read; null before its end' })),
  held: nullable(Type.Integer({ description: 'members who would have left, and stayed since they are so many' })),
  done: Type.Integer({ description: 'lines of its report, of which there are at most 500; so are the two below' }),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  started_at: Time,
  ended_at: nullable(Time),
})
export type RegisterRun = Static<typeof RegisterRun>

export const registerCalls = calls({
  'GET /api/management/course-register': {
    summary: 'Whether the organisation has a register that its courses come from and I may synchronise, and my synchronisation that runs',
    may: 'statistics.read',
    reply: Type.Object({ set: Type.Boolean(), status_key: nullable(TaskId) }),
  },
  'GET /api/management/course-register/preview': {
    summary: 'The beginning of each file of the register, in its encoding or in another; no files of a register at an address',
    may: 'people.import',
    wide: true,
    query: Encodings,
    reply: Type.Object({
      files: Type.Array(
        Type.Object({
          name: Type.String(),
          encoding: Encoding,
          replaced: nullable(Type.Object({ count: Type.Integer(), line: Type.Integer() })),
          lines: Type.Array(Type.Array(Type.String()), { description: 'the names of the columns, then at most five lines' }),
        }),
      ),
    }),
    errors: ['department.only', 'register.columnMissing', 'register.notSet', 'register.openQuote', 'register.unreadable'],
  },
  'GET /api/management/course-register/runs': {
    summary: 'Synchronisations with the register of the organisation, the newest first, for a month after their end',
    may: 'audit.read',
    wide: true,
    management: true,
    query: pageQuery({ state: Type.Optional(State) }),
    reply: paged(RegisterRun),
    errors: ['department.only', 'authCode.needed'],
  },
  'POST /api/courses/sync_from_urp': {
    summary: 'Make and change the courses of the register and enrol their people, as a task; of these courses alone if they are named',
    may: 'people.import',
    wide: true,
    body: Type.Object({
      course_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })),
      encodings: Type.Optional(Encodings),
      removals: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 10_000_000,
          description: 'members that may leave: as many as a task has found and left alone',
        }),
      ),
    }),
    reply: Type.Object({ status_key: TaskId }),
    status: 201,
    errors: ['department.only', 'register.notSet', 'register.running', 'register.notRegistered'],
    example: {},
  },
  'GET /api/course/:id/sync-status': {
    summary: 'How far a synchronisation of mine is, and what became of this course',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: Type.Object({ status_key: TaskId }),
    reply: Type.Object({
      status: State,
      progress: Type.Number({ description: '0 to 1' }),
      report: Type.Array(ReportLine),
      error: Refusal,
    }),
    errors: ['task.notFound', 'course.unpublished', 'simulation.visitor'],
  },
})
