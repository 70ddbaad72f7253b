// To-do list, grouped by day, and the row of one to-do.
import { ChevronRight, Clock, RotateCcw } from 'lucide-react'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../activity-types.ts'
import { useTexts } from '../../i18n.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Tile } from '../../ui/marks/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { clock, dateTime, near, time } from '../../ui/format.ts'
import { byDay, dayOf, deadlineOf } from './days.ts'
import type { Todo } from './queries.ts'

/** `urgent`: the first row has the primary button of the page. `level`: that of the days' headings, below what stands above the list. */
export function TodoList({ items, urgent, level = 3 }: { items: readonly Todo[]; urgent: boolean; level?: 2 | 3 }) {
  const t = useTexts('home')
  const Heading = level === 2 ? 'h2' : 'h3'
  const groups = byDay(items, Date.now())
  return (
    <div className="surface-card overflow-hidden">
      {groups.map(({ day, items: dayItems }, groupIndex) => (
        <section key={day} className="tablet:not-first:border-t tablet:not-first:border-line">
          <Heading className="border-line bg-sunken px-3.5 py-1.5 text-caption font-semibold text-text-2 max-tablet:hidden">
            {t(`day.${day}`)}
          </Heading>
          <ul
            className={classes(
              'divide-y divide-line tablet:border-t tablet:border-line',
              groupIndex > 0 && 'max-tablet:border-t max-tablet:border-line',
            )}
          >
            {dayItems.map((item, index) => (
              <TodoRow key={`${item.activity_id} ${item.kind}`} item={item} primary={urgent && groupIndex === 0 && index === 0} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** `inCourse`: under the name of its course, which the row does not repeat. */
export function TodoRow({ item, primary = false, inCourse = false }: { item: Todo; primary?: boolean; inCourse?: boolean }) {
  const say = useTexts('kinds')
  const t = useTexts('home')
  const due = useDueText(item)
  const progressText = useProgressText(item)
  const { icon, tone, act } = definitionOf(item.type)
  const opensLater = item.start_time !== null && Date.parse(item.start_time) > Date.now()
  const href = activityHref({ id: item.activity_id, course_id: item.course_id, type: item.type })
  const title = item.kind === 'activity' ? item.title : t(`todoOf.${item.kind}`, { title: item.title, count: item.reviews })
  const action = item.running ? 'continue' : (act({ percent: item.percent, completed: false }) ?? 'open')
  return (
    <li className="relative flex min-h-[52px] items-center gap-3.5 px-3.5 py-1.5 hover:bg-hover max-tablet:py-3">
      <Tile tone={opensLater ? 'neutral' : tone} icon={icon} />
      <div className="min-w-0 flex-1">
        {opensLater ? (
          <p className="line-clamp-2 text-body font-medium break-words">{title}</p>
        ) : (
          <Link
            to={href}
            data-action="activity.open"
            title={title}
            className="stretched line-clamp-2 text-body font-medium break-words after:focus-visible:outline-2 after:focus-visible:-outline-offset-2"
          >
            {title}
          </Link>
        )}
        {!inCourse && <p className="truncate text-caption text-text-3">{item.course_name}</p>}
        <p className={classes('text-small tablet:hidden', due.className)}>{due.text}</p>
      </div>
      <p className={classes('flex w-[164px] shrink-0 items-center gap-1.5 text-small max-tablet:hidden desktop:w-[236px]', due.className)}>
        {due.today && <Clock aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />}
        {due.again && <RotateCcw aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />}
        {due.text}
      </p>
      <p className="w-[120px] shrink-0 truncate text-caption text-text-2 max-desktop:hidden">{progressText}</p>
      {!opensLater && (
        // The row is the link; the button repeats it for the eye and the pointer.
        <>
          <Link
            to={href}
            tabIndex={-1}
            aria-hidden
            data-action="activity.open"
            className={classes(
              buttonLook(primary ? 'primary' : 'secondary', 'sm'),
              'relative w-[84px] shrink-0',
              !primary && 'max-tablet:hidden',
            )}
          >
            {say(`act.${action}`)}
          </Link>
          {!primary && <ChevronRight aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-text-3 tablet:hidden" />}
        </>
      )}
    </li>
  )
}

/** Text and colour of a due time: red today and late, amber within a week, plain later; the text alone says the same. */
function useDueText(item: Todo): { text: string; className: string; today?: boolean; again?: boolean } {
  const t = useTexts('home')
  if (item.start_time && Date.parse(item.start_time) > Date.now())
    return { text: t('opens', { when: near(item.start_time) }), className: 'text-text-2' }
  const deadline = deadlineOf(item)
  if (item.rework)
    return {
      text: deadline ? t('reworkDue', { when: near(deadline) }) : t('rework'),
      className: 'font-medium text-warn-text',
      again: true,
    }
  if (!deadline) return { text: '', className: '' }
  const closes = item.due_time === null
  const day = dayOf(item, Date.now())
  if (day === 'late') return { text: t('late', { when: near(deadline) }), className: 'font-medium text-bad-text', today: true }
  if (day === 'today')
    return { text: t(closes ? 'closesToday' : 'dueToday', { time: time(deadline) }), className: 'font-medium text-bad-text', today: true }
  if (day === 'week') return { text: t(closes ? 'closes' : 'due', { when: near(deadline) }), className: 'text-warn-text' }
  return { text: t(closes ? 'closes' : 'due', { when: dateTime(deadline) }), className: 'text-text-2' }
}

/** My progress, or before it the duration of a video. */
function useProgressText({ type, percent: done, video_duration: seconds }: Todo): string {
  const say = useTexts('kinds')
  if (done > 0) return definitionOf(type).result({ my: { percent: done } }, say) ?? ''
  if (!seconds) return ''
  return seconds < 60 ? clock(seconds) : say('minutes', { count: Math.round(seconds / 60) })
}
