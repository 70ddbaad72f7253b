// The question type numerical: a number within a tolerance, with a unit.
import { countedNumber, fullNumber, numberFaults, numberMark } from '../accepted-numbers.ts'
import type { QuestionType } from '../definition.ts'
import { verdictOf } from '../percents.ts'

export const numerical: QuestionType<'numerical'> = {
  askers: ['exam', 'questionnaire', 'film'],
  marking: 'key',
  stored: (content) => content,
  faults: ({ key }) => numberFaults(key.accepted, 'key.accepted'),
  texts: (content) => content,
  keyTexts: (key, map) => ({
    accepted: key.accepted.map((one) => ({ ...one, ...(one.feedback && { feedback: map(one.feedback) }) })),
  }),
  fits: () => true,
  isBlank: ({ text }) => text.trim() === '',
  mark({ unit }, { accepted }, { text, decimal }) {
    const { share, feedback } = numberMark(accepted, text, unit, decimal)
    return { share, parts: { text: verdictOf(share) }, feedback }
  },
  solution(_, { accepted }) {
    const text = fullNumber(accepted)
    return text === null ? null : { text, decimal: '.' }
  },
  shuffled: (content) => content,
  counted: ({ unit }, { text, decimal }) => [countedNumber(text, unit, decimal)],
  example: {
    stem: '<p>How fast does sound travel in sea water?</p>',
    content: { unit: 'm/s' },
    key: {
      accepted: [
        { value: '1500', tolerance: '0.02', relative: true, percent: '100' },
        { value: '1500', tolerance: '0.1', relative: true, percent: '50', feedback: '<p>Close.</p>' },
      ],
    },
  },
}
