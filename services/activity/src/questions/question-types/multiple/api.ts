// Several options of several.
import { oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { FeedbackByPart, Part, PartId, Percent } from '../shapes.ts'

export const MultipleContent = Type.Object({
  options: Type.Array(Part, { minItems: 2, maxItems: 50 }),
  shuffle: Type.Optional(Type.Boolean()),
  /** The number of options that may be chosen; left out: all. */
  most: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
})
export const MultipleKey = Type.Object({
  right: Type.Array(PartId, { minItems: 1, maxItems: 50, uniqueItems: true }),
  /**
   * all: nothing but the right ones earns the points. each: every option chosen or left rightly earns its part. minus: every right one chosen earns its
   * part and every wrong one costs as much, never below 0. percents: by `percents`, from -100 to 100 each, never below 0.
   */
  rule: oneOf('all', 'each', 'minus', 'percents'),
  percents: Type.Optional(Type.Record(PartId, Percent, { additionalProperties: false, maxProperties: 50 })),
  feedback: Type.Optional(FeedbackByPart),
})
export const MultipleAnswer = Type.Object({ choices: Type.Array(PartId, { maxItems: 50, uniqueItems: true }) })
