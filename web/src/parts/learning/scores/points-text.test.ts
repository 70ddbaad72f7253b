// Tests of points as they are read.
import { expect, test } from 'vitest'
import { shortPoints } from './points-text.ts'

test('a weight has no zeros at its end', () => {
  expect(['40.00', '100.00', '100', '0'].map(shortPoints)).toEqual(['40', '100', '100', '0'])
  expect(shortPoints('12.50')).toMatch(/^12[.,]5$/)
  expect(shortPoints('12.05')).toMatch(/^12[.,]05$/)
})
