import type { ActivityRow, Content } from '../../parts/course/activity-kinds.ts'
import { byModule } from '../../parts/course/activity-kinds.ts'

export type Step = 'done' | 'part' | 'open' | 'locked' | 'none'

/** How far I am with an activity, as the mark before its row shows it. `none`: nothing is asked of anybody. */
export function stepOf(activity: ActivityRow): Step {
  if (activity.is_locked || activity.availability === 'notStarted') return 'locked'
  if (activity.my.completed) return 'done'
  if (activity.my.percent > 0) return 'part'
  return activity.completion_criterion.kind === 'none' ? 'none' : 'open'
}

/** Seconds until it opens or is due; what has a day counts before what has none. */
export type Due = { kind: 'due' | 'opens' | 'ended'; at: string; near: 'today' | 'week' | 'later' }
export function dueOf(activity: ActivityRow, now: number): Due | undefined {
  if (activity.availability === 'notStarted' && activity.start_time)
    return { kind: 'opens', at: activity.start_time, near: nearness(activity.start_time, now) }
  if (activity.availability === 'ended' && activity.end_time) return { kind: 'ended', at: activity.end_time, near: 'later' }
  if (activity.end_time && !activity.my.completed) return { kind: 'due', at: activity.end_time, near: nearness(activity.end_time, now) }
  return undefined
}
function nearness(at: string, now: number): Due['near'] {
  const [then, today] = [new Date(at), new Date(now)]
  if (then.toDateString() === today.toDateString()) return 'today'
  return then.getTime() - now < 7 * 86_400_000 ? 'week' : 'later'
}

/** The one thing to go on with: what was begun last, else the first open thing in order. undefined: all is done, or nothing can be opened yet. */
export function nextStep(content: Content): ActivityRow | undefined {
  const open = byModule(content)
    .flatMap(({ activities }) => activities)
    .filter((one) => one.published && one.availability === 'open' && !one.is_locked && !one.my.completed)
  const begun = open
    .filter((one) => one.my.percent > 0 && one.my.last_seen_at)
    .sort((a, b) => (b.my.last_seen_at ?? '').localeCompare(a.my.last_seen_at ?? ''))
  return begun[0] ?? open.find((one) => one.completion_criterion.kind !== 'none')
}

/** What comes next by the calendar: at most three, soonest first. */
export function upcoming(content: Content, now: number): { activity: ActivityRow; due: Due }[] {
  return content.activities
    .flatMap((activity) => {
      const due = dueOf(activity, now)
      return due && due.kind !== 'ended' && Date.parse(due.at) >= now ? [{ activity, due }] : []
    })
    .sort((a, b) => a.due.at.localeCompare(b.due.at))
    .slice(0, 3)
}
