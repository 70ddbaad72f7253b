// Tests of sorting by pointer and by keyboard.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reordered, withMoved, positionOf, stepped } from './sorting.ts'

const groups = [
  { id: 'm1', items: ['a', 'b', 'c'] },
  { id: 'm2', items: ['d'] },
  { id: 'm3', items: [] },
]

test('inside a group, several to the end of another', () => {
  expect(reordered(['a', 'b', 'c'], ['c'], 'a')).toEqual(['c', 'a', 'b'])
  expect(reordered(['d'], ['a', 'c'], null)).toEqual(['d', 'a', 'c'])
  expect(withMoved(groups, 'a', { group: 'm2', before: 'd' }).map(({ items }) => items.join(''))).toEqual(['bc', 'ad', ''])
})
test('one step by keyboard', () => {
  expect(stepped(groups, 'b', -1)).toEqual({ group: 'm1', before: 'a' })
  expect(stepped(groups, 'b', 1)).toEqual({ group: 'm1', before: null })
  expect(stepped(groups, 'a', 1)).toEqual({ group: 'm1', before: 'c' })
})
test('past the end goes into the next group, also an empty one, and stops at the last', () => {
  expect(stepped(groups, 'c', 1)).toEqual({ group: 'm2', before: 'd' })
  expect(stepped(groups, 'd', 1)).toEqual({ group: 'm3', before: null })
  expect(stepped(groups, 'd', -1)).toEqual({ group: 'm1', before: null })
  expect(stepped(groups, 'a', -1)).toBeUndefined()
  expect(stepped(groups, 'x', 1)).toBeUndefined()
})
test('steps down and as many up bring everything back, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 6 }), (id, count) => {
      let current: readonly { id: string; items: readonly string[] }[] = groups
      let steps = 0
      for (; steps < count; steps++) {
        const position = stepped(current, id, 1)
        if (!position) break
        current = withMoved(current, id, position)
      }
      expect(current.flatMap(({ items }) => items).sort()).toEqual(['a', 'b', 'c', 'd'])
      for (; steps > 0; steps--) current = withMoved(current, id, stepped(current, id, -1)!)
      expect(current).toEqual(groups)
      expect(positionOf(current, id)?.size).toBe(id === 'd' ? 1 : 3)
    }),
  )
})
