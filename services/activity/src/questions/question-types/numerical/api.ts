// A number, with tolerances.
import { Type } from 'typebox'
import { AcceptedNumber, DecimalSign } from '../shapes.ts'

export const NumericalContent = Type.Object({
  /** Shown behind the field: "m/s". */
  unit: Type.Optional(Type.String({ maxLength: 50 })),
})
export const NumericalKey = Type.Object({ accepted: Type.Array(AcceptedNumber, { minItems: 1, maxItems: 20 }) })
/** As it was typed. */
export const NumericalAnswer = Type.Object({
  text: Type.String({ maxLength: 100 }),
  /** Left out in answers from before it was kept: they are read both ways. */
  decimal: Type.Optional(DecimalSign),
})
