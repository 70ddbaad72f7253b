// The question type multiple choice.
import { compare, type Fraction, over, plus, zero } from '../../../points/fractions.ts'
import type { ContentOf, KeyOf } from '../api.ts'
import type { Faults, QuestionType } from '../definition.ts'
import { has, mapParts, mapRecord, partFaults, permuted, strangers } from '../part-lists.ts'
import { one, shareOf, verdictOf, within } from '../percents.ts'

const sumOf = (percents: Readonly<Record<string, string>>, ids: readonly string[]): Fraction =>
  ids.reduce((sum, id) => plus(sum, shareOf(percents[id] ?? '0')), zero)

/** The options that earn everything together: of percentages those above 0, the greatest where only so many may be chosen. */
function bestOf({ options, most = options.length }: ContentOf<'multiple'>, { rule, right, percents = {} }: KeyOf<'multiple'>): string[] {
  const ids = options.map(({ id }) => id)
  if (rule !== 'percents') return ids.filter((id) => right.includes(id))
  const earning = ids.filter((id) => compare(shareOf(percents[id] ?? '0'), zero) > 0n)
  const byShare = (a: string, b: string) => Number(compare(shareOf(percents[b] ?? '0'), shareOf(percents[a] ?? '0')))
  const chosen = earning.toSorted((a, b) => Math.sign(byShare(a, b)) || (a < b ? -1 : 1)).slice(0, most)
  return ids.filter((id) => chosen.includes(id))
}

export const multiple: QuestionType<'multiple'> = {
  askers: ['exam', 'questionnaire', 'film', 'class'],
  keyless: { right: [], rule: 'all' },
  marking: 'key',
  stored: (content) => content,
  faults({ content, key }) {
    const { options, most = options.length } = content
    const faults: Faults = {
      ...partFaults(options, 'content.options'),
      ...strangers(key.percents, options, 'key.percents'),
      ...strangers(key.feedback, options, 'key.feedback'),
    }
    if (!key.right.every((id) => has(options, id))) faults['key.right'] = [{ code: 'question.noRight' }]
    else if (key.rule !== 'percents' && key.right.length > most)
      faults['content.most'] = [{ code: 'field.tooSmall', params: { limit: key.right.length } }]
    if (key.rule === 'percents' && compare(sumOf(key.percents ?? {}, bestOf(content, key)), one) < 0n)
      faults['key.percents'] = [{ code: 'question.noFull' }]
    return faults
  },
  texts: (content, map) => ({ ...content, options: mapParts(content.options, map) }),
  keyTexts: (key, map) => ({ ...key, ...(key.feedback && { feedback: mapRecord(key.feedback, map) }) }),
  fits: ({ options, most = options.length }, { choices }) => choices.length <= most && choices.every((id) => has(options, id)),
  isBlank: ({ choices }) => choices.length === 0,
  mark(content, { rule, right, percents = {}, feedback = {} }, answer) {
    const { options } = content
    const chosen = answer.choices.filter((id) => has(options, id))
    const hits = chosen.filter((id) => right.includes(id)).length
    const wrong = chosen.length - hits
    const all = options.filter(({ id }) => right.includes(id)).length
    const shares = {
      all: () => (hits === all && wrong === 0 ? one : zero),
      each: () => over(BigInt(options.length - (all - hits) - wrong), BigInt(options.length)),
      minus: () => over(BigInt(hits - wrong), BigInt(Math.max(1, all))),
      percents: () => sumOf(percents, chosen),
    }
    const verdict = (id: string) => (rule === 'percents' ? compare(shareOf(percents[id] ?? '0'), zero) > 0n : right.includes(id))
    return {
      share: chosen.length === 0 ? zero : within(shares[rule]()),
      parts: Object.fromEntries(chosen.map((id) => [id, verdictOf(verdict(id) ? one : zero)])),
      // in an order that the order of clicks does not change
      feedback: chosen.toSorted().flatMap((id) => feedback[id] || []),
    }
  },
  solution: (content, key) => ({ choices: bestOf(content, key) }),
  shuffled: (content, order) => (content.shuffle ? { ...content, options: permuted(content.options, order) } : content),
  counted: (_, { choices }) => choices,
  offered: ({ options }) => options.map(({ id }) => id),
  example: {
    stem: '<p>Which of these are salts?</p>',
    content: {
      options: [
        { id: 'table1', text: '<p>Sodium chloride</p>' },
        { id: 'sugar1', text: '<p>Glucose</p>' },
        { id: 'epsom1', text: '<p>Magnesium sulphate</p>' },
        { id: 'spirit', text: '<p>Ethanol</p>' },
      ],
      shuffle: true,
      most: 3,
    },
    key: { right: ['table1', 'epsom1'], rule: 'minus', feedback: { sugar1: '<p>A sugar has no ions.</p>' } },
  },
}
