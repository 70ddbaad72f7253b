// The shape of a refused activity in a change of several.
import { nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** `title` null: it is not in the course any more. `code`, `params`: of the refusal. */
export const Refused = Type.Object({
  activity_id: Type.String(),
  title: nullable(Type.String()),
  code: Type.String(),
  params: Type.Object({}, { additionalProperties: true }),
})
export type Refused = Static<typeof Refused>
