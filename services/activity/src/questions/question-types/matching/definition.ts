// The question type matching.
import { over, zero } from '../../../points/fractions.ts'
import type { ContentOf, KeyOf } from '../api.ts'
import type { Faults, QuestionType } from '../definition.ts'
import { has, inNoOrder, mapParts, partFaults, permuted, strangers } from '../part-lists.ts'
import { one } from '../percents.ts'
import { comparedText } from '../plain-text.ts'

/** Choices of the same words are the same to who reads them. */
function isRight({ choices }: ContentOf<'matching'>, { pairs }: KeyOf<'matching'>, item: string, choice: string | undefined): boolean {
  const right = pairs[item]
  if (choice === undefined || right === undefined) return false
  const textOf = (id: string) => comparedText(choices.find((each) => each.id === id)?.text ?? '')
  return choice === right || (textOf(right) !== '' && textOf(choice) === textOf(right))
}

export const matching: QuestionType<'matching'> = {
  askers: ['exam', 'film'],
  marking: 'key',
  stored: (content) => ({ ...content, choices: inNoOrder(content.choices) }),
  faults({ content: { items, choices }, key: { pairs } }) {
    const faults: Faults = {
      ...partFaults(items, 'content.items'),
      ...partFaults(choices, 'content.choices'),
      ...strangers(pairs, items, 'key.pairs'),
    }
    if (!items.every(({ id }) => has(choices, pairs[id] ?? ''))) faults['key.pairs'] = [{ code: 'question.noPair' }]
    return faults
  },
  texts: (content, map) => ({ ...content, items: mapParts(content.items, map), choices: mapParts(content.choices, map) }),
  keyTexts: (key) => key,
  fits: ({ items, choices }, { pairs }) => Object.entries(pairs).every(([item, choice]) => has(items, item) && has(choices, choice)),
  isBlank: ({ pairs }) => Object.keys(pairs).length === 0,
  mark(content, key, { pairs }) {
    const { items } = content
    const hits = items.filter(({ id }) => isRight(content, key, id, pairs[id])).length
    return {
      share: key.rule === 'each' ? over(BigInt(hits), BigInt(items.length)) : hits === items.length ? one : zero,
      parts: Object.fromEntries(
        items.filter(({ id }) => pairs[id] !== undefined).map(({ id }) => [id, isRight(content, key, id, pairs[id]) ? 'right' : 'wrong']),
      ),
      feedback: [],
    }
  },
  solution: (_, { pairs }) => ({ pairs }),
  shuffled: (content, order) =>
    content.shuffle ? { ...content, items: permuted(content.items, order), choices: permuted(content.choices, order) } : content,
  counted: (_, { pairs }) => Object.entries(pairs).map(([item, choice]) => `${item}=${choice}`),
  example: {
    stem: '<p>Which strait joins which seas?</p>',
    content: {
      items: [
        { id: 'malacca', text: '<p>Malacca</p>' },
        { id: 'sunda0', text: '<p>Sunda</p>' },
      ],
      choices: [
        { id: 'javaindia', text: '<p>Java Sea and Indian Ocean</p>' },
        { id: 'andaman', text: '<p>Andaman Sea and South China Sea</p>' },
        { id: 'bering', text: '<p>Bering Sea and Arctic Ocean</p>' },
      ],
      shuffle: true,
    },
    key: { pairs: { malacca: 'andaman', sunda0: 'javaindia' }, rule: 'each' },
  },
}
