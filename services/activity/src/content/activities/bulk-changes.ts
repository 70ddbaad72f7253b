// Publishes or hides several activities at once.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { invalid } from '@lyceum/kit/calls/errors'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { ActivityChangedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../../deps.ts'
import { inEveryRoom } from '../../lifecycle.ts'
import { activityColumns, activityOf, type SqlActivity, emitActivities } from '../../activity/activity-row.ts'

/** Publishes or hides activities. Only rows that change are written and emitted. 400 activity.unknown. */
export async function publishActivities(
  { db, now }: Deps,
  actor: Actor,
  course: string,
  requested: string[],
  published: boolean,
): Promise<{ activity_ids: string[] }> {
  const ids = await lockActivitiesOf(db, course, requested)
  // hiding ends the grants decided by older versions
  const changed = await rows<SqlActivity>(
    db,
    `
    update activities a set published = $2, version = n.version, grants_since = case when $2 then a.grants_since else n.version end, updated_at = now()
    from (select id, ${nextVersion()} as version from activities where id = any($1)) n
    where a.id = n.id and a.published <> $2 returning ${activityColumns}`,
    ids,
    published,
  )
  if (published) await inEveryRoom('published', db, inOrder(changed), actor.person, now())
  await emitActivities(db, published ? ActivityPublishedSchema : ActivityChangedSchema, inOrder(changed))
  return { activity_ids: ids }
}

export const inOrder = (changed: SqlActivity[]) => changed.map(activityOf).sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))

/** Locks activities of a course and returns their ids in the same order; 400 activity.unknown names the first that is not in the course. */
async function lockActivitiesOf(db: Deps['db'], course: string, requested: string[]): Promise<string[]> {
  const ids = requested.map((id) => id.toLowerCase())
  const locked = await rows<{ id: string }>(
    db,
    'select id::text from activities where id = any($1) and course_id = $2 and not deleted order by id for update',
    ids,
    course,
  )
  const existing = new Set(locked.map(({ id }) => id))
  const unknown = ids.find((id) => !existing.has(id))
  if (unknown) throw invalid({ activity_ids: ['activity.unknown', { id: unknown }] })
  return ids
}
