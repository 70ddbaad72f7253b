// Tests of the filter of a combobox.
import { searches } from '@lyceum/kit/test/searches'
import { expect, it } from 'vitest'
import { filterOptions, nextActive, type Option } from './combobox-filter.ts'

const people: Option[] = [
  { value: '1', label: 'Hana Kovář', detail: 'S1001 Marine Biology' },
  { value: '2', label: 'Anan ศรีสุข', detail: 'S1002' },
  { value: '3', label: '王海洋', detail: 'S1003' },
  { value: '4', label: 'José Hana', detail: 'S1004', off: 'Already a member' },
]
const values = (typed: string) => filterOptions(people, typed).map(({ value }) => value)

it('accents, case and width do not matter', () => {
  expect(values('kovar')).toEqual(['1'])
  expect(values('JOSÉ')).toEqual(['4'])
  expect(values('Ｓ１００３')).toEqual(['3'])
})
it.each(searches)('$sought in $text: $found, as in every search', ({ text, sought, found }) =>
  expect(filterOptions([{ value: '1', label: text }], sought)).toHaveLength(found ? 1 : 0),
)
it('every word must fit, in the label or the detail', () => {
  expect(values('biology hana')).toEqual(['1'])
  expect(values('hana nobody')).toEqual([])
})
it('options that begin with the text come first', () => expect(values('hana')).toEqual(['1', '4']))
it('Thai marks are letters of their own', () => {
  expect(values('ศรีสุข')).toEqual(['2'])
  expect(values('ศรสข')).toEqual([])
})
it('Chinese names are found by any part', () => expect(values('海洋')).toEqual(['3']))
it('10,000 options are filtered quickly enough to type', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({ value: String(i), label: `Person ${i}` }))
  expect(filterOptions(many, '9999')).toHaveLength(1)
})
it('keys go round by one, stop at the ends by ten, and pass over what is off', () => {
  expect(nextActive(people, 2, 1)).toBe(0)
  expect(nextActive(people, 0, -1)).toBe(2)
  expect(nextActive(people, -1, 1)).toBe(0)
  expect(nextActive(people, 0, 10)).toBe(2)
  expect(nextActive([{ value: 'a', label: 'a', off: 'no' }], -1, 1)).toBe(-1)
  expect(nextActive([], -1, 1)).toBe(-1)
})
