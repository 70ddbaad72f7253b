// A word or a short line.
import { Type } from 'typebox'
import { AcceptedText, TextRules } from '../shapes.ts'

export const ShortAnswerContent = Type.Object({})
export const ShortAnswerKey = Type.Object({ accepted: Type.Array(AcceptedText, { minItems: 1, maxItems: 50 }), ...TextRules })
export const ShortAnswerAnswer = Type.Object({ text: Type.String({ maxLength: 1000 }) })
