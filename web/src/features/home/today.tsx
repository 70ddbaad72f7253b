// Lessons, meetings and events of the present day: on a wide page with the line of the present time, on a phone the next one alone.
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type CSSProperties, Fragment } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { dotStyle } from '../../parts/learning/calendar/look.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { addDays, momentOfDay } from '../../ui/dates.ts'
import { gap, list, time } from '../../ui/format.ts'
import { useNow } from '../../ui/now.ts'
import { homeCourses } from './queries.ts'
import { type DayEntry, entriesOfDay, isSoon, minutesUntil, nextOf } from './day-entries.ts'

/** The entries of the calendar from a day's midnight to the next, by the reader's clock. */
export const dayQuery = (day: string) =>
  query('GET /api/calendar-entries', { query: { start: momentOfDay(day), end: momentOfDay(addDays(day, 1)) } })

const most = 6
const nameOf = ({ course_name, title }: DayEntry) => course_name ?? title
const detailOf = ({ course_name, group_name, title, location }: DayEntry) =>
  list([course_name && course_name !== title ? title : '', group_name ?? '', location].filter((text) => text !== ''))
const linkOf = ({ kind, id, start_time }: DayEntry, day: string) => paths.calendar(start_time ? day : undefined, `${kind}-${id}`)

function useDay() {
  const now = useNow()
  const { data } = useQuery(dayQuery(now.day))
  const { data: courses } = useQuery(homeCourses)
  const styleOf = ({ course_id, color }: DayEntry) =>
    dotStyle({
      courseId: course_id,
      courseColor: data?.colours.find((one) => one.course_id === course_id)?.color ?? null,
      coursePattern: courses?.items.find(({ id }) => id === course_id)?.cover_pattern ?? null,
      color,
    })
  return { now, entries: entriesOfDay(data?.entries ?? []), styleOf }
}

export function Today() {
  const t = useTexts('home')
  const { now, entries, styleOf } = useDay()
  if (entries.length === 0) return null
  const shown = entries.slice(0, most)
  // the line stands before what has not ended, where something before it has
  const line = shown.findIndex(({ all_day, end_time }) => !all_day && end_time > now.iso)
  return (
    <section className="max-small:hidden">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-section font-semibold">{t('day.today')}</h2>
        <Link to={paths.calendar()} className={buttonLook('link')}>
          {entries.length > most ? t('allTodo', { count: entries.length }) : t('weekView')}
        </Link>
      </div>
      <ul className="surface-card space-y-3 p-3.5">
        {shown.map((entry, i) => (
          <Fragment key={`${entry.id} ${entry.start_time}`}>
            {i === line && !shown.some(({ start_time, end_time, all_day }) => !all_day && start_time <= now.iso && now.iso < end_time) && (
              <NowLine />
            )}
            <EntryRow entry={entry} day={now.day} now={now.iso} style={styleOf(entry)} />
          </Fragment>
        ))}
        {line === -1 && shown.some(({ all_day }) => !all_day) && <NowLine />}
      </ul>
    </section>
  )
}

/** For readers of the screen every entry says by itself whether it is over. */
const NowLine = () => (
  <li aria-hidden className="flex items-center gap-2">
    <span className="tabular w-11 shrink-0 text-caption font-semibold text-bad-text">{time(Date.now())}</span>
    <span className="flex-1 border-t-2 border-bad" />
  </li>
)

function EntryRow({ entry, day, now, style }: { entry: DayEntry; day: string; now: string; style: CSSProperties }) {
  const t = useTexts('home')
  const over = !entry.all_day && entry.end_time <= now
  return (
    <li className="relative flex gap-3">
      <span className="tabular w-11 shrink-0 text-small text-text-2">
        {entry.all_day ? (
          t('allDay')
        ) : (
          <>
            {time(entry.start_time)}
            <span className="block text-text-3">{time(entry.end_time)}</span>
          </>
        )}
      </span>
      <span aria-hidden className="w-[3px] shrink-0 rounded-full" style={over ? { background: 'var(--line-mid)' } : style} />
      <span className="min-w-0 flex-1">
        <Link to={linkOf(entry, day)} className={classes('stretched line-clamp-2 break-words', over ? 'text-text-2' : 'font-semibold')}>
          {nameOf(entry)}
          {over && <span className="screen-reader">{gap() + t('over')}</span>}
        </Link>
        <span className="block truncate text-caption text-text-3">{detailOf(entry)}</span>
      </span>
      <Soon entry={entry} now={now} />
    </li>
  )
}

function Soon({ entry, now }: { entry: DayEntry; now: string }) {
  const t = useTexts('home')
  if (!isSoon(entry, now)) return null
  const minutes = minutesUntil(entry, now)
  return (
    <Chip tone="accent" className="self-center">
      {minutes > 0 ? t('inMinutes', { count: minutes }) : t('now')}
    </Chip>
  )
}

/** On a phone, above what there is to do. */
export function NextEntry() {
  const t = useTexts('home')
  const { now, entries } = useDay()
  const entry = nextOf(entries, now.iso)
  if (!entry) return null
  const minutes = minutesUntil(entry, now.iso)
  return (
    <div className="relative mt-4 flex items-center gap-3 rounded-card bg-accent-soft px-4 py-3 small:hidden">
      <div className="min-w-0 flex-1">
        <p className="tabular text-small text-text-2">
          {`${time(entry.start_time)}–${time(entry.end_time)}`}
          {isSoon(entry, now.iso) && (
            <span className="font-semibold text-accent-soft-text">{` · ${minutes > 0 ? t('inMinutes', { count: minutes }) : t('now')}`}</span>
          )}
        </p>
        <Link to={linkOf(entry, now.day)} className="stretched line-clamp-2 text-section font-semibold break-words">
          {nameOf(entry)}
        </Link>
        <p className="truncate text-small text-text-2">{detailOf(entry)}</p>
      </div>
      <ChevronRight aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
    </div>
  )
}
