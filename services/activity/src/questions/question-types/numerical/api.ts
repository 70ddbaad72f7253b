// A number, with tolerances.
import { Type } from 'typebox'
import { AcceptedNumber } from '../shapes.ts'

export const NumericalContent = Type.Object({
  /** Shown behind the field: "m/s". */
  unit: Type.Optional(Type.String({ maxLength: 50 })),
})
export const NumericalKey = Type.Object({ accepted: Type.Array(AcceptedNumber, { minItems: 1, maxItems: 20 }) })
/** As it was typed; a comma of the writer's language is a point. */
export const NumericalAnswer = Type.Object({ text: Type.String({ maxLength: 100 }) })
