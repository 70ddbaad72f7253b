// The deletion of activities: what they hold, and the write behind every call that deletes some.
import { readCourseAccess, requireIn } from '@lyceum/course/mirror/rules'
import type { CoursePermission } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { ActivityDeletedSchema } from '@lyceum/proto/activity'
import { activityColumns, activityOf, emitActivities, type SqlActivity } from '../../activity/activity-row.ts'
import { holdActivityFiles } from '../../activity/held-files.ts'
import type { Deps } from '../../deps.ts'
import { goneActivity } from '../refused.ts'
import type { Refused } from '../refused-api.ts'
import type { DeleteCheck } from './api.ts'

/** The most activities that a check names. */
const named = 20

type Named = { id: string; course: string }

/**
 * 404 for the first of these activities that is not there, or is not in the bin where deleted ones are requested; 403 unless the actor may do this in the
 * course of each. With `lock` they are locked, in one order. With `some` those that are not there are refused as long as any is.
 */
export async function requireInCoursesOf(
  tx: Tx,
  actor: Actor,
  requested: string[],
  permission: CoursePermission,
  { lock = false, deleted = false, some = false }: { lock?: boolean; deleted?: boolean; some?: boolean } = {},
): Promise<{ ids: string[]; courses: string[]; refused: Refused[] }> {
  const ids = requested.map((id) => id.toLowerCase())
  const found = await rows<Named>(
    tx,
    `
    select a.id::text, a.course_id::text as course from activities a where a.id = any($1) and a.deleted = $2
    order by a.id ${lock ? 'for no key update' : ''}`,
    ids,
    deleted,
  )
  const courseOf = new Map(found.map(({ id, course }) => [id, course]))
  const gone = ids.filter((id) => !courseOf.has(id))
  if (gone[0] && !(some && courseOf.size > 0)) throw notFound('activity', gone[0])
  const courses = [...new Set(courseOf.values())]
  for (const course of courses) requireIn((await readCourseAccess(tx, actor, course)).access, permission)
  return { ids: ids.filter((id) => courseOf.has(id)), courses, refused: gone.map(goneActivity) }
}

/** Deletes activities whose rows are locked: bin.ts restores them, or purges them after 30 days. */
export async function removeActivities({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor, ids: string[]): Promise<void> {
  const time = now()
  const removed = await rows<SqlActivity>(
    db,
    `
    update activities a set deleted = true, deleted_at = $2, deleted_by = $3, was_published = a.published, published = false,
      version = n.version, grants_since = n.version, updated_at = now()
    from (select id, ${nextVersion()} as version from activities where id = any($1)) n where a.id = n.id returning ${activityColumns}`,
    ids,
    time,
    actor.person,
  )
  const deleted = removed.map(activityOf).sort((a, b) => (a.id < b.id ? -1 : 1))
  await holdActivityFiles(db, deleted, time)
  await emitActivities(db, ActivityDeletedSchema, deleted)
}

export async function deleteActivities(
  deps: Deps,
  actor: Actor,
  requested: string[],
): Promise<{ activity_ids: string[]; refused: Refused[] }> {
  const { ids, refused } = await requireInCoursesOf(deps.db, actor, requested, 'content.delete', { lock: true, some: true })
  await removeActivities(deps, actor, ids)
  return { activity_ids: ids, refused }
}

/** Submissions are counted by themselves: a group hands one work in, and what is scored is handed in too. */
const hasWork = (progress: string) => `exists (select from submissions w where w.activity_id = ${progress}.activity_id and w.n > 0)`

/** The work of students alone: a trial of somebody else's is no work. */
export async function checkDeletion({ db }: Deps, actor: Actor, requested: string[]): Promise<DeleteCheck> {
  const { ids } = await requireInCoursesOf(db, actor, [...new Set(requested)], 'content.delete')
  const sums = await one<Pick<DeleteCheck, 'people' | 'readers' | 'completed' | 'submissions'>>(
    db,
    `
    select count(distinct person_id)::int as people, (count(distinct person_id) filter (where opened))::int as readers,
      (count(distinct person_id) filter (where completed_at is not null))::int as completed,
      (count(*) filter (where state = 'submitted' and not ${hasWork('progress')}))::int + (
        select count(*)::int from submissions where activity_id = any($1) and n > 0 and not trial) as submissions
    from progress where activity_id = any($1) and not trial`,
    ids,
  )
  const items = await rows<DeleteCheck['items'][number]>(
    db,
    `
    select a.id::text, a.title, count(*)::int as people, (count(*) filter (where p.state = 'submitted' and not ${hasWork('p')}))::int + (
        select count(*)::int from submissions s where s.activity_id = a.id and s.n > 0 and not s.trial) as submissions
    from progress p join activities a on a.id = p.activity_id
    where p.activity_id = any($1) and not p.trial group by a.id order by people desc, a.id limit ${named}`,
    ids,
  )
  const waiting = await rows<{ id: string; title: string; total: number }>(
    db,
    `
    select a.id::text, a.title, count(*) over ()::int as total from activities a
    where not a.deleted and a.id <> all($1) and exists (select from activity_prerequisites q where q.activity_id = a.id and q.required_id = any($1))
    order by a.sort, a.id limit ${named}`,
    ids,
  )
  return {
    ...sums!,
    items,
    required_by: waiting.map(({ total: _, ...activity }) => activity),
    required_by_total: waiting[0]?.total ?? 0,
  }
}
