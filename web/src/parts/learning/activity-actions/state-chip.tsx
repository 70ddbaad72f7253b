// Chip with the state of an activity, for who teaches. While its course is a draft it is the button that leads to publishing the course, for who may.
import { CalendarClock, CalendarX, Clock, Eye, EyeOff, Hourglass, type LucideIcon } from 'lucide-react'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Chip, type Tone } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { dateTime } from '../../../ui/format.ts'
import type { ActivityRow } from '../course/content.ts'
import { askToPublish } from '../course/publish-course.ts'
import { type ActivityState, stateOf } from './activity-state.ts'

const looks: Record<ActivityState, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'neutral', icon: EyeOff },
  waiting: { tone: 'warn', icon: Hourglass },
  moduleHidden: { tone: 'neutral', icon: EyeOff },
  opens: { tone: 'info', icon: CalendarClock },
  moduleOpens: { tone: 'info', icon: CalendarClock },
  closed: { tone: 'outline', icon: CalendarX },
  moduleClosed: { tone: 'outline', icon: CalendarX },
  late: { tone: 'warn', icon: Clock },
  published: { tone: 'ok', icon: Eye },
}

type OfCourse = Pick<Answer<'GET /api/courses/:id'>, 'can' | 'course_attributes'>

export function StateChip({ activity, course }: { activity: ActivityRow; course: OfCourse }) {
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const state = stateOf(activity, course.course_attributes.published, Date.now())
  const { tone, icon } = looks[state]
  const texts: Record<ActivityState, () => string> = {
    draft: () => t('draft'),
    waiting: () => t('waiting'),
    opens: () => tp('from', { when: dateTime(activity.start_time ?? 0).slice(5) }),
    moduleHidden: () => t('inHidden'),
    moduleOpens: () => t('inNotOpen'),
    closed: () => tp('closed'),
    moduleClosed: () => t('inClosed'),
    late: () => t('pastDue'),
    published: () => t('published'),
  }
  const text = texts[state]()
  const chip = (
    <Chip tone={tone} icon={icon} className={classes(state === 'waiting' && 'text-start max-tablet:whitespace-normal')}>
      {text}
    </Chip>
  )
  if (state !== 'waiting' || !course.can.publish) return chip
  return (
    <button
      type="button"
      {...dialogTrigger}
      aria-label={`${text}: ${t('publishCourse')}`}
      title={t('publishCourse')}
      onClick={() => askToPublish(activity.course_id)}
      className="inline-flex min-h-6 max-w-full items-center rounded-full hover:underline"
    >
      {chip}
    </button>
  )
}
