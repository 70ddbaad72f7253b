// One option of several.
import { Type } from 'typebox'
import { FeedbackByPart, Part, PartId, Percent } from '../shapes.ts'

export const SingleContent = Type.Object({
  options: Type.Array(Part, { minItems: 2, maxItems: 50 }),
  /** Each attempt has an order of its own, where its paper shuffles options. */
  shuffle: Type.Optional(Type.Boolean()),
})
export const SingleKey = Type.Object({
  right: PartId,
  /** The share that other options earn or cost, from -100 to 100. */
  percents: Type.Optional(Type.Record(PartId, Percent, { additionalProperties: false, maxProperties: 50 })),
  feedback: Type.Optional(FeedbackByPart),
})
export const SingleAnswer = Type.Object({ choice: PartId })
