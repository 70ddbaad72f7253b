// Tables: head and first column stay while the rest scrolls, rows of the density's height, numbers right-aligned and tabular, one sort arrow,
// a choice of rows, column groups above the head, sums below. Below 641 px each row is a card. Above 100 rows only the visible ones are
// rendered.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { classes } from '../class-names.ts'
import { usePhone } from '../dialogs/phone.tsx'
import { Cards } from './table-cards.tsx'
import { Head } from './table-head.tsx'
import type { Column, TableProps } from './table-props.ts'
import { Row } from './table-row.tsx'

export type { Column, Sort, TableProps } from './table-props.ts'

const Virtual = lazy(() => import('./table-virtual.tsx')) as typeof import('./table-virtual.tsx').default

export function Table<Of>(props: TableProps<Of>) {
  return usePhone() ? <Cards {...props} /> : <Wide {...props} />
}

function Wide<Of>(props: TableProps<Of>) {
  const { caption, columns, rows, rowKey, choice, compact, isCurrent } = props
  const box = useRef<HTMLDivElement>(null)
  const overflow = useOverflow(box)
  const isLong = rows.length > 100
  const pick = useRowChoice(props)
  const row = (item: Of, i: number) => (
    <Row
      key={rowKey(item)}
      row={item}
      columns={columns}
      choice={choice}
      pick={() => pick(i)}
      current={isCurrent?.(item)}
      id={rowKey(item)}
    />
  )
  return (
    // biome-ignore lint/a11y/useAriaPropsForRole: it scrolls sideways or down, so the keyboard must get into it
    <div
      ref={box}
      data-scrolled={overflow.scrolled || undefined}
      data-wide={overflow.wide || undefined}
      {...((overflow.wide || isLong) && { tabIndex: 0, role: 'region', 'aria-label': caption })}
      className={classes(
        'surface-card relative',
        compact && 'compact-rows',
        overflow.wide || isLong ? 'max-h-[calc(100dvh-var(--shown-bar)-140px)] min-h-60 overflow-auto' : 'overflow-clip',
      )}
    >
      <table className="w-full border-separate border-spacing-0 text-small" aria-rowcount={isLong ? rows.length + 1 : undefined}>
        <caption className="screen-reader">{caption}</caption>
        <Head {...props} inside={overflow.wide || isLong} />
        {isLong ? (
          <Suspense fallback={<tbody>{rows.slice(0, 40).map(row)}</tbody>}>
            <Virtual box={box} rows={rows} height={compact ? 28 : 40} columns={columns.length + (choice ? 1 : 0)}>
              {(item, i, measureRef) => (
                <Row
                  key={rowKey(item as Of)}
                  row={item as Of}
                  columns={columns}
                  choice={choice}
                  pick={() => pick(i)}
                  current={isCurrent?.(item as Of)}
                  id={rowKey(item as Of)}
                  index={i}
                  measureRef={measureRef}
                />
              )}
            </Virtual>
          </Suspense>
        ) : (
          <tbody>{rows.map(row)}</tbody>
        )}
        <Foot columns={columns} choice={Boolean(choice)} inside={overflow.wide || isLong} />
      </table>
    </div>
  )
}

function Foot<Of>({ columns, choice, inside }: { columns: readonly Column<Of>[]; choice: boolean; inside: boolean }) {
  if (!columns.some(({ foot }) => foot !== undefined)) return null
  const cell = classes('h-(--table-row) border-t border-line bg-sunken px-3.5 py-1 font-semibold', inside && 'sticky bottom-0 z-[2]')
  return (
    <tfoot>
      <tr>
        {choice && <td className={classes(cell, 'left-0 z-[3]')} />}
        {columns.map((column, i) => (
          <td
            key={column.key}
            className={classes(
              cell,
              column.numeric && 'tabular text-right',
              i === 0 && `first-column ${choice ? 'left-[42px]' : 'left-0'}`,
            )}
          >
            {column.foot}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** Whether the rows are wider than the box, and whether it is scrolled sideways. */
function useOverflow(box: React.RefObject<HTMLDivElement | null>) {
  const [overflow, setShape] = useState({ wide: false, scrolled: false })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const table = element.firstElementChild as HTMLElement
      const wide = table.scrollWidth > element.clientWidth + 1
      const scrolled = element.scrollLeft > 0
      setShape((current) => (current.wide === wide && current.scrolled === scrolled ? current : { wide, scrolled }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box])
  return overflow
}

/** Toggles a row; with Shift all rows from the last toggled one to it. */
function useRowChoice<Of>({ rows, rowKey, choice }: TableProps<Of>) {
  const lastIndex = useRef<number>(undefined)
  const shift = useRef(false)
  useEffect(() => {
    const noteShift = (event: MouseEvent | KeyboardEvent) => {
      shift.current = event.shiftKey
    }
    for (const name of ['pointerdown', 'keydown'] as const) window.addEventListener(name, noteShift, true)
    return () => {
      for (const name of ['pointerdown', 'keydown'] as const) window.removeEventListener(name, noteShift, true)
    }
  }, [])
  return (i: number) => {
    const row = rows[i]
    if (!choice || !row) return
    const on = !choice.chosen.has(rowKey(row))
    const [from, to] =
      shift.current && lastIndex.current !== undefined ? [Math.min(lastIndex.current, i), Math.max(lastIndex.current, i)] : [i, i]
    lastIndex.current = i
    const next = new Set(choice.chosen)
    for (const item of rows.slice(from, to + 1))
      if (on) next.add(rowKey(item))
      else next.delete(rowKey(item))
    choice.onChange(next)
  }
}
