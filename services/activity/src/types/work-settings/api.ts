// Settings that several types with work have: which files are taken, how they are shown without names, and the reviews that students write.
// The wire's shapes.
import { nullable, Time } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

export const fileSettings = {
  /** Extensions without a dot; none: files of every type. */
  file_types: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z0-9]{1,10}$' }), { maxItems: 50, uniqueItems: true })),
  files_most: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  /** Of one file, in MiB. */
  file_size_mb: Type.Optional(Type.Integer({ minimum: 1, maximum: 2048 })),
}

export const namelessSettings = {
  /** Whoever must not learn the author of a file gets it without its properties, in which the name may stand. */
  strip_properties: Type.Optional(Type.Boolean()),
}

export const reviewSettings = {
  /** The number of others' works that each student reviews, without names. */
  peer_reviews: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  /** Until when reviews are written, those of one's own work too. */
  peer_due: Type.Optional(nullable(Time)),
}
