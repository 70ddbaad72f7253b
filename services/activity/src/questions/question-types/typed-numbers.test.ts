// Tests of numbers as people type them.
import { describe, expect, test } from 'vitest'
import { exactText } from '../../points/fractions.ts'
import { mark } from '../question-types.ts'
import type { DecimalSign } from '@lyceum/kit/text/decimals'
import { numbersOf, readingOf } from './typed-numbers.ts'

const nothing = null
describe.each<[sign: DecimalSign, readings: [typed: string, read: string | null][]]>([
  [
    '.',
    [
      ['1.234', '617/500'],
      ['1,500', '1500/1'],
      ['1,50,000', '150000/1'],
      ['12,34,567.5', '2469135/2'],
      ['1,2,3', nothing],
      ['12,5', '25/2'],
      ['0,125', '1/8'],
      ['1.234,5', '2469/2'],
      ['1.234.567', '1234567/1'],
      ['9.81.', '981/100'],
      ['９．８１。', '981/100'],
      ['１，５００', '1500/1'],
      ['๑,๕๐๐', '1500/1'],
      ['١٬٢٣٤٫٥', '2469/2'],
      ['١٫٢٣٤', '617/500'],
      ['1 500', '1500/1'],
      ['1\u202f500', '1500/1'],
      ['1\u00a0500', '1500/1'],
      ['1’500', '1500/1'],
      ['1 5000', nothing],
      ['10^3', '1000/1'],
      ['10³', '1000/1'],
      ['10 ^ (3)', '1000/1'],
      ['-10⁻³', '-1/1000'],
      ['5²', nothing],
      ['2 × 10³', '2000/1'],
    ],
  ],
  [
    ',',
    [
      ['1.234', '1234/1'],
      ['1,500', '3/2'],
      ['1,50,000', '150000/1'],
      ['0.125', '1/8'],
      ['12.5', '25/2'],
      ['1,234.5', '2469/2'],
    ],
  ],
])('one reading by the decimal sign %s', (sign, readings) => {
  test.each(readings)('%s', (typed, read) => expect(numbersOf(typed, '', sign).map(exactText)).toEqual(read === null ? [] : [read]))
})

test.each([
  ['mW', '5 mW', true],
  ['mW', '5 MW', false],
  ['MW', '5 mW', false],
  ['m/s²', '5 m/s^2', true],
  ['m/s^2', '5m/s²', true],
  ['m/s²', '5 m / s²', true],
  ['m/s²', '5 m/s2', false],
  ['m s⁻¹', '5 m s^-1', true],
  ['m/s', '5 m/s.', true],
  ['m³', '5 m3', false],
  ['°C', '5 ℃', true],
  ['Ω', '5 Ω', true],
  ['$', '$5', true],
  ['$', '-$5', false],
  ['$', '5 $', true],
  ['Rp', 'Rp. 5', true],
  ['Rp', 'Rp.5', true],
  ['€', '€ 5', true],
  ['m', 'm 5', false],
  ['kg', '5', true],
])('units stand as they are written: with %s the answer %s is 5: %s', (unit, typed, isFive) =>
  expect(numbersOf(typed, unit, '.').map(exactText).includes('5/1')).toBe(isFive),
)

test.each(['0.1', '0.3', '0,3'])('exact decimals: %s is within 0.2 ± 0.1', (text) =>
  expect(
    exactText(
      mark(
        { type: 'numerical', content: {}, key: { accepted: [{ value: '0.2', tolerance: '0.1', percent: '100' }] } },
        { text, decimal: '.' },
      ).share,
    ),
  ).toBe('1/1'),
)

test.each<[typed: string, kept: DecimalSign | undefined, shown: DecimalSign, text: string | null]>([
  ['1,500', '.', '.', '1500'],
  ['1.234', '.', '.', '1.234'],
  ['1.234', ',', '.', '1234'],
  ['1.234', '.', ',', '1,234'],
  ['1.234', undefined, '.', null],
  ['-0.50', '.', '.', '-0.5'],
  ['10³', '.', '.', '1000'],
  ['1e80', '.', '.', null],
  ['many', '.', '.', null],
])('the reading of %s with the sign %s is shown with %s as %s', (typed, kept, shown, text) =>
  expect(readingOf(typed, undefined, kept, shown)).toBe(text),
)
