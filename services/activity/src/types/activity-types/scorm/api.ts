// The settings of packages on the wire.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

export const ScormSettings = Type.Object({
  attempts: Type.Optional(
    Type.Object(
      {
        /** Null: as many as they like. */
        most: nullable(Type.Integer({ minimum: 1, maximum: 100 })),
        /** When another one may be begun: never, the first goes on for ever; once the last is completed, passed or failed; always. */
        new: oneOf('never', 'completed', 'always'),
      },
      { additionalProperties: false },
    ),
  ),
  /** The attempts that count for the score. */
  score: Type.Optional(oneOf('best', 'last', 'first', 'average')),
  /** In the page, or in a window of its own. */
  window: Type.Optional(oneOf('frame', 'own')),
  /** Whether the learner is asked to go on with an attempt or to begin another, where both may be. */
  resume: Type.Optional(oneOf('ask', 'always')),
})
