// A table: sunken head, rows of the density's height, numbers right and tabular. Below 641 px each row is a card: the first column is its
// title, cells keep their head as label.
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Key, ReactNode } from 'react'
import { classes } from './class-names.ts'

export type Column<Row> = {
  key: string
  /** The head; with `hideHead` it is only read out (actions). */
  head: string
  hideHead?: boolean
  cell: (row: Row) => ReactNode
  numeric?: boolean
  width?: number | string
  sort?: { direction: 'ascending' | 'descending' | 'none'; onSort: () => void }
}

export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isCurrent,
}: {
  /** Read out: what the table holds. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  isCurrent?: (row: Row) => boolean
}) {
  return (
    <div className="surface-card overflow-x-auto">
      <table className="w-full border-collapse text-small max-tablet:block">
        <caption className="screen-reader">{caption}</caption>
        <thead className="max-tablet:hidden">
          <tr className="bg-sunken">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                style={{ width: column.width }}
                aria-sort={column.sort?.direction}
                className={classes(
                  'border-b border-line px-3.5 py-2 text-caption font-semibold whitespace-nowrap text-text-2',
                  column.numeric ? 'text-right' : 'text-left',
                )}
              >
                {column.hideHead ? (
                  <span className="screen-reader">{column.head}</span>
                ) : column.sort ? (
                  <button
                    type="button"
                    onClick={column.sort.onSort}
                    className="inline-flex min-h-6 items-center gap-1 font-semibold hover:text-text"
                  >
                    {column.head}
                    {column.sort.direction === 'ascending' && <ArrowUp aria-hidden size={12} strokeWidth={2} />}
                    {column.sort.direction === 'descending' && <ArrowDown aria-hidden size={12} strokeWidth={2} />}
                  </button>
                ) : (
                  column.head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-tablet:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={classes(
                'border-line not-last:border-b hover:bg-hover max-tablet:block max-tablet:px-3.5 max-tablet:py-2',
                isCurrent?.(row) && 'bg-accent-soft',
              )}
            >
              {columns.map((column, i) => (
                <td
                  key={column.key}
                  className={classes(
                    'h-(--table-row) px-3.5 py-1 max-tablet:flex max-tablet:h-auto max-tablet:items-center max-tablet:justify-between max-tablet:gap-3 max-tablet:px-0',
                    column.numeric && 'tabular text-right',
                    column.hideHead && 'max-tablet:justify-end',
                  )}
                >
                  {i > 0 && !column.hideHead && (
                    <span aria-hidden className="shrink-0 text-caption text-text-3 tablet:hidden">
                      {column.head}
                    </span>
                  )}
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
