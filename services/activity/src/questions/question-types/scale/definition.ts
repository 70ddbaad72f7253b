// The question type scale, of questionnaires and votes.
import type { QuestionType } from '../definition.ts'
import { nothing } from '../percents.ts'

export const scale: QuestionType<'scale'> = {
  askers: ['questionnaire', 'class'],
  marking: 'none',
  stored: (content) => content,
  faults: () => ({}),
  texts: (content) => content,
  keyTexts: (key) => key,
  fits: ({ from, to }, { value }) => value >= from && value <= to,
  isBlank: () => false,
  mark: () => nothing,
  solution: () => null,
  shuffled: (content) => content,
  counted: (_, { value }) => [String(value)],
  example: { stem: '<p>How clear was the lecture?</p>', content: { from: 1, to: 5, low: 'Not at all', high: 'Very' }, key: {} },
}
