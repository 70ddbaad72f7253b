// The question type ordering.
import { over, zero } from '../../../points/fractions.ts'
import type { QuestionType } from '../definition.ts'
import { inNoOrder, mapParts, partFaults, permuted } from '../part-lists.ts'
import { one } from '../percents.ts'

const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id, n) => id === b[n])

export const ordering: QuestionType<'ordering'> = {
  askers: ['exam', 'questionnaire', 'film'],
  marking: 'key',
  stored: (content) => ({ items: inNoOrder(content.items) }),
  faults: ({ content: { items }, key: { order } }) => ({
    ...partFaults(items, 'content.items'),
    ...(!isSame(order.toSorted(), items.map(({ id }) => id).toSorted()) && { 'key.order': [{ code: 'question.noOrder' }] }),
  }),
  texts: (content, map) => ({ items: mapParts(content.items, map) }),
  keyTexts: (key) => key,
  fits: ({ items }, { order }) => isSame(order.toSorted(), items.map(({ id }) => id).toSorted()),
  isBlank: () => false,
  mark(_, { order: right, rule }, { order }) {
    const chosen = order.filter((id) => right.includes(id))
    const after = (list: readonly string[], id: string) => list[list.indexOf(id) + 1]
    const fits = (id: string) =>
      rule === 'next' ? chosen.includes(id) && after(chosen, id) === after(right, id) : chosen.indexOf(id) === right.indexOf(id)
    // the last one is followed by none: it is no pair
    const counted = rule === 'next' ? right.slice(0, -1) : right
    const hits = counted.filter(fits).length
    return {
      share: rule === 'all' ? (isSame(chosen, right) ? one : zero) : over(BigInt(hits), BigInt(counted.length)),
      parts: Object.fromEntries(chosen.map((id) => [id, fits(id) ? 'right' : 'wrong'])),
      feedback: [],
    }
  },
  solution: (_, { order }) => ({ order }),
  shuffled: (content, order) => ({ items: permuted(content.items, order) }),
  counted: (_, { order }) => order.map((id, n) => `${n + 1}=${id}`),
  example: {
    stem: '<p>From the surface down:</p>',
    content: {
      items: [
        { id: 'twilight', text: '<p>Twilight zone</p>' },
        { id: 'sunlit', text: '<p>Sunlit zone</p>' },
        { id: 'abyss0', text: '<p>Abyss</p>' },
        { id: 'midnight', text: '<p>Midnight zone</p>' },
      ],
    },
    key: { order: ['sunlit', 'twilight', 'midnight', 'abyss0'], rule: 'place' },
  },
}
