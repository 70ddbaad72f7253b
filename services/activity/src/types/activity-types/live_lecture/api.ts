// The settings of live lectures on the wire: none. Their address is a secret of its own (src/live), which no setting holds.
import { Type } from 'typebox'

export const LiveLectureSettings = Type.Object({})
