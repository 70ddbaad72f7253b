// The settings of video quizzes on the wire.
import { oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

export const VideoQuizSettings = Type.Object({
  /** Whether a student may seek over a question that is not answered. */
  pass_over: Type.Optional(oneOf('may_skip', 'must_answer')),
  /** The number of times that each question may be answered; the best answer counts. */
  tries: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
})
