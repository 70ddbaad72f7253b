// Upkeep of attempts at packages: they go with their activity and their person, from the bin after 30 days, trials after a week.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Activity } from '../generated/client.ts'
import { definitionOf } from '../types/activity-types.ts'
import { scoreUnlessFinal } from './package-scores.ts'

async function deleteAttempts(tx: Tx, condition: string, ...values: unknown[]): Promise<number> {
  const gone = await rows<{ id: string }>(tx, `delete from package_attempts p where ${condition} returning p.id::text`, ...values)
  const ids = gone.map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const table of ['sco_states', 'sco_journal']) await run(tx, `delete from ${table} where attempt_id = any($1)`, ids)
  return ids.length
}

export const purgeAttempts = (tx: Tx, activities: string[]) => deleteAttempts(tx, 'p.activity_id = any($1)', activities)
export const eraseAttempts = (tx: Tx, person: string) => deleteAttempts(tx, 'p.person_id = $1', person)

/** Deletes attempts that lay in the bin until `before`, at most `size`; returns their number. */
export const purgeBinned = (tx: Tx, before: Date, size: number): Promise<number> =>
  deleteAttempts(
    tx,
    'p.id in (select id from package_attempts where deleted_at <= $1 order by deleted_at limit $2 for update skip locked)',
    before,
    size,
  )

/** Deletes trials that began a week ago, at most `size`; returns their number. */
export const purgeTrials = (tx: Tx, now: Date, size: number): Promise<number> =>
  deleteAttempts(
    tx,
    `p.id in (select id from package_attempts where trial and started_at < $1::timestamptz - interval '7 days' limit $2 for update skip locked)`,
    now,
    size,
  )

/** Scores follow the points of their activity, and which attempt counts. Those that stay the same are not written. */
export async function followPackages(tx: Tx, activities: readonly Activity[]): Promise<void> {
  const packaged = activities.filter(({ type, deleted, points }) => !deleted && points !== null && definitionOf(type)?.packaged)
  if (packaged.length === 0) return
  const scored = await rows<{ id: string }>(
    tx,
    `select distinct activity_id::text as id from package_attempts where activity_id = any($1) and not trial and score is not null`,
    packaged.map(({ id }) => id),
  )
  const ids = new Set(scored.map(({ id }) => id))
  for (const activity of packaged) if (ids.has(activity.id)) await scoreUnlessFinal(tx, activity, null, new Date())
}
