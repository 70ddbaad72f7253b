// What the wire knows of pages: their settings.
import { Type } from 'typebox'

export const PageSettings = Type.Object({})
