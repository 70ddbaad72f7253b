// Rows that each take one of the same columns, or several, of questionnaires.
import { Type } from 'typebox'
import { Part, PartId } from '../shapes.ts'

export const MatrixContent = Type.Object({
  rows: Type.Array(Part, { minItems: 1, maxItems: 30 }),
  columns: Type.Array(Part, { minItems: 2, maxItems: 11 }),
  multiple: Type.Optional(Type.Boolean()),
})
export const MatrixKey = Type.Object({})
export const MatrixAnswer = Type.Object({
  /** Columns by the id of the row. */
  rows: Type.Record(PartId, Type.Array(PartId, { maxItems: 11, uniqueItems: true }), { additionalProperties: false, maxProperties: 30 }),
})
