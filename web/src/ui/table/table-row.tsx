// A row of a table. Its first column is its name for screen readers and stays at the left edge.
import type { Key } from 'react'
import { Checkbox } from '../fields/checkbox.tsx'
import { classes } from '../class-names.ts'
import type { Choice, Column } from './table-props.ts'

export function Row<Of>({
  row,
  id,
  columns,
  choice,
  pick,
  current = false,
  index,
  measureRef,
}: {
  row: Of
  id: Key
  columns: readonly Column<Of>[]
  choice: Choice<Of> | undefined
  pick: () => void
  current?: boolean | undefined
  /** The row's index in a virtual table. */
  index?: number
  measureRef?: (element: HTMLElement | null) => void
}) {
  const chosen = choice?.chosen.has(id) ?? false
  const cellClasses = 'h-(--table-row) border-b border-line bg-inherit py-(--row-pad,4px) [tr:last-child>&]:border-b-0'
  return (
    <tr
      ref={measureRef}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      aria-selected={choice ? chosen : undefined}
      className={classes(chosen || current ? 'bg-accent-soft' : 'bg-surface hover:bg-hover')}
    >
      {choice && (
        <td className={classes(cellClasses, 'sticky left-0 z-[1] w-[42px] pl-3.5')}>
          <Checkbox label={choice.label(row)} hideLabel checked={chosen} onChange={pick} />
        </td>
      )}
      {columns.map((column, i) => {
        const columnClasses = classes(
          cellClasses,
          'px-3.5',
          column.numeric && 'tabular text-right',
          column.shaded && !chosen && !current && '!bg-sunken text-text-2',
        )
        return i === 0 ? (
          <th
            key={column.key}
            scope="row"
            className={classes(columnClasses, 'first-column z-[1] text-left font-normal', choice ? 'left-[42px]' : 'left-0')}
          >
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} className={columnClasses}>
            {column.cell(row)}
          </td>
        )
      })}
    </tr>
  )
}
