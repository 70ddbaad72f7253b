// The question types, each by its definition. Pure.
import { zero } from '../points/fractions.ts'
import type { AnswerOf, ContentOf, KeyOf, QuestionTypeName } from './question-types/api.ts'
import type { Mark, QuestionType } from './question-types/definition.ts'
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

export const questionTypes: { [K in QuestionTypeName]: QuestionType<K> } = {
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

/** The type of a stored row: its content, key and answers are read by nothing else. */
export const questionTypeOf = (type: string): QuestionType => questionTypes[type as QuestionTypeName] as unknown as QuestionType

/** A version as the tables hold it: `content` and `key` have been checked by the schemas of its type. */
export type QuestionVersion = { type: string; content: unknown; key: unknown }

/** Whether it has no right answer although its type knows some: surveys alone ask it. */
export const isKeyless = ({ type, key }: Pick<QuestionVersion, 'type' | 'key'>): boolean =>
  questionTypeOf(type).keyless !== undefined && Object.keys(key as object).length === 0
/** The same in SQL, of versions of an alias. */
export const keylessSql = (v: string) =>
  `(${v}.key = '{}' and ${v}.type in (${Object.entries(questionTypes)
    .flatMap(([name, { keyless }]) => (keyless ? `'${name}'` : []))
    .join(', ')}))`

/** Whether versions of an alias ask for files beside the answer. */
export const asksFilesSql = (v: string) => `coalesce((${v}.content->>'files_most')::int, 0) > 0`

/** An answer that earns everything; null where no key says one. */
export const solutionOf = (version: QuestionVersion): AnswerOf<QuestionTypeName> | null =>
  isKeyless(version)
    ? null
    : questionTypeOf(version.type).solution(version.content as ContentOf<QuestionTypeName>, version.key as KeyOf<QuestionTypeName>)

/** The points that a stored answer earns by a version of its question: nothing when it is blank, where a person marks, and where nothing is right. */
export function mark({ type, content, key }: QuestionVersion, answer: unknown): Mark {
  const of = questionTypeOf(type)
  const typed = answer as AnswerOf<QuestionTypeName>
  if (of.isBlank(typed, content as ContentOf<QuestionTypeName>) || isKeyless({ type, key })) return { share: zero, parts: {}, feedback: [] }
  return of.mark(content as ContentOf<QuestionTypeName>, key as KeyOf<QuestionTypeName>, typed)
}
