// A text, picture, sound or film that the questions of its group are about. It has no answer.
import { Type } from 'typebox'

export const StimulusContent = Type.Object({})
export const StimulusKey = Type.Object({})
export const StimulusAnswer = Type.Object({})
