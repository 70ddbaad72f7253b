// The settings of classrooms on the wire: their place, and the beginning of their roll calls.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

export const ClassroomSettings = Type.Object({
  /** A room, or whatever leads there. */
  place: Type.Optional(Type.String({ maxLength: 200 })),
  /** The ways that a roll call of it offers first. */
  ways: Type.Optional(Type.Array(oneOf('number', 'qr', 'hand'), { minItems: 1, maxItems: 3, uniqueItems: true })),
  /** Minutes until a roll call closes. */
  minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 240 })),
  /** Minutes after which a claim is late; null: none is. */
  late_after: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 240 }))),
})
