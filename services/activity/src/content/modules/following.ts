// Activities that follow a change of their module, or their move into another one.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { activityColumns, activityOf, emitActivities, emitOpenings, rowIn, type SqlActivity } from '../../activity/activity-row.ts'
import { heldUploads } from '../../activity/held-files.ts'
import type { Activity as Row } from '../../generated/client.ts'
import { narrowsAccess } from '../../progress/plays/grants.ts'
import { refreshActivityTimes } from '../../times/personal-times.ts'
import { type ModuleTimes, timesDiffer } from '../../times/rules.ts'

/** An activity, locked, with the times of its module before and after. */
export type Followed = { row: Row; before: ModuleTimes | undefined; after: ModuleTimes | undefined }

/** Grants for files that are no longer open end, own times move along, and facts of openings are emitted for activities that are open now. */
export async function followModules(tx: Tx, followed: readonly Followed[]): Promise<void> {
  const [first] = followed
  if (!first) return
  const changed = followed.map(({ row, before, after }) => ({ row, before: rowIn(before, row), after: rowIn(after, row) }))
  const narrowed = changed.filter(({ row, before, after }) => heldUploads(row).length > 0 && narrowsAccess(before, after))
  if (narrowed.length > 0) {
    const written = await rows<SqlActivity>(
      tx,
      `
      update activities a set version = n.version, grants_since = n.version, updated_at = now()
      from (select id, ${nextVersion()} as version from activities where id = any($1)) n where a.id = n.id returning ${activityColumns}`,
      narrowed.map(({ row }) => row.id),
    )
    await emitActivities(tx, ActivityChangedSchema, written.map(activityOf))
  }
  await emitOpenings(
    tx,
    changed.map(({ row }) => row.id),
  )
  const moved = changed
    .filter(({ before, after }) => timesDiffer(before, after) || before.published !== after.published)
    .map(({ row }) => row.id)
  await refreshActivityTimes(tx, { org: first.row.orgId, course: first.row.courseId }, moved)
}

/** The activities of a module, locked in one order. */
export const lockActivitiesIn = async (tx: Tx, module: string): Promise<Row[]> =>
  (
    await rows<SqlActivity>(
      tx,
      `select ${activityColumns} from activities a where a.module_id = $1 and not a.deleted order by a.id for no key update`,
      module,
    )
  ).map(activityOf)
