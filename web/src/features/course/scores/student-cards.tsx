// The gradebook on a phone: a card of one student with all items, the next student a swipe or a button away.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type TouchEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import type { SheetColumn, SheetGroup, SpreadsheetProps } from '../../../ui/sheet/sheet.ts'
import type { Item, Row } from './book.ts'
import { swipeOf } from './swipe.ts'

export function StudentCards({
  label,
  rows,
  columns,
  groups,
  filter,
  itemOf,
  onOpen,
  onHead,
  choice,
}: {
  label: string
  rows: readonly Row[]
  columns: readonly SheetColumn<Row>[]
  groups: readonly SheetGroup[]
  /** The one by which the rows are narrowed: with another the cards begin at the first. */
  filter: unknown
  itemOf: (column: string) => Item | undefined
  onOpen: (person: string, item: string) => void
  onHead: (column: string) => void
  choice: NonNullable<SpreadsheetProps<Row>['choice']>
}) {
  const t = useTexts('scores')
  const [shown, setShown] = useState(rows[0]?.id)
  const start = useRef<{ x: number; y: number }>(undefined)
  const last = useRef({ index: 0, filter })
  const found = rows.findIndex(({ id }) => id === shown)
  // a student whose new score no longer fits the filter leaves the place to the next one
  const place = last.current.filter === filter ? Math.min(last.current.index, rows.length - 1) : 0
  const index = found === -1 ? place : found
  last.current = { index, filter }
  const row = rows[index]
  if (!row) return null
  const go = (by: number) => setShown(rows[Math.min(rows.length - 1, Math.max(0, index + by))]?.id)
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const end = changedTouches[0]
    // on an enlarged page a finger moves the page
    const enlarged = (window.visualViewport?.scale ?? 1) > 1.01
    if (start.current && end && !enlarged) go(swipeOf({ x: end.clientX - start.current.x, y: end.clientY - start.current.y }))
    start.current = undefined
  }
  const chosen = choice.chosen.has(row.id)
  const pick = () => {
    const next = new Set(choice.chosen)
    if (!next.delete(row.id)) next.add(row.id)
    choice.onChange(next)
  }
  return (
    <section
      aria-label={label}
      className="flex min-h-0 flex-1 touch-pan-y touch-pinch-zoom flex-col"
      onTouchStart={({ touches }) => {
        const first = touches[0]
        start.current = first && touches.length === 1 ? { x: first.clientX, y: first.clientY } : undefined
      }}
      onTouchEnd={onTouchEnd}
    >
      <div className="flex items-center gap-1 border-y border-line bg-surface px-2 py-1.5">
        <IconButton
          icon={ChevronLeft}
          label={t('previousStudent')}
          off={index === 0 ? t('firstStudent') : undefined}
          onClick={() => go(-1)}
        />
        <div className="min-w-0 flex-1 text-center" aria-live="polite">
          <h2 className="truncate text-section font-semibold">{row.student.name}</h2>
          <p className="tabular truncate text-caption text-text-2">
            {`${row.student.user_no} · ${t('studentAt', { at: index + 1, all: rows.length })}`}
          </p>
        </div>
        <Checkbox hideLabel label={choice.label(row)} checked={chosen} onChange={pick} />
        <IconButton
          icon={ChevronRight}
          label={t('nextStudent')}
          off={index === rows.length - 1 ? t('lastStudent') : undefined}
          onClick={() => go(1)}
        />
      </div>
      <div className="min-h-0 flex-1 touch-pan-y touch-pinch-zoom space-y-3 overflow-y-auto p-4 pb-[calc(16px+2*var(--foot))]">
        {groups.map(({ key, name, note }) => {
          const own = columns.filter(({ group }) => group === key)
          if (own.length === 0) return null
          return (
            <section key={key} aria-label={name}>
              <h3 className="mb-1 text-small font-semibold">
                {name} <span className="font-normal text-text-2">{note}</span>
              </h3>
              <ul className="surface-card divide-y divide-line">
                {own.map((column) => (
                  <Line key={column.key} column={column} row={row} item={itemOf(column.key)} onOpen={onOpen} onHead={onHead} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </section>
  )
}

function Line({
  column,
  row,
  item,
  onOpen,
  onHead,
}: {
  column: SheetColumn<Row>
  row: Row
  item: Item | undefined
  onOpen: (person: string, item: string) => void
  onHead: (column: string) => void
}) {
  const t = useTexts('scores')
  const { key, head, under, mark, foot } = column
  const title = (
    <>
      <span className="flex items-center gap-1">
        {mark}
        <span className="line-clamp-2 wrap-break-word">{head}</span>
      </span>
      <span className="tabular block text-caption text-text-3">
        {[
          item && under && (item.extra_credit ? under : t('outOf', { points: under })),
          typeof foot === 'string' && foot !== '·' && t('averageIs', { value: foot }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
  const value = 'flex min-h-11 min-w-16 shrink-0 items-center justify-end gap-1.5 px-3.5 text-body'
  return (
    <li className="flex items-stretch">
      {column.opens ? (
        <div data-sheet-row="head" className="contents">
          <button
            type="button"
            data-sheet-column={key}
            onClick={() => onHead(key)}
            className="as-button min-h-11 min-w-0 flex-1 px-3.5 py-1.5 text-left text-body"
          >
            {title}
          </button>
        </div>
      ) : (
        <div className="min-h-11 min-w-0 flex-1 px-3.5 py-1.5 text-body">{title}</div>
      )}
      {item ? (
        <div data-sheet-row={row.id} className="contents">
          <button
            type="button"
            data-sheet-column={key}
            onClick={() => onOpen(row.id, key)}
            className={classes('as-button border-l border-line', value)}
          >
            <span className="screen-reader">{head}</span>
            {column.cell(row)}
          </button>
        </div>
      ) : (
        <div className={classes('font-semibold', value)}>
          {column.cell(row)}
          {under === '%' && column.text(row) !== '' && '%'}
        </div>
      )}
    </li>
  )
}
