// The contract table of the school's own register: courses and their people come from it.
import { ReportLine, TaskId } from '@lyceum/kit/tasks/api'
import { ById, Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { encodings } from '@lyceum/kit/text/encodings'
import { Type } from 'typebox'
import { calls } from '../call-table.ts'

const Encoding = oneOf(...encodings)
/** Left out: the likeliest of each file. */
const Encodings = Type.Object({ courses: Type.Optional(Encoding), enrolments: Type.Optional(Encoding) })

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
      status: oneOf('running', 'finished', 'failed', 'cancelled'),
      progress: Type.Number({ description: '0 to 1' }),
      report: Type.Array(ReportLine),
      error: nullable(Type.Object({ code: Type.String(), params: Type.Object({}, { additionalProperties: true }) })),
    }),
    errors: ['task.notFound', 'course.unpublished', 'simulation.visitor'],
  },
})
