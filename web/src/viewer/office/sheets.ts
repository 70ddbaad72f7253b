// The sheets of a workbook as the viewer draws them: the text of each cell, within bounds.
import { formatValue } from 'hucre'
import { readXlsx } from 'hucre/xlsx'

/** `end`: a number, written at the end of its cell; `strong`: in bold. */
export type SheetCell = { text: string; end?: true; strong?: true }
/** `span`: the number of columns that the cell at [row, column] covers. */
export type SheetSpan = { row: number; column: number; span: number }
export type Sheet = {
  name: string
  rows: (SheetCell | undefined)[][]
  columns: number
  /** Widths of columns in characters, where the file names them. */
  widths: (number | undefined)[]
  spans: SheetSpan[]
  cut: boolean
}

const bounds = { rows: 20_000, columns: 256, cells: 400_000, sheets: 100, text: 2000 }

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
    return {
      name,
      rows: drawn,
      columns: drawn.reduce((most, { length }) => Math.max(most, length), 0),
      widths: columns.slice(0, bounds.columns).map(({ width }) => width),
      spans: merges
        .filter(({ startCol, endCol }) => endCol > startCol)
        .map(({ startRow, startCol, endCol }) => ({ row: startRow, column: startCol, span: endCol - startCol + 1 })),
      cut: cut || isFull,
    }
  })
}

type CellValue = string | number | boolean | Date
function textOf(value: CellValue, format: string | undefined, is1904: boolean): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return formatValue(value, !format || format === 'General' ? 'yyyy-mm-dd' : format, { is1904 })
  // what people call 0.1 + 0.2
  if (typeof value === 'number' && (!format || format === 'General')) return String(Number(value.toPrecision(11)))
  return typeof value === 'number' && format ? formatValue(value, format, { is1904 }) : String(value)
}
