// The head of a table: column groups in a band, one sort arrow, the checkbox for all rows (mixed when some are chosen).
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from '../fields/checkbox.tsx'
import { classes } from '../class-names.ts'
import type { Column, TableProps } from './table-props.ts'

/** Adjacent columns of one group, merged. */
function bands<Of>(columns: readonly Column<Of>[]) {
  const result: { group: string | undefined; span: number; key: string }[] = []
  for (const { group, key } of columns) {
    const previous = result.at(-1)
    if (previous && previous.group === group) previous.span++
    else result.push({ group, span: 1, key })
  }
  return result
}

export function Head<Of>({ columns, rows, rowKey, sort, onSort, choice, inside }: TableProps<Of> & { inside: boolean }) {
  const grouped = columns.some(({ group }) => group)
  const chosen = choice ? rows.filter((row) => choice.chosen.has(rowKey(row))).length : 0
  const allChosen = rows.length > 0 && chosen === rows.length
  const setAll = (on: boolean) => {
    const next = new Set(choice?.chosen)
    for (const row of rows)
      if (on) next.add(rowKey(row))
      else next.delete(rowKey(row))
    choice?.onChange(next)
  }
  const position = inside ? 'sticky' : 'tablet:sticky'
  const top = inside ? 'top-0' : 'top-(--table-top,var(--shown-bar))'
  const cell = `${position} ${top} z-[2] border-b border-line bg-sunken px-3.5 text-caption font-semibold text-text-2`
  return (
    <thead>
      {grouped && (
        <tr>
          {choice && <td className={classes(cell, '!static')} />}
          {bands(columns).map((band) => (
            <th
              key={band.key}
              scope="colgroup"
              colSpan={band.span}
              className="h-7 border-b border-l border-line bg-sunken px-3.5 text-left text-caption font-semibold text-text-2 first:border-l-0"
            >
              {band.group}
            </th>
          ))}
        </tr>
      )}
      <tr>
        {choice && (
          <th scope="col" className={classes(cell, 'left-0 z-[3] w-[42px] !pr-0 text-left')}>
            <Checkbox label={choice.allLabel} hideLabel checked={allChosen} mixed={chosen > 0 && !allChosen} onChange={setAll} />
          </th>
        )}
        {columns.map((column, i) => {
          const direction = sort?.by === column.key ? sort.direction : undefined
          const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
          return (
            <th
              key={column.key}
              scope="col"
              // beside a column that takes the rest, a width in pixels would shrink to the longest word
              style={{ width: column.width, minWidth: typeof column.width === 'number' ? column.width : undefined }}
              aria-sort={column.sorts ? (direction ?? 'none') : undefined}
              className={classes(
                cell,
                'h-8 py-1 whitespace-nowrap',
                column.numeric ? 'text-right' : 'text-left',
                i === 0 && `first-column z-[3] ${choice ? 'left-[42px]' : 'left-0'}`,
              )}
            >
              {column.hideHead ? (
                <span className="screen-reader">{column.head}</span>
              ) : column.sorts ? (
                <button
                  type="button"
                  onClick={() => onSort?.({ by: column.key, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
                  className="inline-flex min-h-6 min-w-6 items-center gap-1 font-semibold hover:text-text"
                >
                  {column.head}
                  {direction && <Arrow aria-hidden size={14} strokeWidth={2} />}
                </button>
              ) : (
                column.head
              )}
              {column.under && <span className="block font-normal text-text-3">{column.under}</span>}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
