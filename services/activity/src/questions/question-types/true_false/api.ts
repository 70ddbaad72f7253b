// True or false.
import { Type } from 'typebox'
import { Html } from '../shapes.ts'

export const TrueFalseContent = Type.Object({})
export const TrueFalseKey = Type.Object({
  right: Type.Boolean(),
  feedback: Type.Optional(Type.Object({ true: Type.Optional(Html), false: Type.Optional(Html) })),
})
export const TrueFalseAnswer = Type.Object({ value: Type.Boolean() })
