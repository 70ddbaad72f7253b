// The question type short answer, marked by accepted texts.
import { comparable, fullText, textFaults, textMark } from '../accepted-texts.ts'
import type { QuestionType } from '../definition.ts'
import { verdictOf } from '../percents.ts'

export const shortAnswer: QuestionType<'short_answer'> = {
  askers: ['exam', 'questionnaire', 'film', 'class'],
  marking: 'key',
  stored: (content) => content,
  faults: ({ key }) => textFaults(key, 'key.accepted'),
  texts: (content) => content,
  keyTexts: (key, map) => ({
    ...key,
    accepted: key.accepted.map((one) => ({ ...one, ...(one.feedback && { feedback: map(one.feedback) }) })),
  }),
  fits: () => true,
  isBlank: ({ text }) => text.trim() === '',
  mark(_, key, { text }) {
    const { share, feedback } = textMark(key, text)
    return { share, parts: { text: verdictOf(share) }, feedback }
  },
  solution(_, key) {
    const text = fullText(key)
    return text === null ? null : { text }
  },
  shuffled: (content) => content,
  counted: (_, { text }) => [comparable(text).slice(0, 200)],
  example: {
    stem: '<p>Which pigment makes leaves green?</p>',
    content: {},
    key: {
      accepted: [
        { text: 'chlorophyll*', percent: '100' },
        { text: 'leaf green', percent: '50', feedback: '<p>What is its name?</p>' },
      ],
    },
  },
}
