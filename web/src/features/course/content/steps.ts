// Steps of a student through a course: state and due time of an activity, the next step, the next dates. Pure.
import { type ActivityRow, byModule, type Content } from '../../../parts/learning/course/content.ts'
import { daysFromNow } from '../../../ui/format.ts'

export type Step = 'done' | 'part' | 'open' | 'locked' | 'rework' | 'none'

/** The content for a reader without a role in the course, such as a manager: they complete nothing there, and are late with nothing. */
export function contentFor({ role }: { role: string | null }, content: Content, now = Date.now()): Content {
  if (role !== null) return content
  const activities = content.activities.map((activity) => ({
    ...activity,
    completion_criterion: { ...activity.completion_criterion, kind: 'none' as const },
    my: { ...activity.my, completed: false, completed_at: null, percent: 0 },
    state: '',
    due_time: activity.due_time && Date.parse(activity.due_time) > now ? activity.due_time : null,
  }))
  return { ...content, activities }
}

/** Nobody opens it yet: it waits for others, or for its time. */
export const isClosed = ({ is_locked, availability }: ActivityRow) => is_locked || availability === 'notStarted'

/** My state with an activity, shown as the mark before its row. `none`: the activity has no criterion and is not begun. */
export function stepOf(activity: ActivityRow): Step {
  if (activity.state === 'rework') return 'rework'
  if (activity.my.completed) return 'done'
  if (isClosed(activity)) return 'locked'
  if (activity.my.percent > 0) return 'part'
  return activity.completion_criterion.kind === 'none' ? 'none' : 'open'
}

/** The next date of an activity: `time` is an ISO time, `near` its distance from now. */
export type Due = { kind: 'due' | 'late' | 'closes' | 'opens' | 'ended'; time: string; near: 'today' | 'week' | 'later' }
export function dueOf(activity: ActivityRow, now: number): Due | undefined {
  // no date ends what was returned for rework: it has a due time as long as that is ahead
  if (activity.state === 'rework')
    return activity.due_time && Date.parse(activity.due_time) > now
      ? { kind: 'due', time: activity.due_time, near: nearness(activity.due_time, now) }
      : undefined
  if (activity.availability === 'notStarted' && activity.start_time)
    return { kind: 'opens', time: activity.start_time, near: nearness(activity.start_time, now) }
  if (activity.availability === 'ended' && activity.end_time) return { kind: 'ended', time: activity.end_time, near: 'later' }
  if (activity.my.completed || activity.state === 'submitted') return undefined
  if (activity.due_time) {
    const late = Date.parse(activity.due_time) <= now
    return { kind: late ? 'late' : 'due', time: activity.due_time, near: nearness(activity.due_time, now) }
  }
  return activity.end_time ? { kind: 'closes', time: activity.end_time, near: nearness(activity.end_time, now) } : undefined
}
function nearness(time: string, now: number): Due['near'] {
  if (daysFromNow(time, now) === 0) return 'today'
  return Date.parse(time) - now < 7 * 86_400_000 ? 'week' : 'later'
}

/** The activity to continue with: what was returned for rework, else the last one begun, else the first open one in order. undefined: all are done, or none can be opened yet. */
export const nextStep = (content: Content): ActivityRow | undefined => nextAmong(byModule(content).flatMap(({ activities }) => activities))

/** The same of activities in another order. */
export function nextAmong(activities: readonly ActivityRow[]): ActivityRow | undefined {
  const open = activities.filter(
    (activity) => activity.published && activity.availability === 'open' && !activity.is_locked && !activity.my.completed,
  )
  const started = open
    .filter((activity) => activity.my.percent > 0 && activity.my.last_seen_at)
    .sort((a, b) => (b.my.last_seen_at ?? '').localeCompare(a.my.last_seen_at ?? ''))
  const rework = activities.find((activity) => activity.state === 'rework' && activity.published)
  return rework ?? started[0] ?? open.find((activity) => activity.completion_criterion.kind !== 'none')
}

/** The next dates: at most three, soonest first. */
export function upcoming(content: Content, now: number): { activity: ActivityRow; due: Due }[] {
  return content.activities
    .flatMap((activity) => {
      const due = dueOf(activity, now)
      return due && due.kind !== 'ended' && Date.parse(due.time) >= now ? [{ activity, due }] : []
    })
    .sort((a, b) => a.due.time.localeCompare(b.due.time))
    .slice(0, 3)
}
