// What the wire knows of materials: their settings.
import { Type } from 'typebox'

export const MaterialSettings = Type.Object({})
