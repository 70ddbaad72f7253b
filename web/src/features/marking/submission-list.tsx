// The people whose work is marked, at the left: to find, to narrow, and how far each one is.
import { useVirtualizer } from '@tanstack/react-virtual'
import { Clock3, Minus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Translate, useTexts } from '../../i18n.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { classes } from '../../ui/class-names.ts'
import { date, near } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { authorName, type Row } from './queries.ts'

export const filters = ['all', 'to_mark', 'late'] as const
export type Filter = (typeof filters)[number]

/** Work that was returned for rework waits for its student. */
export const isToMark = (row: Row): boolean => row.id !== null && row.marking !== 'done' && !row.rework
export const fits = (row: Row, filter: Filter): boolean =>
  filter === 'all' || (filter === 'late' ? row.id !== null && row.late_seconds > 0 : isToMark(row))

const lateText = (seconds: number, t: Translate<'marking'>) =>
  seconds < 3600
    ? t('lateMinutes', { count: Math.max(1, Math.round(seconds / 60)) })
    : seconds < 86_400
      ? t('lateHours', { count: Math.round(seconds / 3600) })
      : t('lateDays', { count: Math.round(seconds / 86_400) })
export { lateText }

export function SubmissionList({
  rows,
  counts,
  current,
  filter,
  find,
  hidden,
  onFilter,
  onFind,
  onOpen,
  className,
}: {
  /** Those that fit, with their number in the whole list. */
  rows: readonly { row: Row; number: number }[]
  counts: Record<Filter, number>
  current: string | undefined
  filter: Filter
  find: string
  /** Names are hidden: each is its number. */
  hidden: boolean
  onFilter: (filter: Filter) => void
  onFind: (text: string) => void
  onOpen: (id: string) => void
  className?: string
}) {
  const t = useTexts('marking')
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => 46, overscan: 8 })
  const at = rows.findIndex(({ row }) => row.id === current)
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at)
  }, [at])
  const handedIn = (row: Row) => row.submitted_at && (row.author.kind === 'pseudonym' ? date : near)(row.submitted_at)
  const about = (row: Row) =>
    row.rework
      ? t('reworkAsked')
      : row.late_seconds > 0 && row.marking !== 'done' && row.submitted_at
        ? `${lateText(row.late_seconds, t)}, ${handedIn(row)}`
        : row.points !== null
          ? `${row.points} / ${row.max ?? '100'}`
          : row.submitted_at
            ? handedIn(row)
            : row.extended && row.due
              ? t('extendedTo', { when: near(row.due) })
              : t('notHandedIn')
  return (
    <nav aria-label={t('submissions')} className={classes('flex min-h-0 flex-col border-r border-line bg-surface', className)}>
      <div className="space-y-2 p-3 pb-2">
        <SearchInput label={t('find')} value={find} onSearch={onFind} />
        <div className="flex flex-wrap gap-1.5">
          {filters.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={filter === one}
              onClick={() => onFilter(one)}
              className={classes(
                'min-h-6 rounded-full border px-2 text-caption font-medium',
                filter === one ? 'border-accent-soft bg-accent-soft text-accent-soft-text' : 'border-line-mid text-text-2 hover:bg-hover',
              )}
            >
              {t(`filter.${one}`, { count: counts[one] })}
            </button>
          ))}
        </div>
      </div>
      <div ref={box} className="min-h-0 flex-1 overflow-y-auto">
        {rows.length === 0 && <p className="p-4 text-small text-text-2">{t('nobodyFits')}</p>}
        <ul style={{ height: virtualizer.getTotalSize() }} className="relative">
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const entry = rows[index]
            if (!entry) return null
            const { row, number } = entry
            const isCurrent = row.id !== null && row.id === current
            const name = authorName(row.author, t, hidden ? number : undefined)
            const late = row.late_seconds > 0 && isToMark(row)
            return (
              <li
                key={row.id ?? row.author.id ?? number}
                ref={virtualizer.measureElement}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
                className="absolute inset-x-0 top-0"
              >
                <button
                  type="button"
                  aria-current={isCurrent ? 'true' : undefined}
                  aria-disabled={row.id === null || undefined}
                  onClick={() => row.id && onOpen(row.id)}
                  className={classes(
                    'flex min-h-[46px] w-full items-center gap-2.5 px-3.5 py-1 text-left focus-visible:-outline-offset-2',
                    isCurrent ? 'bg-accent-soft' : row.id ? 'hover:bg-hover' : 'text-text-3',
                  )}
                >
                  <Avatar
                    id={hidden ? String(number) : (row.author.id ?? row.id ?? '')}
                    name={name}
                    src={hidden ? null : row.author.avatar || null}
                    size={28}
                  />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate text-body leading-tight font-medium">{name}</span>
                    <span className={classes('tabular block truncate text-caption', late || row.rework ? 'text-warn-text' : 'text-text-2')}>
                      {about(row)}
                    </span>
                  </span>
                  {row.id === null ? (
                    <Minus aria-label={t('notHandedIn')} role="img" size={16} className="shrink-0 text-text-3" />
                  ) : late ? (
                    <Clock3 aria-label={t('late')} role="img" size={18} strokeWidth={1.75} className="shrink-0 text-warn-text" />
                  ) : (
                    <StatusMark
                      size={18}
                      state={row.rework ? 'rework' : row.marking === 'done' ? 'done' : row.marking === 'started' ? 'part' : 'open'}
                      value={50}
                      label={row.rework ? t('reworkAsked') : t(`state.${row.marking}`)}
                    />
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </nav>
  )
}
