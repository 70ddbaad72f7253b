// Items that are put into an order. They are stored in one that says nothing.
import { oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { Part, PartId } from '../shapes.ts'

const Order = Type.Array(PartId, { minItems: 2, maxItems: 30, uniqueItems: true })
export const OrderingContent = Type.Object({ items: Type.Array(Part, { minItems: 2, maxItems: 30 }) })
export const OrderingKey = Type.Object({
  order: Order,
  /** all: the whole order or nothing. place: every item at its place earns its part. next: every item followed by the right one does. */
  rule: oneOf('all', 'place', 'next'),
})
export const OrderingAnswer = Type.Object({ order: Order })
