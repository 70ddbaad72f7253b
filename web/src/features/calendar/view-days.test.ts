// The days of each view, and the numbers of weeks.
import { expect, test } from 'vitest'
import { daysOf, stepped, weekNumber } from './view-days.ts'

test('weeks begin on Monday; a month has whole weeks', () => {
  expect(daysOf('week', '2026-11-29')).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
  ])
  const november = daysOf('month', '2026-11-24')
  expect([november[0], november.at(-1), november.length % 7]).toEqual(['2026-10-26', '2026-12-06', 0])
  const february = daysOf('month', '2027-02-10')
  expect([february[0], february.at(-1), february.length]).toEqual(['2027-02-01', '2027-02-28', 28])
  expect(daysOf('day', '2028-02-29')).toEqual(['2028-02-29'])
})

test('steps, and weeks of the year', () => {
  expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(stepped('week', '2026-12-30', 1)).toBe('2027-01-06')
  expect([weekNumber('2026-11-24'), weekNumber('2027-01-01'), weekNumber('2026-12-28'), weekNumber('2028-01-02')]).toEqual([48, 53, 53, 52])
})
