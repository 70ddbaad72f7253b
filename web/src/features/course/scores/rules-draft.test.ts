// Tests of the rules' draft: what differs, what the preview sends, what is wrong.
import { expect, test } from 'vitest'
import { changesOf, faultsOf, fitting, isChanged, onto, previewOf, type Rules, weightSum, withoutCategory, writeOf } from './rules-draft.ts'

const rules: Rules = {
  policy: { aggregation: 'weighted', digits: 1, scale_id: null, pass_percent: 50, late: null, missing: null, distribution: false },
  categories: [
    { id: 'a', name: 'Homework', weight: '40', drop: 0, keep: null },
    { id: 'b', name: 'Tests', weight: '60', drop: 0, keep: null },
  ],
  items: [{ id: 'i', title: 'Lab', points: '20', category_id: 'a', extra_credit: false, never_drop: false }],
}

test('nothing is different from itself', () => {
  expect(isChanged(changesOf(rules, structuredClone(rules)))).toBe(false)
})

test('the preview holds what differs, and nothing else', () => {
  const next: Rules = {
    policy: { ...rules.policy, missing: { percent: 0 } },
    categories: [
      { ...rules.categories[0], drop: 1 } as Rules['categories'][0],
      { id: 'n', name: ' Labs ', weight: '10', drop: 0, keep: null },
    ],
    items: [{ ...rules.items[0], category_id: 'n' } as Rules['items'][0]],
  }
  expect(previewOf(changesOf(rules, next))).toEqual({
    policy: { missing: { percent: 0 } },
    categories: [
      { id: 'a', name: 'Homework', weight: '40', drop: 1, keep: null },
      { id: 'n', name: 'Labs', weight: '10', drop: 0, keep: null },
      { id: 'b', deleted: true },
    ],
    items: [{ id: 'i', category_id: 'n', extra_credit: false, never_drop: false }],
  })
})

test('another order is a change of its own', () => {
  const changes = changesOf(rules, { ...rules, categories: rules.categories.toReversed() })
  expect(changes.sorted).toBe(true)
  expect(previewOf(changes)).toEqual({})
})

test('a deleted category leaves its items; faults are named', () => {
  expect(withoutCategory(rules, 'a').items[0]?.category_id).toBe(null)
  const bad: Rules = { ...rules, categories: [{ id: 'a', name: ' ', weight: '-4', drop: 1, keep: 2 }] }
  expect(faultsOf(bad)).toEqual({ 'a name': 'name', 'a weight': 'weight', 'a drop': 'dropOrKeep' })
  expect(weightSum(rules)).toBe(100)
})

test('the saved rules hold the order only where it is another, and an empty weight as 0', () => {
  const made = { id: 'n', name: 'Labs', weight: '', drop: 0, keep: null }
  const next = { ...rules, categories: [made, ...rules.categories] }
  expect(writeOf(changesOf(rules, next), next)).toEqual({
    categories: [{ id: 'n', name: 'Labs', weight: '0', drop: 0, keep: null }],
    category_ids: ['n', 'a', 'b'],
    item_ids: ['i'],
  })
})

test('a draft goes on against a newer book: items that others have added stay, deleted ones go', () => {
  const item = rules.items[0] as Rules['items'][0]
  const added = { id: 'c', name: 'Talks', weight: '10', drop: 0, keep: null }
  const newer: Rules = {
    ...rules,
    categories: [...rules.categories, added].filter(({ id }) => id !== 'a'),
    items: [
      { ...item, title: 'Laboratory', category_id: null },
      { ...item, id: 'j', title: 'Talk', category_id: 'c' },
    ],
  }
  const mine = { ...rules, categories: rules.categories.filter(({ id }) => id !== 'a'), items: [{ ...item, never_drop: true }] }
  const now = onto(mine, rules, newer)
  expect(now.categories.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(now.items).toEqual([
    { ...item, title: 'Laboratory', category_id: null, never_drop: true },
    { ...item, id: 'j', title: 'Talk', category_id: 'c' },
  ])
  // nothing that somebody else has added is deleted by it
  expect(changesOf(newer, now).deleted).toEqual([])
  expect(fitting(rules, { ...rules, items: [] }).items).toEqual([])
})
