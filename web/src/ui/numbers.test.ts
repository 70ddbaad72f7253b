// Tests of typed numbers.
import { expect, it } from 'vitest'
import { numberOf, stepped } from './numbers.ts'

it('numbers are read as people type them', () =>
  expect(['25', '２５', '๒๕', '1,234,567', '1,5', ' -3.25 ', '', 'a', '1.2.3', '12px', '1,234'].map((text) => numberOf(text))).toEqual([
    25,
    25,
    25,
    1234567,
    1.5,
    -3.25,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]))
it('a count has no places', () =>
  expect(['1,234', '1.234', '25', '2.5'].map((text) => numberOf(text, true))).toEqual([1234, 1234, 25, 2.5]))
it('a step stays in its bounds and makes no noise', () => {
  expect(stepped(0.2, 1, { step: 0.1 })).toBe(0.3)
  expect(stepped(99, 10, { max: 100, step: 1 })).toBe(100)
  expect(stepped(null, 1, { min: 5, step: 1 })).toBe(5)
  expect(stepped(1, -1, { min: 1, step: 1 })).toBe(1)
})
