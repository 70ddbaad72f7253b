// Props of tables and of their parts: columns, sorting and choice of rows.
import type { Key, ReactNode } from 'react'

export type Column<Of> = {
  key: string
  /** The column's heading; with `hideHead` it is only read out (actions). */
  head: string
  hideHead?: boolean
  /** A line below the heading: "20 points". */
  under?: string
  cell: (row: Of) => ReactNode
  numeric?: boolean
  /** Pixels, which it never falls below, or a share. */
  width?: number | string
  /** Whether the heading sorts. */
  sorts?: boolean
  /** Columns beside one another with the same group stand under one band. */
  group?: string
  /** Sums and averages, lightly shaded. */
  shaded?: boolean
  foot?: ReactNode
  /** On a phone's card: below the title (default for the next two), at its end, or behind the chevron. The first column is the title. */
  card?: 'below' | 'end' | 'more'
}
export type Sort = { by: string; direction: 'ascending' | 'descending' }
export type Choice<Of> = {
  chosen: ReadonlySet<Key>
  onChange: (chosen: ReadonlySet<Key>) => void
  /** The label of a row's checkbox, "Choose Aiko Mori". */
  label: (row: Of) => string
  allLabel: string
}
export type TableProps<Of> = {
  /** The table's name for screen readers. */
  caption: string
  columns: readonly Column<Of>[]
  rows: readonly Of[]
  rowKey: (row: Of) => Key
  isCurrent?: (row: Of) => boolean
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  choice?: Choice<Of>
  /** Rows of 28 px; on touch devices still 44. */
  compact?: boolean
}
