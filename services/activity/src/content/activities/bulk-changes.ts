// Publication of several activities at once, and their hiding.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { rows } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { ActivityChangedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { inEveryRoom } from '../../lifecycle.ts'
import { goneActivity, refusedBy } from '../refused.ts'
import type { Refused } from '../refused-api.ts'
import { activityColumns, activityOf, type SqlActivity, emitActivities } from '../../activity/activity-row.ts'

/**
 * Publishes or hides activities. Only rows that change are written and emitted. Those that cannot be published are refused, and the others
 * published; one that is not in the course is refused too. A change of one alone, and of none that is there, throws: 400 `published`, activity.unknown.
 */
export async function publishActivities(
  { db, now }: Deps,
  actor: Actor,
  course: string,
  requested: string[],
  published: boolean,
): Promise<{ activity_ids: string[]; refused: Refused[] }> {
  const { found, refused } = await lockActivitiesOf(db, course, requested)
  if (published)
    // of one that is refused no row was written yet
    for (const row of found.filter((one) => !one.published))
      try {
        await inEveryRoom('published', db, [{ ...row, published }], actor.person, now())
      } catch (error) {
        if (requested.length === 1) throw error
        refused.push(refusedBy(error, row))
      }
  const without = new Set(refused.map(({ activity_id }) => activity_id))
  const ids = found.map(({ id }) => id).filter((id) => !without.has(id))
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
  await emitActivities(db, published ? ActivityPublishedSchema : ActivityChangedSchema, inOrder(changed))
  return { activity_ids: ids, refused }
}

export const inOrder = (changed: SqlActivity[]) => changed.map(activityOf).sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))

/** Activities of a course, locked, in the requested order; those that are not in it are refused. */
async function lockActivitiesOf(db: Deps['db'], course: string, requested: string[]): Promise<{ found: Activity[]; refused: Refused[] }> {
  const ids = requested.map((id) => id.toLowerCase())
  const locked = await rows<SqlActivity>(
    db,
    `select ${activityColumns} from activities a where a.id = any($1) and a.course_id = $2 and not a.deleted order by a.id for update`,
    ids,
    course,
  )
  const rowOf = new Map(locked.map(activityOf).map((row) => [row.id, row]))
  if (locked.length === 0) throw invalid({ activity_ids: ['activity.unknown', { id: ids[0]! }] })
  return {
    found: ids.flatMap((id) => rowOf.get(id) ?? []),
    refused: ids.filter((id) => !rowOf.has(id)).map(goneActivity),
  }
}
