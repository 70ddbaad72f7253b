// The question type single choice.
import { compare, zero } from '../../../points/fractions.ts'
import type { QuestionType } from '../definition.ts'
import { has, mapParts, mapRecord, partFaults, permuted, strangers } from '../part-lists.ts'
import { one, shareOf, verdictOf, within } from '../percents.ts'

export const single: QuestionType<'single'> = {
  askers: ['exam', 'questionnaire', 'film', 'class'],
  keyless: { right: '' },
  marking: 'key',
  stored: (content) => content,
  faults: ({ content: { options }, key }) => ({
    ...partFaults(options, 'content.options'),
    ...(!has(options, key.right) && { 'key.right': [{ code: 'question.noRight' }] }),
    ...strangers(key.percents, options, 'key.percents'),
    ...strangers(key.feedback, options, 'key.feedback'),
  }),
  texts: (content, map) => ({ ...content, options: mapParts(content.options, map) }),
  keyTexts: (key, map) => ({ ...key, ...(key.feedback && { feedback: mapRecord(key.feedback, map) }) }),
  fits: ({ options }, { choice }) => has(options, choice),
  isBlank: () => false,
  mark(_, key, { choice }) {
    const percent = key.percents?.[choice]
    const share = choice === key.right ? one : percent === undefined ? zero : shareOf(percent)
    const feedback = key.feedback?.[choice]
    return {
      share: within(share),
      parts: { [choice]: verdictOf(compare(share, zero) < 0n ? zero : share) },
      feedback: feedback ? [feedback] : [],
    }
  },
  solution: (_, { right }) => ({ choice: right }),
  shuffled: (content, order) => (content.shuffle ? { ...content, options: permuted(content.options, order) } : content),
  counted: (_, { choice }) => [choice],
  offered: ({ options }) => options.map(({ id }) => id),
  example: {
    stem: '<p>Which gas do plants take in?</p>',
    content: {
      options: [
        { id: 'oxygen', text: '<p>Oxygen</p>' },
        { id: 'carbon', text: '<p>Carbon dioxide</p>' },
        { id: 'nitrogen', text: '<p>Nitrogen</p>' },
      ],
      shuffle: true,
    },
    key: { right: 'carbon', percents: { nitrogen: '-25' }, feedback: { oxygen: '<p>They give it off.</p>' } },
  },
}
