// Beside the calendar: a small month to go by, the views of the specification as a list of what is shown, the courses with their colours.
import { ChevronLeft, ChevronRight, Rss } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import type { Item, Kind, Month } from '../../parts/learning/calendar/items.ts'
import { classes } from '../../ui/class-names.ts'
import { addDays, addMonths, dayByKey, monthDays, noon, today, weekday } from '../../ui/dates.ts'
import { dayTitle, month as monthTitle, weekdays } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CourseColour, CourseDot } from './course-colour.tsx'
import { coursesOf } from './courses-of.ts'
import { Kinds } from './kinds.tsx'

export function Side({
  date,
  shown,
  data,
  items,
  onDate,
  onShown,
  onFeeds,
}: {
  date: string
  shown: readonly Kind[]
  data: Month | undefined
  items: readonly Item[]
  onDate: (day: string) => void
  onShown: (shown: readonly Kind[]) => void
  onFeeds: () => void
}) {
  const t = useTexts('calendar')
  const courses = coursesOf(items)
  return (
    <aside aria-label={t('side')} className="w-[220px] shrink-0 overflow-y-auto p-4 max-desktop:hidden print:hidden">
      <SmallMonth date={date} onDate={onDate} />
      <div className="mt-5">
        <Kinds shown={shown} data={data} onShown={onShown} />
      </div>
      {courses.length > 0 && (
        <section className="mt-5">
          <h2 className="mb-1 text-small font-semibold text-text-2">{t('courses')}</h2>
          <ul className="space-y-0.5">
            {courses.map((course) => (
              <li key={course.id} className="flex min-h-6 items-start gap-2 text-body">
                <CourseDot {...course} />
                <span className="min-w-0 flex-1 wrap-break-word">{course.name}</span>
                <CourseColour course={course} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <button
        type="button"
        onClick={onFeeds}
        className="as-button mt-5 inline-flex min-h-6 items-center gap-2 text-body text-accent-text hover:underline"
      >
        <Rss aria-hidden size={15} />
        {t('subscribe')}
      </button>
    </aside>
  )
}

function SmallMonth({ date, onDate }: { date: string; onDate: (day: string) => void }) {
  const t = useTexts('calendar')
  const days = useRef<HTMLDivElement>(null)
  /** Whether the focus follows the day: after keys, not after the month's buttons. */
  const byKey = useRef(false)
  const [looked, setLooked] = useState<{ of: string; day: string }>()
  /** The one day that Tab reaches; arrows lead to the others. */
  const stop = looked?.of === date ? looked.day : date
  const month = stop.slice(0, 7)
  const look = (day: string) => setLooked({ of: date, day })
  const turn = (steps: number) => look(addMonths(stop, steps))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each day that is gone to
  useEffect(() => {
    if (byKey.current) days.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    byKey.current = false
  }, [stop])
  const move = (event: KeyboardEvent) => {
    const day = dayByKey(event, stop)
    if (!day) return
    event.preventDefault()
    byKey.current = true
    look(day)
  }
  const monday = addDays(date, -weekday(date))
  return (
    <section aria-label={t('smallMonth')}>
      <div className="mb-1 flex items-center justify-between">
        <span className="tabular text-body font-semibold" aria-live="polite">
          {monthTitle(`${month}-01`)}
        </span>
        <span>
          <IconButton size="sm" icon={ChevronLeft} label={t('back.month')} onClick={() => turn(-1)} />
          <IconButton size="sm" icon={ChevronRight} label={t('on.month')} onClick={() => turn(1)} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the days within */}
      <div ref={days} className="grid grid-cols-7 text-center" onKeyDown={move}>
        {weekdays('narrow').map((name, n) => (
          <span key={`${name} ${n}`} aria-hidden className="text-caption text-text-3">
            {name}
          </span>
        ))}
        {monthDays(Number(month.slice(0, 4)), Number(month.slice(5))).map((day) => (
          <button
            key={day}
            type="button"
            tabIndex={day === stop ? 0 : -1}
            onClick={() => onDate(day)}
            aria-label={dayTitle(noon(day))}
            aria-current={day === today() ? 'date' : undefined}
            aria-pressed={day === date}
            className={classes(
              'as-button tabular min-h-[27px] text-small',
              day !== today() && day >= monday && day <= addDays(monday, 6) && 'bg-accent-soft',
              day === today() ? 'rounded-full bg-accent font-semibold text-accent-on' : 'hover:bg-hover',
              day !== today() && !day.startsWith(month) && 'text-text-3',
            )}
          >
            {String(Number(day.slice(8)))}
          </button>
        ))}
      </div>
    </section>
  )
}
