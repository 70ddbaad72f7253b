import { expect, test } from 'vitest'
import { datesIn, datesStay, shiftOf } from './dates.ts'

const term = { start_date: '2027-02-02', end_date: '2027-06-30' }
test.each([
  // a Monday goes to the first Monday of a term that begins on a Tuesday
  ['2026-09-07', '2027-02-08', 154],
  ['2026-09-08', '2027-02-02', 147],
  ['2028-02-01', '2027-02-02', -364],
])('what begins on %s begins on %s in another term', (from, start, days) => {
  const dates = datesIn(term, from)
  expect(dates).toEqual({ moved: 'start', weeks: null, start })
  expect(shiftOf(dates, from)).toBe(days)
})
test.each([['2027-03-01'], [null], [undefined]])('what begins on %s stays', (from) => expect(datesIn(term, from)).toEqual(datesStay))
test('without a term everything stays', () => expect(datesIn(undefined, '2026-09-07')).toEqual(datesStay))
