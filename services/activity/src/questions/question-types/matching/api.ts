// Items, each with the choice that belongs to it. Both lists are stored in an order that says nothing.
import { oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { Part, PartId } from '../shapes.ts'

export const MatchingContent = Type.Object({
  items: Type.Array(Part, { minItems: 2, maxItems: 50 }),
  /** Some may belong to no item. */
  choices: Type.Array(Part, { minItems: 2, maxItems: 50 }),
  shuffle: Type.Optional(Type.Boolean()),
})
const Pairs = Type.Record(PartId, PartId, { additionalProperties: false, maxProperties: 50 })
export const MatchingKey = Type.Object({
  /** Of every item. */
  pairs: Pairs,
  /** each: every pair earns its part. all: all of them or nothing. */
  rule: oneOf('each', 'all'),
})
export const MatchingAnswer = Type.Object({ pairs: Pairs })
