// Question types by the kind of activity that asks them.
import type { QuestionTypeName } from '../question-types/api.ts'
import type { Asker } from '../../types/askers.ts'
import { questionTypes } from '../question-types.ts'

export const typesOfAsker = (asker: Asker): QuestionTypeName[] =>
  (Object.keys(questionTypes) as QuestionTypeName[]).filter((type) => questionTypes[type].askers.includes(asker))
