// Tables on paper: columns that fit, lines that break in them, the head on every page, nothing lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellLine, cellPadding, columnWidths, gridOf, layOut, pagesOf, type TableLayout } from './table-layout.ts'
import { linesOf } from './text-pictures.ts'
import type { WrittenCell } from './written-text.ts'

const cell = (text: string, more: Partial<WrittenCell> = {}): WrittenCell => ({ text, header: false, span: 1, down: 1, ...more })
/** Every letter is five points wide, a bold one six. */
const measure = (text: string, bold: boolean) => text.length * (bold ? 6 : 5)
const broken = (text: string, width: number, bold: boolean) => linesOf(text, width, (part) => measure(part, bold))
const laidOut = (rows: WrittenCell[][], head = 0, page = 700): TableLayout => layOut({ rows, head }, { measure, broken, room: 500, page })
const textsOf = ({ rows }: Pick<TableLayout, 'rows'>) => rows.map(({ cells }) => cells.map(({ lines }) => lines.join('\n')))

test('columns are as wide as their texts where there is room, else each has its longest word', () => {
  expect(columnWidths([100, 60], [30, 30], 500)).toEqual([100, 60])
  expect(columnWidths([700, 60], [50, 30], 400)).toEqual([50 + (650 * 320) / 680, 30 + (30 * 320) / 680])
  expect(columnWidths([900, 900], [600, 200], 400)).toEqual([300, 100])
})

test('a long text breaks in its column and stands beside its neighbours', () => {
  const words = 'salt water is heavier than fresh water '.repeat(6).trim()
  const { rows, width } = laidOut([[cell('Site', { header: true }), cell(words)]])
  const [name, text] = rows[0]!.cells
  expect([name!.lines, name!.bold, text!.lines.length > 1]).toEqual([['Site'], true, true])
  expect(text!.left).toBe(name!.width)
  expect(width).toBeLessThanOrEqual(500.01)
  for (const line of text!.lines) expect(measure(line, false)).toBeLessThanOrEqual(text!.width - 2 * cellPadding)
  expect(rows[0]!.height).toBeCloseTo(text!.lines.length * cellLine + 2 * cellPadding)
})

test('cells over several columns and rows keep the others in their columns', () => {
  const rows = [
    [cell('Tides', { span: 2 }), cell('Depth', { down: 2 })],
    [cell('High'), cell('Low')],
    [cell('2.5'), cell('0.4'), cell('7')],
  ]
  expect(gridOf(rows).columns).toBe(3)
  const layout = laidOut(rows)
  expect(textsOf(layout)).toEqual([
    ['Tides', 'Depth'],
    ['High', 'Low', ''],
    ['2.5', '0.4', '7'],
  ])
  const lefts = layout.rows.map(({ cells }) => cells.map(({ left }) => left))
  expect(lefts[0]).toEqual([0, lefts[2]![2]])
  expect(lefts[1]).toEqual(lefts[2])
})

test('the head is on every page, and a row that is higher than a page goes on', () => {
  const head = [cell('No', { header: true }), cell('What', { header: true })]
  const table = laidOut([head, ...Array.from({ length: 60 }, (_, nth) => [cell(String(nth)), cell(`site ${nth}`)])], 1, 300)
  const pages = pagesOf(table, 120, 300)
  expect(pages.length).toBeGreaterThan(3)
  for (const page of pages) expect(page[0]!.cells[0]!.lines).toEqual(['No'])
  expect(pages.flatMap((page) => page.slice(1)).map(({ cells }) => cells[0]!.lines[0])).toEqual(
    Array.from({ length: 60 }, (_, nth) => String(nth)),
  )
  const high = laidOut([head, [cell('1'), cell('word\n'.repeat(80).trim())]], 1, 300)
  expect(high.rows.flatMap(({ cells }) => cells[1]!.lines)).toHaveLength(80)
  for (const { height } of high.rows) expect(height).toBeLessThanOrEqual(300)
})

const anyCell = fc.record({
  text: fc.constantFrom('', 'a', 'tide', 'salt water is heavy', 'x'.repeat(200), '海水的盐度随深度增加', 'line\nline'),
  header: fc.boolean(),
  span: fc.integer({ min: 1, max: 3 }),
  down: fc.integer({ min: 1, max: 3 }),
})
test('whatever the table: nothing stands beside the paper, below its end, or is lost', () =>
  fc.assert(
    fc.property(
      fc.array(fc.array(anyCell, { maxLength: 6 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 40, max: 700 }),
      (rows, first) => {
        const layout = laidOut(rows)
        for (const { cells } of layout.rows) for (const { left, width } of cells) expect(left + width).toBeLessThanOrEqual(500.01)
        const pages = pagesOf(layout, first, 700)
        for (const [nth, page] of pages.entries())
          expect(page.reduce((sum, { height }) => sum + height, 0)).toBeLessThanOrEqual((nth === 0 ? first : 700) + 0.01)
        const letters = (texts: string[]) => texts.join('').replace(/\s/g, '').length
        expect(letters(pages.flat().flatMap(({ cells }) => cells.flatMap(({ lines }) => lines)))).toBe(
          letters(rows.flat().map(({ text }) => text)),
        )
      },
    ),
  ))
