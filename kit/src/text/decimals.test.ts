// Tests of decimals as people write them.
import { expect, test } from 'vitest'
import { decimalsOf, plainDecimal, roundedDecimal } from './decimals.ts'

test.for([
  ['7', '7'],
  ['7.50', '7.5'],
  ['12,5', '12.5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007', '7'],
  ['-0,25', '-0.25'],
  ['− 3', '-3'],
  ['+4', '4'],
  ['１２．５', '12.5'],
  ['๑๒.๕', '12.5'],
  ['١٢٫٥', '12.5'],
  ['۱۲٬۵۰۰', '12500'],
  ['1 500', '1500'],
  ['1\u202f500,25', '1500.25'],
  ["1'500.5", '1500.5'],
  ['1’500', '1500'],
  ['1,500.5', '1500.5'],
  ['1.500,5', '1500.5'],
  ['1,234,567', '1234567'],
  ['1,50,000', '150000'],
  ['0.125', '0.125'],
  ['0,125', '0.125'],
  ['1234.567', '1234.567'],
  ['1.2345', '1.2345'],
  ['2E+3', '2e3'],
  ['2e-3', '2e-3'],
] as const)('%s is %s', ([text, value]) => {
  expect(decimalsOf(text)).toEqual([value])
})

test.for([
  ['1,500', '1.5', '1500'],
  ['1.500', '1.5', '1500'],
  ['33.333', '33.333', '33333'],
  ['１，５００', '1.5', '1500'],
  ['-12,345', '-12.345', '-12345'],
] as const)('%s may be %s or %s', ([text, fraction, whole]) => {
  expect(decimalsOf(text)).toEqual([fraction, whole])
})

test.for(['', '-', '.', '1,2,3', '1.2.3', '12a', '1,23,4', '0x10', 'NaN', '1 50', '1.500.5', '--1'])('%s is no number', (text) => {
  expect(decimalsOf(text)).toEqual([])
})

test('the decimal sign of a format decides', () => {
  expect([decimalsOf('1.234', '.'), decimalsOf('1,234', '.'), decimalsOf('1,234', ','), decimalsOf('12,5', '.')]).toEqual([
    ['1.234'],
    ['1234'],
    ['1.234'],
    ['12.5'],
  ])
})

test('more places are rounded half up', () => {
  expect(
    ['33.333333333333336', '66.66666666666667', '0.00005', '99.99995', '-1.00005', '12.5', '7'].map((one) => roundedDecimal(one, 4)),
  ).toEqual(['33.3333', '66.6667', '0.0001', '100', '-1.0001', '12.5', '7'])
  expect(roundedDecimal('2.5', 0)).toBe('3')
})

test('a written decimal is read as the same', () => {
  for (const one of ['33.125', '1.5', '0.125', '1234.567', '999.999', '7', '-12.345']) expect(decimalsOf(plainDecimal(one))).toHaveLength(1)
  expect(decimalsOf(plainDecimal('33.125'))).toEqual(['33.125'])
})
