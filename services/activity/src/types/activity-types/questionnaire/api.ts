// The settings of questionnaires on the wire.
import { Type } from 'typebox'

export const QuestionnaireSettings = Type.Object({
  /** Answers by name may be changed until it closes. */
  changeable: Type.Optional(Type.Boolean()),
  /** Students see the results once it has closed. */
  results_for_students: Type.Optional(Type.Boolean()),
  show_progress: Type.Optional(Type.Boolean()),
})
