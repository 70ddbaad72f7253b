// Tests of terms and their years.
import { expect, test } from 'vitest'
import { choices, type Term, termName, termOf } from './terms.ts'

const of = (id: string, parent_id: string | null, start_date: string, end_date: string): Term => ({
  id,
  parent_id,
  name: id,
  start_date,
  end_date,
  holidays: [],
  courses: null,
  version: 1,
})
const terms = [
  of('2026', null, '2026-09-01', '2027-07-31'),
  of('Autumn', '2026', '2026-09-01', '2027-01-31'),
  of('Spring', '2026', '2027-03-01', '2027-07-31'),
]

test('a term is called with its year', () => {
  expect(termName(terms, 'Autumn')).toBe('2026 · Autumn')
  expect(termName(terms, '2026')).toBe('2026')
  expect(termName(terms, 'gone')).toBe('')
  expect(choices(terms).map(({ label }) => label)).toEqual(['2026', '2026 · Autumn', '2026 · Spring'])
})
test('a day is in its term, between terms in its year, else in none', () => {
  expect(termOf(terms, '2026-10-01')?.id).toBe('Autumn')
  expect(termOf(terms, '2027-02-15')?.id).toBe('2026')
  expect(termOf(terms, '2028-02-15')).toBeUndefined()
})
