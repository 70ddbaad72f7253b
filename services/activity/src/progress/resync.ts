// The resync of progress: that of students alone, for that of others is never emitted.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { emitAll, nextVersion } from '@lyceum/kit/facts/outbox'
import { resyncBatch, zeroId } from '@lyceum/kit/facts/resync'
import { factColumns, progressFact, type ProgressFactRow } from '../activity/progress-row.ts'

/** `after`: the ids of the last activity and person; returns those of the next batch, undefined after the last one. */
export async function resyncProgress(tx: Tx, after: string | undefined): Promise<string | undefined> {
  const [activity = zeroId, person = zeroId] = after ? after.split(' ') : []
  const keys = await rows<Pick<ProgressFactRow, 'activity_id' | 'person_id'>>(
    tx,
    `
    select activity_id, person_id from progress where (activity_id, person_id) > ($1::uuid, $2::uuid)
    order by activity_id, person_id limit ${resyncBatch}`,
    activity,
    person,
  )
  const last = keys.at(-1)
  if (!last) return undefined
  const raised = await rows<ProgressFactRow>(
    tx,
    `
    update progress p set version = ${nextVersion('p.version')}
    from unnest($1::uuid[], $2::uuid[]) as k(activity_id, person_id), mirror.members m
    where p.activity_id = k.activity_id and p.person_id = k.person_id
      and m.course_id = p.course_id and m.person_id = p.person_id and m.role = 'student' and not p.trial
    returning ${factColumns('p')}`,
    keys.map(({ activity_id }) => activity_id),
    keys.map(({ person_id }) => person_id),
  )
  await emitAll(
    tx,
    raised.map((row) => progressFact(row)),
  )
  return `${last.activity_id} ${last.person_id}`
}
