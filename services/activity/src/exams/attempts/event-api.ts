// An entry of the log of an attempt on the wire.
import { nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

export const AttemptEvent = Type.Object({
  at: Type.String(),
  kind: Type.String(),
  /** Null: the student's own page. */
  by: nullable(Type.String()),
  note: Type.Object({}, { additionalProperties: true }),
})
export type AttemptEvent = Static<typeof AttemptEvent>
