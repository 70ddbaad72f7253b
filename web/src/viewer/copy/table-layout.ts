// A table laid out on paper: how wide its columns are, where the lines of its cells break, which rows stand on which page. Sizes in points. Pure.
import type { WrittenCell } from './written-text.ts'

/** Of the letters, and around the text of a cell. */
export const [cellSize, cellPadding] = [9.5, 4]
export const cellLine = cellSize * 1.35

/** `lines`: as they break in the column. `left`, `width`: in the table. `bold`: the head of a column or row. */
export type PlacedCell = { lines: string[]; left: number; width: number; bold: boolean }
export type PlacedRow = { cells: PlacedCell[]; height: number }
export type TableLayout = { width: number; head: PlacedRow[]; rows: PlacedRow[] }

export type Measure = (text: string, bold: boolean) => number
type Break = (text: string, width: number, bold: boolean) => string[]

/** The cells by columns: one that goes down leaves its place in the rows below it empty. */
export function gridOf(rows: readonly (readonly WrittenCell[])[]): {
  cells: { cell: WrittenCell | undefined; at: number; span: number }[][]
  columns: number
} {
  const below: number[] = []
  const cells = rows.map((row) => {
    const placed: { cell: WrittenCell | undefined; at: number; span: number }[] = []
    let at = 0
    const skipTaken = () => {
      for (; (below[at] ?? 0) > 0; at++) {
        below[at]!--
        placed.push({ cell: undefined, at, span: 1 })
      }
    }
    for (const cell of row) {
      skipTaken()
      placed.push({ cell, at, span: cell.span })
      for (let nth = 0; nth < cell.span; nth++) below[at + nth] = cell.down - 1
      at += cell.span
    }
    skipTaken()
    return placed
  })
  return { cells, columns: Math.max(1, ...cells.map((row) => row.reduce((most, { at, span }) => Math.max(most, at + span), 0))) }
}

/** Each column has its wanted width where there is room for all; else its longest word, and the rest goes to those that want more. */
export function columnWidths(wanted: readonly number[], least: readonly number[], room: number): number[] {
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
  if (sum(wanted) <= room) return [...wanted]
  const leastOfAll = sum(least)
  if (leastOfAll >= room) return least.map((one) => (one * room) / leastOfAll)
  const share = (room - leastOfAll) / (sum(wanted) - leastOfAll)
  return least.map((one, at) => one + ((wanted[at] ?? one) - one) * share)
}

/** `page`: the height of a page; a row that is higher goes on in the next one. */
export function layOut(
  { rows, head }: { rows: readonly (readonly WrittenCell[])[]; head: number },
  { measure, broken, room, page }: { measure: Measure; broken: Break; room: number; page: number },
): TableLayout {
  const { cells, columns } = gridOf(rows)
  const around = 2 * cellPadding
  const [wanted, least] = [Array<number>(columns).fill(16 + around), Array<number>(columns).fill(16 + around)]
  for (const { cell, at, span } of cells.flat()) {
    if (!cell || span > 1) continue
    const lines = cell.text.split('\n')
    const words = cell.text.split(/\s+/)
    wanted[at] = Math.max(wanted[at]!, ...lines.map((line) => measure(line, cell.header) + around + 1))
    least[at] = Math.max(least[at]!, Math.min(room / 4, Math.max(...words.map((word) => measure(word, cell.header))) + around + 1))
  }
  const widths = columnWidths(wanted, least, room)
  const left = (at: number) => widths.slice(0, at).reduce((total, one) => total + one, 0)
  const placed = cells.map((row) =>
    row.map(({ cell, at, span }): PlacedCell => {
      const width = widths.slice(at, at + span).reduce((total, one) => total + one, 0)
      const bold = cell?.header ?? false
      return { lines: cell?.text ? broken(cell.text, width - around, bold) : [], left: left(at), width, bold }
    }),
  )
  const heightOf = (most: number) => Math.max(1, most) * cellLine + around
  const asRow = (row: PlacedCell[]): PlacedRow => ({ cells: row, height: heightOf(Math.max(0, ...row.map(({ lines }) => lines.length))) })
  const headRows = placed.slice(0, head).map(asRow)
  const headHeight = headRows.reduce((total, { height }) => total + height, 0)
  // a head that leaves no room for rows is none
  const isHead = headHeight < page / 2
  const most = Math.max(1, Math.floor((page - (isHead ? headHeight : 0) - around) / cellLine))
  const pieces = (row: PlacedCell[]): PlacedRow[] => {
    const number = Math.max(1, Math.ceil(Math.max(0, ...row.map(({ lines }) => lines.length)) / most))
    return Array.from({ length: number }, (_, nth) =>
      asRow(row.map((cell) => ({ ...cell, lines: cell.lines.slice(nth * most, (nth + 1) * most) }))),
    )
  }
  return { width: left(columns), head: isHead ? headRows : [], rows: placed.slice(isHead ? head : 0).flatMap(pieces) }
}

/** The rows of each page, the head above each; `first`: the height that is left on the page where it begins. */
export function pagesOf({ head, rows }: Pick<TableLayout, 'head' | 'rows'>, first: number, page: number): PlacedRow[][] {
  const headHeight = head.reduce((total, { height }) => total + height, 0)
  const pages: PlacedRow[][] = []
  let current: PlacedRow[] = []
  let space = first - headHeight
  for (const row of rows) {
    if (row.height > space && (current.length > 0 || pages.length === 0) && row.height <= page - headHeight) {
      pages.push(current)
      current = []
      space = page - headHeight
    }
    current.push(row)
    space -= row.height
  }
  pages.push(current)
  return pages.map((list) => (list.length > 0 || rows.length === 0 ? [...head, ...list] : []))
}
