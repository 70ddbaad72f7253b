// A place on a scale, of questionnaires and votes.
import { Type } from 'typebox'

export const ScaleContent = Type.Object({
  from: Type.Integer({ minimum: 0, maximum: 1 }),
  to: Type.Integer({ minimum: 2, maximum: 10 }),
  /** The meaning of the ends. */
  low: Type.Optional(Type.String({ maxLength: 100 })),
  high: Type.Optional(Type.String({ maxLength: 100 })),
})
export const ScaleKey = Type.Object({})
export const ScaleAnswer = Type.Object({ value: Type.Integer({ minimum: 0, maximum: 10 }) })
