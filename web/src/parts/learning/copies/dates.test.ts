// Tests of the dates of a copied course.
import { expect, test } from 'vitest'
import { datesIn, datesStay, shiftOf } from './dates.ts'

const term = { start_date: '2027-02-02', end_date: '2027-06-30' }
test.each([
  // a Monday goes to the first Monday of a term that begins on a Tuesday
  ['2026-09-07', '2027-02-08', 154],
  ['2026-09-08', '2027-02-02', 147],
  ['2028-02-01', '2027-02-02', -364],
])('a course that begins on %s begins on %s in another term', (from, start, days) => {
  const dates = datesIn(term, from)
  expect(dates).toEqual({ moved: 'start', weeks: null, start })
  expect(shiftOf(dates, from)).toBe(days)
})
test.each([['2027-03-01'], [null], [undefined]])('a course that begins on %s stays', (from) =>
  expect(datesIn(term, from)).toEqual(datesStay),
)
test('without a term everything stays', () => expect(datesIn(undefined, '2026-09-07')).toEqual(datesStay))

const autumn = { start_date: '2026-09-01', end_date: '2027-01-31' }
test('between two terms everything moves by as many weeks as lie between their beginnings', () => {
  // 154 days
  expect(datesIn(term, null, autumn)).toEqual({ moved: 'weeks', weeks: 22, start: '' })
  expect(shiftOf(datesIn(term, null, autumn), null)).toBe(154)
  // 148 days are 21 weeks, not 22
  expect(datesIn(term, undefined, { ...autumn, start_date: '2026-09-07' })).toMatchObject({ weeks: 21 })
  // what began in the third week begins in the third week
  expect(datesIn(term, '2026-09-15', autumn)).toMatchObject({ moved: 'start', start: '2027-02-16' })
  // never before the term
  expect(datesIn(term, '2026-09-07', { ...autumn, start_date: '2026-09-07' })).toMatchObject({ start: '2027-02-08' })
  // back too
  expect(datesIn(autumn, null, term)).toMatchObject({ weeks: -22 })
})
test('in its own term, and of courses of which nothing is known, everything stays', () => {
  expect(datesIn(term, null, term)).toEqual(datesStay)
  expect(datesIn(term, null, undefined)).toEqual(datesStay)
})
