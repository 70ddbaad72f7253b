// The sheets of a workbook as the viewer draws them: the text of each cell, within bounds.
import { formatValue } from 'hucre'
import { readXlsx } from 'hucre/xlsx'
import { charactersOf } from './text-width.ts'

/** `end`: a number, written at the end of its cell; `strong`: in bold. */
export type SheetCell = { text: string; end?: true; strong?: true }
/** `span`: the number of columns that the cell at [row, column] covers. */
export type SheetSpan = { row: number; column: number; span: number }
export type Sheet = {
  name: string
  rows: (SheetCell | undefined)[][]
  columns: number
  /** Widths of columns in characters: as the file names them, else as their texts need. */
  widths: number[]
  spans: SheetSpan[]
  cut: boolean
}

const bounds = { rows: 20_000, columns: 256, cells: 400_000, sheets: 100, text: 2000 }
/** Widths in characters of columns that the file names none for, by the texts of their first rows. */
const unnamed = { least: 11, most: 36, rows: 200 }

export async function readSheets(workbook: Uint8Array): Promise<Sheet[]> {
  const { sheets, dateSystem } = await readXlsx(workbook, {
    readStyles: true,
    sheets: ({ hidden, veryHidden, index }) => !hidden && !veryHidden && index < bounds.sheets,
    range: `A1:IV${bounds.rows + 1}`,
  })
  let left = bounds.cells
  return sheets.map(({ name, rows, cells, columns = [], merges = [] }) => {
    const cut = rows.length > bounds.rows
    let isFull = false
    const drawn = rows.slice(0, bounds.rows).flatMap((row, rowIndex) => {
      if (isFull || left <= 0) {
        isFull = true
        return []
      }
      const line = row.slice(0, bounds.columns).map((value, columnIndex): SheetCell | undefined => {
        if (value === null || value === undefined || value === '') return undefined
        left--
        const { style } = cells?.get(`${rowIndex},${columnIndex}`) ?? {}
        const text = textOf(value, style?.numFmt, dateSystem === '1904').slice(0, bounds.text)
        const isNumber = typeof value === 'number' || value instanceof Date
        return { text, ...(isNumber && { end: true as const }), ...(style?.font?.bold && { strong: true as const }) }
      })
      return [line]
    })
    const spans = merges
      .filter(({ startCol, endCol }) => endCol > startCol)
      .map(({ startRow, startCol, endCol }) => ({ row: startRow, column: startCol, span: endCol - startCol + 1 }))
    const count = drawn.reduce((most, { length }) => Math.max(most, length), 0)
    const widths = Array.from({ length: count }, (_, column) => columns[column]?.width ?? neededWidth(drawn, column, spans))
    return { name, rows: drawn, columns: count, widths, spans, cut: cut || isFull }
  })
}

function neededWidth(rows: Sheet['rows'], column: number, spans: readonly SheetSpan[]): number {
  const spanning = new Set(spans.filter((span) => span.column === column).map(({ row }) => row))
  const lengths = rows.slice(0, unnamed.rows).map((row, at) => (spanning.has(at) ? 0 : charactersOf(row[column]?.text ?? '')))
  return Math.min(unnamed.most, Math.max(unnamed.least, ...lengths))
}

type CellValue = string | number | boolean | Date
function textOf(value: CellValue, format: string | undefined, is1904: boolean): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return formatValue(value, !format || format === 'General' ? 'yyyy-mm-dd' : format, { is1904 })
  // what people call 0.1 + 0.2
  if (typeof value === 'number' && (!format || format === 'General')) return String(Number(value.toPrecision(11)))
  return typeof value === 'number' && format ? formatValue(value, format, { is1904 }) : String(value)
}
