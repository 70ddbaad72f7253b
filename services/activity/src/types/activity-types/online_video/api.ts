// The settings of online videos on the wire.
import { Type } from 'typebox'

export const VideoSettings = Type.Object({
  forward_seeking: Type.Optional(
    Type.Boolean({ description: 'whether a student may seek past the furthest watched point; yes when left out' }),
  ),
})
