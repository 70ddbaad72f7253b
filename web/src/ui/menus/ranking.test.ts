// Tests of the ranking of names.
import { searches } from '@lyceum/kit/test/searches'
import { expect, test } from 'vitest'
import { ranked, rankOf } from './ranking.ts'

test('the beginning before a word before the rest, in any case and width', () => {
  const names = ['Backwash', 'The wash of tides', 'WASH 100%', 'Tides']
  expect(ranked(names, 'ｗａｓｈ', (name) => name)).toEqual(['WASH 100%', 'The wash of tides', 'Backwash'])
  expect(ranked(names, 'tides the', (name) => name)).toEqual(['The wash of tides'])
  expect(ranked(names, '', (name) => name)).toEqual(names)
})
test.each(searches)('$sought in $text: $found, as in every search', ({ text, sought, found }) =>
  expect(rankOf(text, sought) !== undefined).toBe(found),
)
test('Chinese and Thai by any part, and a word after a sign', () => {
  expect([rankOf('潮汐与波浪', '波浪'), rankOf('คลื่นและกระแสน้ำ', 'กระแส'), rankOf('1. Wave', 'wave'), rankOf('(Wave)', 'wave')]).toEqual([
    1, 1, 1, 1,
  ])
  expect([rankOf('Week 12', '12'), rankOf('Week 12', 'week12')]).toEqual([1, 0])
  expect([rankOf('潮汐', '浪'), rankOf('tide', 'wave')]).toEqual([undefined, undefined])
})
test('words of a second text count less than the name', () => {
  const entries = [
    { name: 'Rename', of: 'Week 1' },
    { name: 'Week 1', of: '' },
  ]
  expect(
    ranked(
      entries,
      'week',
      ({ name }) => name,
      ({ of }) => of,
    ).map(({ name }) => name),
  ).toEqual(['Week 1', 'Rename'])
  expect(
    ranked(
      entries,
      'rename week',
      ({ name }) => name,
      ({ of }) => of,
    ),
  ).toHaveLength(1)
})
