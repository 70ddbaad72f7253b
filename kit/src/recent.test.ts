// Tests of what happened lately.
import { expect, test } from 'vitest'
import { keepRecent } from './recent.ts'

test('tells what happened since, and that something may be missing before it began', () => {
  let now = 1000
  const recent = keepRecent<string>({ ms: 60, most: 100, now: () => now })
  expect(recent.since(0)).toBeUndefined()
  recent.begin(10)
  recent.add('a')
  now += 20
  recent.add('b')
  expect([recent.since(0), recent.since(20), recent.since(30), recent.since(31)]).toEqual([['b'], ['a', 'b'], ['a', 'b'], undefined])
  now += 1000
  expect([recent.since(60), recent.since(61)]).toEqual([[], undefined])
  recent.begin()
  expect(recent.since(1)).toBeUndefined()
})
test('keeps no more than it may, and says where that is too little', () => {
  let now = 0
  const recent = keepRecent<number>({ ms: 1000, most: 10, now: () => now })
  recent.begin(1000)
  for (now = 1; now <= 25; now++) recent.add(now)
  now = 25
  expect(recent.since(0)).toEqual([25])
  expect(recent.since(24)).toBeUndefined()
  const ages = Array.from({ length: 25 }, (_, age) => recent.since(age)?.length).filter((count) => count !== undefined)
  expect(Math.max(...ages)).toBeLessThanOrEqual(10)
  expect(ages.length).toBeGreaterThanOrEqual(5)
})
