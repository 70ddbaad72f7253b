// Tests of the numbers of a chart with their unit.
import { expect, test } from 'vitest'
import { formatValue } from './format-value.ts'

test('a per cent sign follows its number at once, another unit a space', () => {
  expect([formatValue(64, '%'), formatValue(1.25, 'h'), formatValue(3), formatValue(null, '%')]).toEqual(['64%', '1.3 h', '3', '–'])
})
