// The question types, each by its definition, in the order of the menu that adds them.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import type { Definition } from './question-types/definition.ts'
import { blanks } from './question-types/blanks/definition.ts'
import { essay } from './question-types/essay/definition.ts'
import { fileQuestion } from './question-types/file/definition.ts'
import { matching } from './question-types/matching/definition.ts'
import { matrix } from './question-types/matrix/definition.ts'
import { multiple } from './question-types/multiple/definition.ts'
import { numerical } from './question-types/numerical/definition.ts'
import { ordering } from './question-types/ordering/definition.ts'
import { scale } from './question-types/scale/definition.ts'
import { shortAnswer } from './question-types/short_answer/definition.ts'
import { single } from './question-types/single/definition.ts'
import { stimulus } from './question-types/stimulus/definition.ts'
import { trueFalse } from './question-types/true_false/definition.ts'

export const questionTypes: { [K in QuestionTypeName]: Definition<K> } = {
  single,
  multiple,
  true_false: trueFalse,
  blanks,
  short_answer: shortAnswer,
  numerical,
  matching,
  ordering,
  essay,
  file: fileQuestion,
  stimulus,
  scale,
  matrix,
}

export const questionTypeOf = (type: QuestionTypeName): Definition => questionTypes[type] as unknown as Definition
