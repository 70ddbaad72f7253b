// The contract table of the gradebook as a table: out of it, and into it after a preview.
import { ById, nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { final, recalculation } from '../score-policies/api.ts'

const Remark = Type.Object({
  line: Type.Integer(),
  column: nullable(Type.String()),
  code: Type.String(),
  params: Type.Object({}, { additionalProperties: true }),
})

export const CsvPreview = Type.Object({
  /** Of what it was compared with: to be sent with the import. */
  version: Type.String(),
  changes: Type.Array(
    Type.Object({
      line: Type.Integer(),
      person: Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String() }),
      item_id: Type.String(),
      title: Type.String(),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
  ),
  /** Nothing is imported while there are any. Line 1 is the header; `code` has its text among the errors. */
  errors: Type.Array(Remark),
  /** Cells that were rounded. */
  notes: Type.Array(Remark),
  /** Of all changes; the first 2,000 are listed. */
  total: Type.Integer(),
  /** Columns that are no items, and are left out. */
  ignored: Type.Array(Type.String()),
  unchanged: Type.Integer(),
})
export type CsvPreview = Static<typeof CsvPreview>
const Csv = Type.String({ minLength: 1, maxLength: 5_000_000 })

export const scoreTableCalls = calls({
  'POST /api/courses/:id/scores/import/preview': {
    summary: 'What a table would change: a line for each student by user number or e-mail, a column for each item by its title',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: Type.Object({ csv: Csv }),
    reply: CsvPreview,
    status: 200,
  },
  'POST /api/courses/:id/scores/import': {
    summary: 'Write a table as it was previewed: all of it, or nothing',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: Type.Object({ csv: Csv, version: Type.String({ maxLength: 100 }) }),
    reply: Type.Object({ changed: Type.Integer(), ...recalculation }),
    status: 200,
    errors: ['scoreImport.changed', ...final],
  },
  'GET /api/courses/:id/scores/export': {
    summary: 'The book as a table, UTF-8 with its mark; no cell is a formula',
    may: 'scores.read',
    at: 'course',
    params: ById,
    reply: Type.Object({ name: Type.String(), csv: Type.String() }),
  },
})
