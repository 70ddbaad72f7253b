// The bin of attempts: one that is deleted counts no more, and can be restored for 30 days. Its person keeps the completion.
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { lockActivity } from '../../activity/activity-row.ts'
import { binLifetime } from '../../activity/lifetime.ts'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { scorePackage } from '../package-scores.ts'
import type { AttemptHead } from './api.ts'
import { headColumns, type HeadRow, toHead } from './list.ts'

type Found = HeadRow & { person: string; activity: Activity }
async function lockAttempt(tx: Tx, activityId: string, id: string): Promise<Found> {
  const activity = await lockActivity(tx, activityId)
  if (!activity || activity.deleted) throw notFound('activity', activityId)
  const found = await one<HeadRow & { person: string }>(
    tx,
    `select ${headColumns}, p.person_id::text as person from package_attempts p where p.id = $1 and p.activity_id = $2 and not p.trial
     for no key update of p`,
    id,
    activityId,
  )
  if (!found) throw notFound('packageAttempt', id)
  return { ...found, activity }
}

const auditOf = (tx: Tx, action: 'packageAttempt.deleted' | 'packageAttempt.restored', { n, person, activity }: Found) =>
  audit(tx, {
    action,
    subject: `activity:${activity.id}`,
    person,
    org: activity.orgId,
    course: activity.courseId,
    after: { n },
  })

/** One that is in the bin already stays so. 409 packageAttempt.newer when it has been saved since the version that the writer saw. */
export async function deleteAttempt({ db, now }: Deps, activityId: string, id: string, version: number): Promise<null> {
  const found = await lockAttempt(db, activityId, id)
  if (found.deleted_at) return null
  if (Number(found.version) !== version) throw conflict('packageAttempt.newer', { version: Number(found.version) })
  const time = now()
  await run(db, 'update package_attempts set deleted_at = $2, version = version + 1 where id = $1', id, time)
  await scorePackage(db, found.activity, [found.person], time)
  await auditOf(db, 'packageAttempt.deleted', found)
  return null
}

/** 404 after 30 days. */
export async function restoreAttempt({ db, now }: Deps, activityId: string, id: string): Promise<AttemptHead> {
  const found = await lockAttempt(db, activityId, id)
  const time = now()
  if (found.deleted_at) {
    if (time.getTime() - found.deleted_at.getTime() > binLifetime) throw notFound('packageAttempt', id)
    await run(db, 'update package_attempts set deleted_at = null, version = version + 1 where id = $1', id)
    await scorePackage(db, found.activity, [found.person], time)
    await auditOf(db, 'packageAttempt.restored', found)
  }
  const after = await one<HeadRow>(db, `select ${headColumns} from package_attempts p where p.id = $1`, id)
  return toHead(after!)
}
