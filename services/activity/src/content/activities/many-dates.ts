// Dates of several activities at once: those that do not fit an activity are refused for it alone.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { goneActivity, refusedBy } from '../refused.ts'
import type { Refused } from '../refused-api.ts'
import { changeActivity } from './activities.ts'

export type ManyDates = { activity_ids: string[]; start_time?: string | null; due_time?: string | null; end_time?: string | null }

/** Dates that are left out stay as they are. 400 activity.unknown where none of them is in the course, field.required without a date. */
export async function changeDates(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  course: string,
  { activity_ids, ...dates }: ManyDates,
): Promise<{ activity_ids: string[]; refused: Refused[] }> {
  if (Object.keys(dates).length === 0) throw invalid({ start_time: 'field.required' })
  const ids = activity_ids.map((id) => id.toLowerCase())
  const found = await rows<{ id: string; title: string }>(
    deps.db,
    'select id::text, title from activities where id = any($1) and course_id = $2 and not deleted order by id for update',
    ids,
    course,
  )
  if (found.length === 0) throw invalid({ activity_ids: ['activity.unknown', { id: ids[0]! }] })
  const there = new Set(found.map(({ id }) => id))
  const refused = ids.filter((id) => !there.has(id)).map(goneActivity)
  const changed: string[] = []
  // dates are checked before anything of the activity is written
  for (const one of found)
    try {
      await changeActivity(deps, actor, scope, one.id, dates)
      changed.push(one.id)
    } catch (error) {
      refused.push(refusedBy(error, one))
    }
  return { activity_ids: changed, refused }
}
