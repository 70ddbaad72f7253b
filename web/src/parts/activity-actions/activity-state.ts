// The state of an activity as who teaches it reads it: what students see of it now. Pure.
import type { ActivityRow } from '../course/content.ts'

/** waiting: published, in a course that is not. */
export type ActivityState = 'draft' | 'waiting' | 'opens' | 'closed' | 'late' | 'published'

export function stateOf(
  { published, availability, due_time: due }: Pick<ActivityRow, 'published' | 'availability' | 'due_time'>,
  coursePublished: boolean,
  now: number,
): ActivityState {
  if (!published) return 'draft'
  if (!coursePublished) return 'waiting'
  if (availability === 'notStarted') return 'opens'
  if (availability === 'ended') return 'closed'
  return due !== null && Date.parse(due) <= now ? 'late' : 'published'
}
