// The contract table of exam access: the code that opens an exam, and the addresses it may be written from.
import { calls } from '../../call-table.ts'
import { ById, nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** A text of who sits in the room: at most a line. */
const Code = Type.String({ minLength: 1, maxLength: 50 })
/** An address, or a network: 192.0.2.0/24, 2001:db8::/32. */
const Network = Type.String({ minLength: 2, maxLength: 43 })
export const ExamAccess = Type.Object({
  /** Null: none is needed. */
  code: nullable(Code),
  /** None: from everywhere. */
  ip_ranges: Type.Array(Network, { maxItems: 100, uniqueItems: true }),
})
export type ExamAccess = Static<typeof ExamAccess>

export const examAccessCalls = calls({
  'GET /api/activities/:id/exam-access': {
    summary: 'The code that opens an exam, and the addresses it may be written from',
    may: 'content.change',
    at: 'activity',
    params: ById,
    reply: ExamAccess,
    errors: ['paper.notOffered'],
  },
  'PUT /api/activities/:id/exam-access': {
    summary: 'Set the code and the addresses of an exam',
    may: 'content.change',
    at: 'activity',
    params: ById,
    body: ExamAccess,
    reply: ExamAccess,
    secret: true,
    errors: ['paper.notOffered'],
    example: { code: 'tide-7', ip_ranges: ['192.0.2.0/24'] },
  },
})
