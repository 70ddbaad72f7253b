// Blocks of cells as text, as spreadsheets put them on the clipboard: a line for each row, tabs between cells, quotes around a cell with a tab, a
// line break or a quote in it. Pure.
import { type Area, edges, type Position, type Size } from './area.ts'

export type Block = string[][]

export const writeBlock = (block: Block): string =>
  block.map((row) => row.map((cell) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n')

export function readBlock(text: string): Block {
  const rows: Block = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[i + 1] === '"') cell += text[++i]
      else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === '\t') {
      row.push(cell)
      cell = ''
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[i + 1] === '\n') i++
      endRow()
    } else cell += letter
  }
  // programs end the last line too
  if (cell !== '' || row.length > 0 || rows.length === 0) endRow()
  return rows
}

/**
 * The cells that a pasted block fills: from the first chosen one on, as far as the sheet goes. A block whose size divides the chosen area fills
 * all of it, so that one value goes into a whole column.
 */
export function pasted(block: Block, area: Area, size: Size): (Position & { text: string })[] {
  const { top, left, bottom, right } = edges(area)
  const height = block.length
  const width = Math.max(...block.map((row) => row.length))
  const repeated = (chosen: number, own: number) => (chosen % own === 0 ? chosen : own)
  const rows = Math.min(repeated(bottom - top + 1, height), size.rows - top)
  const columns = Math.min(repeated(right - left + 1, width), size.columns - left)
  const cells: (Position & { text: string })[] = []
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const text = block[r % height]?.[c % width]
      if (text !== undefined) cells.push({ row: top + r, column: left + c, text: text.trim() })
    }
  return cells
}
