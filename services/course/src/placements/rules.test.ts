// Tests of the rules of distributing students over groups.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candidate, distributed, freeNames, groupsNeeded, klassNames, shuffled, type Target } from './rules.ts'

const counted = (list: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}
const spread = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers)
const empty = (count: number): Target[] => Array.from({ length: count }, (_, n) => ({ key: `g${n}`, people: 0, values: new Map() }))
const people = fc
  .array(fc.constantFrom('', 'MB26A', 'MB26B', 'LAW'), { maxLength: 120 })
  .map((values): Candidate[] => values.map((value, n) => ({ id: `p${n}`, value })))
/** Numbers from a list of fast-check's, in turn: a failing order can be repeated. */
const chance = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 50 }).map((numbers) => {
  let at = 0
  return () => numbers[at++ % numbers.length]!
})

describe('distributing', () => {
  test('places everybody once, in groups whose sizes differ by one at most, and so do the people of each value', () => {
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 20 }), chance, (candidates, count, random) => {
        const targets = empty(count)
        const placed = distributed(candidates, targets, random)
        expect([...placed.keys()].sort()).toEqual(candidates.map(({ id }) => id).sort())
        const among = (list: Candidate[]) => {
          const sizes = counted(list.map(({ id }) => placed.get(id)!))
          return spread(targets.map(({ key }) => sizes.get(key) ?? 0))
        }
        expect(among(candidates)).toBeLessThanOrEqual(1)
        for (const alike of Map.groupBy(candidates, ({ value }) => value).values()) expect(among(alike)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 200 },
    )
  })
  test('fills smaller groups first: nobody comes into a group that has become larger than another by more than one', () => {
    fc.assert(
      fc.property(
        people,
        fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 }),
        chance,
        (candidates, sizes, random) => {
          const targets = sizes.map((size, n): Target => ({ key: `g${n}`, people: size, values: new Map() }))
          const came = counted([...distributed(candidates, targets, random).values()])
          const after = targets.map(({ key, people: before }) => ({ grown: came.has(key), size: before + (came.get(key) ?? 0) }))
          const least = Math.min(...after.map(({ size }) => size))
          for (const { grown, size } of after) if (grown) expect(size).toBeLessThanOrEqual(least + 1)
        },
      ),
      { numRuns: 200 },
    )
  })
  test('without a group places nobody; groups of a size are as many as needed', () => {
    expect(distributed([{ id: 'p', value: '' }], [], Math.random).size).toBe(0)
    expect([groupsNeeded(30, { count: 4 }), groupsNeeded(31, { size: 5 }), groupsNeeded(0, { size: 5 })]).toEqual([4, 7, 1])
  })
  test('an order of chance keeps everybody and differs', () => {
    const list = Array.from({ length: 50 }, (_, n) => n)
    expect(shuffled(list, Math.random).toSorted((a, b) => a - b)).toEqual(list)
    expect(shuffled(list, Math.random)).not.toEqual(list)
  })
  test('names of new groups take the numbers that are free', () => {
    expect(freeNames('Group {n}', 3, ['group 1', 'Group 3', 'Tides'])).toEqual(['Group 2', 'Group 4', 'Group 5'])
  })
})

test('groups of classes have their names, two classes of one name two names, always the same', () => {
  const klasses = [
    { id: '3', name: 'mb26a' },
    { id: '1', name: ' MB26A ' },
    { id: '2', name: 'MB26B' },
    { id: '1', name: ' MB26A ' },
  ]
  const names = { 1: 'MB26A', 2: 'MB26B', 3: 'mb26a (2)' }
  expect(Object.fromEntries(klassNames(klasses))).toEqual(names)
  expect(Object.fromEntries(klassNames(klasses.toReversed()))).toEqual(names)
})
