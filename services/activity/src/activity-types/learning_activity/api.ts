// What the wire knows of learning activities: their settings.
import { Type } from 'typebox'

export const LearningActivitySettings = Type.Object({})
