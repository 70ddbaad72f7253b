// Row of an activity for a student: mark, tile, title and summary, due time or result, action.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../../activity-types.ts'
import type { ActivityRow } from '../../../parts/learning/course/content.ts'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import { useTexts } from '../../../i18n.ts'
import { looks } from '../../../first-look/looks.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { Tile } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { dateTime, near, time } from '../../../ui/format.ts'
import { StatusMark } from '../../../ui/progress.tsx'
import { type Due, dueOf, isClosed, stepOf } from './steps.ts'

const LockedDialog = laterDialog(() => import('../../../parts/learning/activity-actions/locked-dialog.tsx'))

const markOf = { done: 'done', part: 'part', open: 'open', locked: 'locked', rework: 'rework' } as const

/** The whole row is the target of the one link in it. `current`: the next step, which is tinted. */
export function ActivityLine({ activity, current }: { activity: ActivityRow; current: boolean }) {
  const t = useTexts('course-page')
  const say = useTexts('kinds')
  const dueText = useDueText()
  const step = stepOf(activity)
  const { icon, tone, about, ...type } = definitionOf(activity.type)
  // what others marked as done may still be closed
  const locked = isClosed(activity)
  const due = dueOf(activity, Date.now())
  const rework = step === 'rework'
  const result = rework ? say('rework') : type.result(activity, say)
  const dueLabel = due && step !== 'done' ? dueText(due) : undefined
  const marks = {
    done: t('mark.done'),
    part: t('mark.part'),
    open: t('mark.open'),
    locked: t('mark.locked'),
    rework: say('rework'),
    none: '',
  }
  const mark = step !== 'none' && <StatusMark state={markOf[step]} label={marks[step]} value={activity.my.percent} />
  const action = rework ? 'open' : type.act(activity.my)
  return (
    <li className={classes(looks.activityRow, current ? 'bg-accent-soft' : 'hover:bg-hover')}>
      <span className="flex w-5 shrink-0 justify-center max-tablet:hidden">{mark}</span>
      <Tile tone={locked ? 'neutral' : tone} icon={icon} onTint={current} />
      <div className="min-w-0 flex-1">
        {locked ? (
          <LockedTitle activity={activity} />
        ) : (
          <Link
            to={activityHref(activity)}
            data-action="activity.open"
            className={classes('stretched after:focus-visible:outline-2 after:focus-visible:-outline-offset-2', looks.activityTitle)}
            title={activity.title}
          >
            {activity.title}
          </Link>
        )}
        <p className="truncate text-caption text-text-3">
          {activity.locked_by ? <LockedBy activity={activity} /> : about(activity, say)}
          <span className="tablet:hidden">{result && (rework || (step === 'part' && !dueLabel)) ? ` · ${result}` : ''}</span>
        </p>
        {dueLabel && <p className={classes('text-caption tablet:hidden', dueLabel.className)}>{dueLabel.text}</p>}
      </div>
      <div className="shrink-0 text-right text-small max-tablet:hidden">
        {dueLabel && <p className={dueLabel.className}>{dueLabel.text}</p>}
        {result && (
          <p className={classes(rework ? 'font-medium text-warn-text' : dueLabel ? 'text-caption text-text-3' : 'text-text-2')}>{result}</p>
        )}
      </div>
      <div aria-hidden className="w-[92px] shrink-0 max-tablet:hidden">
        {!locked && action && <span className={buttonLook('secondary', 'sm', true)}>{say(`act.${action}`)}</span>}
      </div>
      <span className="shrink-0 tablet:hidden">
        {step === 'none' ? null : <StatusMark state={markOf[step]} label={marks[step]} value={activity.my.percent} size={22} />}
      </span>
    </li>
  )
}

/** A title that opens nothing yet: that of a locked activity tells what is missing. */
function LockedTitle({ activity }: { activity: ActivityRow }) {
  const [open, setOpen] = useState(false)
  const look = 'truncate text-body text-text-2 max-tablet:whitespace-normal'
  if (!activity.is_locked) return <p className={look}>{activity.title}</p>
  return (
    <>
      <button
        type="button"
        {...dialogTrigger}
        data-action="activity.locked"
        onClick={() => setOpen(true)}
        className={classes(
          'stretched block max-w-full text-left after:focus-visible:outline-2 after:focus-visible:-outline-offset-2',
          look,
        )}
        title={activity.title}
      >
        {activity.title}
      </button>
      {open && (
        <Suspense>
          <LockedDialog activity={activity} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** “Complete ‘Ebb’ first” */
function LockedBy({ activity: { course_id, locked_by } }: { activity: ActivityRow }) {
  const say = useTexts('kinds')
  const { data } = useQuery(contentQuery(course_id))
  const first = data?.activities.find(({ id }) => id === locked_by)
  return first ? say('lockedBy', { title: first.title }) : null
}

/** Text and colour of a due time: red today, amber within a week, plain later; the text alone says the same. */
export function useDueText(): (due: Due) => { text: string; className: string } {
  const t = useTexts('course-page')
  return (due) => {
    if (due.kind === 'opens') return { text: t('opens', { when: near(due.time) }), className: 'text-text-2' }
    if (due.kind === 'ended') return { text: t('ended', { when: dateTime(due.time) }), className: 'text-text-3' }
    if (due.kind === 'late') return { text: t('late', { when: near(due.time) }), className: 'font-medium text-bad-text' }
    const closes = due.kind === 'closes'
    if (due.near === 'today')
      return { text: t(closes ? 'closesToday' : 'dueToday', { time: time(due.time) }), className: 'font-medium text-bad-text' }
    return {
      text: t(closes ? 'closes' : 'due', { when: near(due.time) }),
      className: due.near === 'week' ? 'text-warn-text' : 'text-text-2',
    }
  }
}
