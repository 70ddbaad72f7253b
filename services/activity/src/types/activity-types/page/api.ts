// The settings of pages on the wire.
import { Type } from 'typebox'

export const PageSettings = Type.Object({})
