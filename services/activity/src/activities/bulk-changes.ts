// Changes of several activities at once: publish, hide, sort.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { rows, run } from '@lyceum/kit/database/database'
import { invalid, notFound } from '@lyceum/kit/calls/errors'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { ActivityChangedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../deps.ts'
import { activityColumns, activityOf, type SqlActivity, emitActivities } from './activity-row.ts'
import { lockModule } from './draft.ts'

/** Publishes or hides activities. Only rows that change are written and emitted. 400 activity.unknown. */
export async function publishActivities(
  { db }: Deps,
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
  await emitActivities(db, published ? ActivityPublishedSchema : ActivityChangedSchema, inOrder(changed))
  return { activity_ids: ids }
}

/** Moves activities into the module in this order; the module's other activities follow in their own order. 404, 400 activity.unknown. */
export async function sortActivities(
  { db, now }: Deps,
  actor: Actor,
  scope: CourseScope,
  module: string,
  requested: string[],
): Promise<{ activity_ids: string[] }> {
  if (!(await lockModule(db, module))) throw notFound('module', module)
  // as for a new activity and a copy
  await run(db, `select pg_advisory_xact_lock(hashtextextended('activities:' || $1, 0))`, module)
  const first = await lockActivitiesOf(db, scope.course!, requested)
  const others = await rows<{ id: string; sort: number }>(
    db,
    `
    select id::text, sort from activities where module_id = $1 and not deleted and id <> all($2) order by id for update`,
    module,
    first,
  )
  others.sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
  const order = [...first, ...others.map(({ id }) => id)]
  const changed = await rows<SqlActivity>(
    db,
    `
    update activities a set sort = n.position, module_id = $1, version = ${nextVersion('a.version')}, updated_at = now(),
      changed_by = case when a.module_id is distinct from $1 then $3 else a.changed_by end,
      changed_at = case when a.module_id is distinct from $1 then $4 else a.changed_at end
    from (select id, nth::int as position from unnest($2::uuid[]) with ordinality as ordered(id, nth)) n
    where a.id = n.id and (a.sort <> n.position or a.module_id is distinct from $1) returning ${activityColumns}`,
    module,
    order,
    actor.person,
    now(),
  )
  await emitActivities(db, ActivityChangedSchema, inOrder(changed))
  return { activity_ids: order }
}

const inOrder = (changed: SqlActivity[]) => changed.map(activityOf).sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))

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
