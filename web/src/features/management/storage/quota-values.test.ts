// Tests of the values of a quota's field.
import { expect, it } from 'vitest'
import { numberOf } from '../../../ui/numbers.ts'
import { quotaFault } from './quota-values.ts'

/** As the field reports it. */
const faultOf = (typed: string) => {
  const amount = numberOf(typed)
  return quotaFault(Number.isNaN(amount) ? null : amount, typed)
}

it('a text that is no number is refused, and takes no quota away', () =>
  expect(['10 GB', '1,500', '1.500', 'ten'].map(faultOf)).toEqual(Array.from({ length: 4 }, () => 'unreadable')))
it('a quota beyond its bounds is refused', () =>
  expect(['0.05', '0', '-1', '1048577'].map(faultOf)).toEqual(Array.from({ length: 4 }, () => 'outside')))
it('an empty field and a quota within its bounds pass', () =>
  expect(['', '  ', '0.1', '10', '1048576'].map(faultOf)).toEqual(Array.from({ length: 5 }, () => undefined)))
