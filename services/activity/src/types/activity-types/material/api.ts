// The settings of materials on the wire.
import { Type } from 'typebox'

export const MaterialSettings = Type.Object({})
