// A text with blanks: each a text, a number or a choice. The stem holds `[[id]]` where a blank stands.
import { oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { AcceptedNumber, AcceptedText, DecimalSign, Part, PartId, Percent, TextRules } from '../shapes.ts'

export const BlanksContent = Type.Object({
  blanks: Type.Array(
    Type.Object({
      id: PartId,
      kind: oneOf('text', 'number', 'choice'),
      /** Of a choice. */
      options: Type.Optional(Type.Array(Part, { minItems: 2, maxItems: 20 })),
    }),
    { minItems: 1, maxItems: 50 },
  ),
})
export const BlanksKey = Type.Object({
  /** By the id of the blank; its kind says which of the three. `weight`: its part of the points beside the others', 1 where it is left out. */
  blanks: Type.Record(
    PartId,
    Type.Object({
      weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      texts: Type.Optional(Type.Array(AcceptedText, { minItems: 1, maxItems: 50 })),
      numbers: Type.Optional(Type.Array(AcceptedNumber, { minItems: 1, maxItems: 20 })),
      options: Type.Optional(Type.Record(PartId, Percent, { additionalProperties: false, maxProperties: 20 })),
      ...TextRules,
    }),
    { additionalProperties: false, maxProperties: 50 },
  ),
})
/** A text, a number as it was typed, or the id of an option. */
export const BlanksAnswer = Type.Object({
  values: Type.Record(PartId, Type.String({ maxLength: 1000 }), { additionalProperties: false, maxProperties: 50 }),
  /** Of numbers, by the id of the blank. */
  decimals: Type.Optional(Type.Record(PartId, DecimalSign, { additionalProperties: false, maxProperties: 50 })),
})
