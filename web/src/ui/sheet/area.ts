// Positions of a spreadsheet and areas of them: what is chosen, and where a key leads. Pure. The heads are row -1.
export type Position = { row: number; column: number }
/** From where it began to where it ends now; the end is the position with the focus when it is extended. */
export type Area = { anchor: Position; end: Position }
export type Size = { rows: number; columns: number }

export const headRow = -1
export const areaAt = (position: Position): Area => ({ anchor: position, end: position })
export const samePosition = (a: Position, b: Position) => a.row === b.row && a.column === b.column

export function edges({ anchor, end }: Area) {
  return {
    top: Math.min(anchor.row, end.row),
    bottom: Math.max(anchor.row, end.row),
    left: Math.min(anchor.column, end.column),
    right: Math.max(anchor.column, end.column),
  }
}

/** The first and last chosen column of a row; undefined where it has none. */
export function chosenIn(area: Area, row: number): { left: number; right: number } | undefined {
  const { top, bottom, left, right } = edges(area)
  return row >= top && row <= bottom ? { left, right } : undefined
}

export function* positionsIn(area: Area): Generator<Position> {
  const { top, bottom, left, right } = edges(area)
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) yield { row, column }
}

const within = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value))
/** The position itself, or the nearest one that is there. */
export const clamped = ({ row, column }: Position, { rows, columns }: Size): Position => ({
  row: within(row, headRow, Math.max(headRow, rows - 1)),
  column: within(column, 0, Math.max(0, columns - 1)),
})

type Pressed = { key: string; ctrl: boolean; shift?: boolean }
/** The cell that a key leads to from a position; undefined for a key that does not move. `page`: the rows of a page. Tab beyond the last cell: undefined. */
export function moved(from: Position, { key, ctrl, shift }: Pressed, size: Size, page: number): Position | undefined {
  const { row, column } = from
  const last = { row: size.rows - 1, column: size.columns - 1 }
  const to = (next: Position) => clamped(next, size)
  switch (key) {
    case 'ArrowUp':
      return to({ row: ctrl ? 0 : row - 1, column })
    case 'ArrowDown':
      return to({ row: ctrl ? last.row : row + 1, column })
    case 'ArrowLeft':
      return to({ row, column: ctrl ? 0 : column - 1 })
    case 'ArrowRight':
      return to({ row, column: ctrl ? last.column : column + 1 })
    case 'Home':
      return to({ row: ctrl ? 0 : row, column: 0 })
    case 'End':
      return to({ row: ctrl ? last.row : row, column: last.column })
    case 'PageUp':
      return to({ row: row < 0 ? row : Math.max(0, row - page), column })
    case 'PageDown':
      return to({ row: row + page, column })
    case 'Tab': {
      if (!shift && column < last.column) return { row, column: column + 1 }
      if (shift && column > 0) return { row, column: column - 1 }
      if (!shift && row < last.row) return { row: row + 1, column: 0 }
      if (shift && row > 0) return { row: row - 1, column: last.column }
      return undefined
    }
    default:
      return undefined
  }
}
