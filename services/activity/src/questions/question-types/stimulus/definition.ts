// The question type stimulus: a text that questions are about.
import type { QuestionType } from '../definition.ts'
import { nothing } from '../percents.ts'

export const stimulus: QuestionType<'stimulus'> = {
  askers: ['exam', 'questionnaire', 'film'],
  marking: 'none',
  stored: (content) => content,
  faults: () => ({}),
  texts: (content) => content,
  keyTexts: (key) => key,
  fits: () => true,
  isBlank: () => true,
  mark: () => nothing,
  solution: () => null,
  shuffled: (content) => content,
  counted: () => [],
  example: { stem: '<p>In the Weddell Sea the ice begins to form in March.</p>', content: {}, key: {} },
}
