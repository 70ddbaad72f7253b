import { expect, test } from 'vitest'
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
