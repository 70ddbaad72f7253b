// Schemas of question types: of content, which students see, of the key, which is never sent to them, and of answers.
import { type Static, type TObject, Type } from 'typebox'
import { SingleAnswer, SingleContent, SingleKey } from './single/api.ts'
import { MultipleAnswer, MultipleContent, MultipleKey } from './multiple/api.ts'
import { TrueFalseAnswer, TrueFalseContent, TrueFalseKey } from './true_false/api.ts'
import { BlanksAnswer, BlanksContent, BlanksKey } from './blanks/api.ts'
import { ShortAnswerAnswer, ShortAnswerContent, ShortAnswerKey } from './short_answer/api.ts'
import { NumericalAnswer, NumericalContent, NumericalKey } from './numerical/api.ts'
import { MatchingAnswer, MatchingContent, MatchingKey } from './matching/api.ts'
import { OrderingAnswer, OrderingContent, OrderingKey } from './ordering/api.ts'
import { EssayAnswer, EssayContent, EssayKey } from './essay/api.ts'
import { FileAnswer, FileContent, FileKey } from './file/api.ts'
import { StimulusAnswer, StimulusContent, StimulusKey } from './stimulus/api.ts'
import { ScaleAnswer, ScaleContent, ScaleKey } from './scale/api.ts'
import { MatrixAnswer, MatrixContent, MatrixKey } from './matrix/api.ts'

/** Each is checked by the type of its question: a body holds an object. None of the schemas has a `default`. */
export const questionSchemas = {
  single: { content: SingleContent, key: SingleKey, answer: SingleAnswer },
  multiple: { content: MultipleContent, key: MultipleKey, answer: MultipleAnswer },
  true_false: { content: TrueFalseContent, key: TrueFalseKey, answer: TrueFalseAnswer },
  blanks: { content: BlanksContent, key: BlanksKey, answer: BlanksAnswer },
  short_answer: { content: ShortAnswerContent, key: ShortAnswerKey, answer: ShortAnswerAnswer },
  numerical: { content: NumericalContent, key: NumericalKey, answer: NumericalAnswer },
  matching: { content: MatchingContent, key: MatchingKey, answer: MatchingAnswer },
  ordering: { content: OrderingContent, key: OrderingKey, answer: OrderingAnswer },
  essay: { content: EssayContent, key: EssayKey, answer: EssayAnswer },
  file: { content: FileContent, key: FileKey, answer: FileAnswer },
  stimulus: { content: StimulusContent, key: StimulusKey, answer: StimulusAnswer },
  scale: { content: ScaleContent, key: ScaleKey, answer: ScaleAnswer },
  matrix: { content: MatrixContent, key: MatrixKey, answer: MatrixAnswer },
} satisfies Record<string, { content: TObject; key: TObject; answer: TObject }>

export type QuestionTypeName = keyof typeof questionSchemas
export const QuestionTypeName = Type.Unsafe<QuestionTypeName>({ type: 'string', enum: Object.keys(questionSchemas) })
export type ContentOf<K extends QuestionTypeName> = Static<(typeof questionSchemas)[K]['content']>
export type KeyOf<K extends QuestionTypeName> = Static<(typeof questionSchemas)[K]['key']>
export type AnswerOf<K extends QuestionTypeName> = Static<(typeof questionSchemas)[K]['answer']>

/** In bodies and replies objects, checked by the type of the question. */
export const Content = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
export const Key = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
export const Answer = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
