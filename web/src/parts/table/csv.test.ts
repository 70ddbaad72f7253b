import { expect, test } from 'vitest'
import { parseCsv } from '@lyceum/kit/text/csv'
import { csvOf } from './csv.ts'

test('commas, quotes and lines are kept, formulas are not, numbers are', () => {
  expect(
    csvOf([
      ['Name', 'Note'],
      ['Mori, Aiko', 'said "no"\nand left'],
      ['=HYPERLINK("x")', '-3.5'],
    ]),
  ).toBe('\uFEFFName,Note\r\n"Mori, Aiko","said ""no""\nand left"\r\n"\'=HYPERLINK(""x"")",-3.5\r\n')
})

test('what was exported is read again as it was, formulas too', () => {
  const lines = [
    ['Number', 'Group'],
    ['261001', '=cmd|calc!A1'],
    ['-3', '@group, "b"'],
  ]
  expect(csvOf(lines)).toContain("'=cmd")
  expect(parseCsv(csvOf(lines))).toEqual(lines)
})
