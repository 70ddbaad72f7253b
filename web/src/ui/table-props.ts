// Columns, sorting and choice of a table: the props of table.tsx and of its parts.
import type { Key, ReactNode } from 'react'

export type Column<Of> = {
  key: string
  /** The head; with `hideHead` it is only read out (actions). */
  head: string
  hideHead?: boolean
  /** Below the head: "20 points". */
  under?: string
  cell: (row: Of) => ReactNode
  numeric?: boolean
  width?: number | string
  /** Its head sorts. */
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
  /** Of a row's box, "Choose Aiko Mori". */
  label: (row: Of) => string
  allLabel: string
}
export type TableProps<Of> = {
  /** Read out: what the table holds. */
  caption: string
  columns: readonly Column<Of>[]
  rows: readonly Of[]
  rowKey: (row: Of) => Key
  isCurrent?: (row: Of) => boolean
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  choice?: Choice<Of>
  /** 28 px rows; a finger still gets its 44. */
  compact?: boolean
}
