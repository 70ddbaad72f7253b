// Columns, rows and events of a spreadsheet.
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import type { Density } from '../../device/theme.ts'

export type SheetColumn<Of> = {
  key: string
  head: string
  /** A line below the heading: the points of an item. */
  under?: string
  /** Before the heading: an icon with its own name. */
  mark?: ReactNode
  width: number
  /** The key of its group; columns of one group stand side by side. */
  group?: string
  /** Stays at the left edge; before all others. The first is the name of its row. */
  pinned?: boolean
  numeric?: boolean
  /** Sums, lightly shaded. */
  shaded?: boolean
  strong?: boolean
  cell: (row: Of) => ReactNode
  /** The text that is copied, and that editing begins with. */
  text: (row: Of) => string
  editable?: (row: Of) => boolean
  /** Why a typed text is no value here. */
  refuse?: (text: string) => string | undefined
  /** Its head can be pressed. */
  opens?: boolean
  sorted?: 'ascending' | 'descending'
  foot?: ReactNode
}
export type SheetGroup = { key: string; name: string; note?: string }
/** A cell by the keys of its row and column, with what is to stand there. */
export type Written = { row: string; column: string; text: string }

export type SpreadsheetProps<Of> = {
  label: string
  /** Its keys; read out with the label. */
  help: string
  columns: readonly SheetColumn<Of>[]
  groups: readonly SheetGroup[]
  rows: readonly Of[]
  rowKey: (row: Of) => string
  density: Density
  onWrite: (cells: Written[]) => void
  /** More than one cell at once, from the clipboard. */
  onPaste: (cells: Written[]) => void
  onUndo: () => void
  onRedo: () => void
  /** The details of a cell: by its button, the context menu or Shift F2. */
  onOpen?: (row: string, column: string) => void
  openLabel?: string
  onHead?: (column: string) => void
  choice?: { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void; label: (row: Of) => string }
}

/** The element of a cell or, with row `head`, of a heading, while it is drawn. */
export const cellElement = (row: string, column: string): HTMLElement | null =>
  document.querySelector(`[data-sheet-row="${CSS.escape(row)}"] [data-sheet-column="${CSS.escape(column)}"]`)

const coarse = window.matchMedia('(max-width: 640px), (pointer: coarse)')
const subscribe = (onChange: () => void) => {
  coarse.addEventListener('change', onChange)
  return () => coarse.removeEventListener('change', onChange)
}
/** Pixels; a finger needs 44. */
export const useRowHeight = (density: Density) => {
  const touched = useSyncExternalStore(subscribe, () => coarse.matches)
  return touched || density === 'touch' ? 44 : density === 'compact' ? 28 : 36
}
