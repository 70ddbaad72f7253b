// Tables: head and first column stay while the rest scrolls, rows of the density's height, numbers right and tabular, one sort arrow, a
// choice of rows, column groups above the head, sums below. Below 641 px each row is a card. Above 100 rows only those in sight are made.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { classes } from './class-names.ts'
import { usePhone } from './phone.tsx'
import { Cards } from './table-cards.tsx'
import { Head } from './table-head.tsx'
import type { Column, TableProps } from './table-props.ts'
import { Row } from './table-row.tsx'

export type { Choice, Column, Sort, TableProps } from './table-props.ts'

const Virtual = lazy(() => import('./table-virtual.tsx')) as typeof import('./table-virtual.tsx').default

export function Table<Of>(props: TableProps<Of>) {
  return usePhone() ? <Cards {...props} /> : <Wide {...props} />
}

function Wide<Of>(props: TableProps<Of>) {
  const { caption, columns, rows, rowKey, choice, compact, isCurrent } = props
  const box = useRef<HTMLDivElement>(null)
  const shape = useShape(box)
  const long = rows.length > 100
  const pick = usePick(props)
  const row = (one: Of, i: number) => (
    <Row key={rowKey(one)} row={one} columns={columns} choice={choice} pick={() => pick(i)} current={isCurrent?.(one)} id={rowKey(one)} />
  )
  return (
    // biome-ignore lint/a11y/useAriaPropsForRole: it scrolls sideways or down, so the keyboard must get into it
    <div
      ref={box}
      data-scrolled={shape.scrolled || undefined}
      data-wide={shape.wide || undefined}
      {...((shape.wide || long) && { tabIndex: 0, role: 'region', 'aria-label': caption })}
      className={classes(
        'surface-card relative',
        compact && 'compact-rows',
        shape.wide || long ? 'max-h-[calc(100dvh-var(--shown-bar)-140px)] min-h-60 overflow-auto' : 'overflow-x-clip',
      )}
    >
      <table className="w-full border-separate border-spacing-0 text-small" aria-rowcount={long ? rows.length + 1 : undefined}>
        <caption className="screen-reader">{caption}</caption>
        <Head {...props} inside={shape.wide || long} />
        {long ? (
          <Suspense fallback={<tbody>{rows.slice(0, 40).map(row)}</tbody>}>
            <Virtual box={box} rows={rows} height={compact ? 28 : 40} columns={columns.length + (choice ? 1 : 0)}>
              {(one, i, measured) => (
                <Row
                  key={rowKey(one as Of)}
                  row={one as Of}
                  columns={columns}
                  choice={choice}
                  pick={() => pick(i)}
                  current={isCurrent?.(one as Of)}
                  id={rowKey(one as Of)}
                  index={i}
                  measured={measured}
                />
              )}
            </Virtual>
          </Suspense>
        ) : (
          <tbody>{rows.map(row)}</tbody>
        )}
        <Foot columns={columns} choice={Boolean(choice)} inside={shape.wide || long} />
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

/** Whether the rows are wider than the box, and whether it stands scrolled. */
function useShape(box: React.RefObject<HTMLDivElement | null>) {
  const [shape, setShape] = useState({ wide: false, scrolled: false })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const table = element.firstElementChild as HTMLElement
      const wide = table.scrollWidth > element.clientWidth + 1
      const scrolled = element.scrollLeft > 0
      setShape((now) => (now.wide === wide && now.scrolled === scrolled ? now : { wide, scrolled }))
    }
    const watch = new ResizeObserver(look)
    watch.observe(element)
    if (element.firstElementChild) watch.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  return shape
}

/** Choosing a row; with Shift all from the last chosen one to it. */
function usePick<Of>({ rows, rowKey, choice }: TableProps<Of>) {
  const last = useRef<number>(undefined)
  const shift = useRef(false)
  useEffect(() => {
    const note = (event: MouseEvent | KeyboardEvent) => {
      shift.current = event.shiftKey
    }
    for (const name of ['pointerdown', 'keydown'] as const) window.addEventListener(name, note, true)
    return () => {
      for (const name of ['pointerdown', 'keydown'] as const) window.removeEventListener(name, note, true)
    }
  }, [])
  return (i: number) => {
    const row = rows[i]
    if (!choice || !row) return
    const on = !choice.chosen.has(rowKey(row))
    const [from, to] = shift.current && last.current !== undefined ? [Math.min(last.current, i), Math.max(last.current, i)] : [i, i]
    last.current = i
    const next = new Set(choice.chosen)
    for (const one of rows.slice(from, to + 1))
      if (on) next.add(rowKey(one))
      else next.delete(rowKey(one))
    choice.onChange(next)
  }
}
