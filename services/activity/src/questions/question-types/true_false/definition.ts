// The question type true or false.
import { zero } from '../../../points/fractions.ts'
import type { QuestionType } from '../definition.ts'
import { one, verdictOf } from '../percents.ts'

export const trueFalse: QuestionType<'true_false'> = {
  askers: ['exam', 'questionnaire', 'film', 'class'],
  keyless: { right: true },
  marking: 'key',
  stored: (content) => content,
  faults: () => ({}),
  texts: (content) => content,
  keyTexts: (key, map) => ({
    ...key,
    ...(key.feedback && {
      feedback: {
        ...(key.feedback.true !== undefined && { true: map(key.feedback.true) }),
        ...(key.feedback.false !== undefined && { false: map(key.feedback.false) }),
      },
    }),
  }),
  fits: () => true,
  isBlank: () => false,
  mark(_, { right, feedback }, { value }) {
    const share = value === right ? one : zero
    const text = feedback?.[value ? 'true' : 'false']
    return { share, parts: { value: verdictOf(share) }, feedback: text ? [text] : [] }
  },
  solution: (_, { right }) => ({ value: right }),
  shuffled: (content) => content,
  counted: (_, { value }) => [String(value)],
  offered: () => ['true', 'false'],
  example: {
    stem: '<p>Spring tides come at new and full moon.</p>',
    content: {},
    key: { right: true, feedback: { false: '<p>Sun and moon pull in one line then.</p>' } },
  },
}
