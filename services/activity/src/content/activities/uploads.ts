// The uploads of an activity as another room sets them: the recordings of a lecture. They are held, and their grants end with them.
import { notFound } from '@lyceum/kit/calls/errors'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { emitActivities, lockActivity } from '../../activity/activity-row.ts'
import { holdActivityFiles } from '../../activity/held-files.ts'
import type { Deps } from '../../deps.ts'
import type { Activity as Row } from '../../generated/client.ts'
import { narrowsAccess } from '../../progress/plays/grants.ts'

export type LockedActivity = Row

/** Locks an activity before what hangs on it. 404 for a deleted one. */
export async function lockUploads(tx: Deps['db'], id: string): Promise<LockedActivity> {
  const row = await lockActivity(tx, id)
  if (!row || row.deleted) throw notFound('activity', id)
  return row
}

/** Of an activity that is locked; nothing is written where they are the same. */
export async function setUploads({ db, now }: Pick<Deps, 'db' | 'now'>, row: LockedActivity, uploadIds: string[]): Promise<void> {
  if (uploadIds.join() === row.uploadIds.join()) return
  const version = versionAfter(row.version, now())
  const grantsSince = narrowsAccess(row, { ...row, uploadIds }) ? version : undefined
  const changed = await db.activity.update({ where: { id: row.id }, data: { uploadIds, version, grantsSince } })
  await holdActivityFiles(db, [changed], now())
  await emitActivities(db, ActivityChangedSchema, [changed])
}
