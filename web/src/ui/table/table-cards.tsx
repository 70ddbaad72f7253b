// A table on a phone: each row a card with its first column as title, two fields below it, a state at its end, the rest behind a chevron.
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type Key, lazy, Suspense, useId, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Checkbox } from '../fields/checkbox.tsx'
import { classes } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import type { Choice, Column, TableProps } from './table-props.ts'

/** The columns by their position on a card. */
function cardLayout<Of>(columns: readonly Column<Of>[]) {
  const [title, ...rest] = columns
  const named = rest.filter((column) => column.card !== 'end' && !column.hideHead)
  const chosenBelow = named.filter((column) => column.card === 'below')
  const below = chosenBelow.length > 0 ? chosenBelow : named.filter((column) => column.card === undefined).slice(0, 2)
  return {
    title,
    end: rest.filter((column) => column.card === 'end' || column.hideHead),
    below,
    more: named.filter((column) => !below.includes(column)),
  }
}

const Virtual = lazy(() => import('./table-cards-virtual.tsx'))

export function Cards<Of>({ caption, columns, rows, rowKey, isCurrent, choice }: TableProps<Of>) {
  const card = (row: Of, place?: { index: number; measureRef: (element: HTMLElement | null) => void }) => (
    <Card
      key={rowKey(row)}
      row={row}
      columns={columns}
      choice={choice}
      id={rowKey(row)}
      current={isCurrent?.(row) ?? false}
      count={rows.length}
      {...place}
    />
  )
  const firstCards = (
    <ul aria-label={caption} className="surface-card divide-y divide-line">
      {rows.slice(0, 100).map((row) => card(row))}
    </ul>
  )
  if (rows.length <= 100) return firstCards
  return (
    <Suspense fallback={firstCards}>
      <Virtual label={caption} rows={rows}>
        {(row, index, measureRef) => card(row as Of, { index, measureRef })}
      </Virtual>
    </Suspense>
  )
}

function Card<Of>({
  row,
  id,
  columns,
  choice,
  current,
  index,
  count,
  measureRef,
}: {
  row: Of
  id: Key
  columns: readonly Column<Of>[]
  choice: Choice<Of> | undefined
  current: boolean
  /** The card's index in a virtual list. */
  index?: number
  count: number
  measureRef?: (element: HTMLElement | null) => void
}) {
  const t = useTexts('ui')
  const list = useId()
  const [open, setOpen] = useState(false)
  const { title, end, ...fields } = cardLayout(columns)
  // without a column above it, a head of nothing is a riddle
  const hasValue = (column: Column<Of>) => !['', null, undefined, false].includes(column.cell(row) as string)
  const [below, more] = [fields.below.filter(hasValue), fields.more.filter(hasValue)]
  const chosen = choice?.chosen.has(id) ?? false
  const pick = () => {
    const next = new Set(choice?.chosen)
    if (!next.delete(id)) next.add(id)
    choice?.onChange(next)
  }
  const field = (column: Column<Of>) => (
    <div key={column.key} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <dt className="min-w-0 text-caption wrap-break-word text-text-3">{column.head}</dt>
      <dd className={classes('min-w-0', column.numeric && 'tabular')}>{column.cell(row)}</dd>
    </div>
  )
  return (
    <li
      ref={measureRef}
      data-index={index}
      {...(index !== undefined && { 'aria-posinset': index + 1, 'aria-setsize': count })}
      className={classes('relative flex min-h-14 gap-2 px-3.5 py-2 text-small', (chosen || current) && 'bg-accent-soft')}
    >
      {choice && (
        <span className="flex size-11 shrink-0 items-center justify-center -ml-3">
          <Checkbox label={choice.label(row)} hideLabel checked={chosen} onChange={pick} />
        </span>
      )}
      <div className="min-w-0 flex-1 self-center">
        <div className="text-body font-medium">{title?.cell(row)}</div>
        {below.length > 0 && <dl className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5">{below.map(field)}</dl>}
        {open && (
          <dl id={list} className="mt-1 space-y-0.5">
            {more.map(field)}
          </dl>
        )}
      </div>
      <div className="flex max-w-[50%] shrink-0 flex-wrap items-center justify-end gap-1">
        {end.map((column) => (
          <span key={column.key}>{column.cell(row)}</span>
        ))}
        {more.length > 0 && (
          <IconButton
            label={t(open ? 'less' : 'more')}
            icon={open ? ChevronUp : ChevronDown}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        )}
      </div>
    </li>
  )
}
