// The state of an activity as who teaches it reads it: what students see of it now. Pure.
import type { ActivityRow } from '../course/content.ts'

/** waiting: published, in a course that is not. module…: its module keeps students from it. */
export type ActivityState =
  | 'draft'
  | 'waiting'
  | 'moduleHidden'
  | 'opens'
  | 'moduleOpens'
  | 'closed'
  | 'moduleClosed'
  | 'late'
  | 'published'
type Seen = Pick<ActivityRow, 'published' | 'availability' | 'start_time' | 'due_time' | 'end_time'>

/** Its dates are the activity's own; its availability is also that of its module. */
export function stateOf(
  { published, availability, start_time, due_time, end_time }: Seen,
  coursePublished: boolean,
  now: number,
): ActivityState {
  if (!published) return 'draft'
  if (!coursePublished) return 'waiting'
  if (availability === 'unpublished') return 'moduleHidden'
  if (availability === 'notStarted') return start_time !== null && Date.parse(start_time) > now ? 'opens' : 'moduleOpens'
  if (availability === 'ended') return end_time !== null && Date.parse(end_time) <= now ? 'closed' : 'moduleClosed'
  return due_time !== null && Date.parse(due_time) <= now ? 'late' : 'published'
}
