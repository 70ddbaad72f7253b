// Tests of the rules' draft: what differs, what the preview sends, what is wrong.
import { expect, test } from 'vitest'
import { changesOf, faultsOf, isChanged, previewOf, type Rules, weightSum, withoutCategory } from './rules-draft.ts'

const rules: Rules = {
  policy: { aggregation: 'weighted', digits: 1, scale_id: null, pass_percent: 50, late: null, missing: null, distribution: false },
  categories: [
    { id: 'a', name: 'Homework', weight: '40', drop: 0, keep: null, version: 1 },
    { id: 'b', name: 'Tests', weight: '60', drop: 0, keep: null, version: 1 },
  ],
  items: [{ id: 'i', title: 'Lab', points: '20', category_id: 'a', extra_credit: false, never_drop: false, version: 3 }],
}

test('nothing is different from itself', () => {
  expect(isChanged(changesOf(rules, structuredClone(rules)))).toBe(false)
})

test('the preview holds what differs, and nothing else', () => {
  const next: Rules = {
    policy: { ...rules.policy, missing: { percent: 0 } },
    categories: [
      { ...rules.categories[0], drop: 1 } as Rules['categories'][0],
      { id: 'n', name: ' Labs ', weight: '10', drop: 0, keep: null, version: null },
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
  const bad: Rules = { ...rules, categories: [{ id: 'a', name: ' ', weight: '-4', drop: 1, keep: 2, version: 1 }] }
  expect(faultsOf(bad)).toEqual({ 'a name': 'name', 'a weight': 'weight', 'a drop': 'dropOrKeep' })
  expect(weightSum(rules)).toBe(100)
})
