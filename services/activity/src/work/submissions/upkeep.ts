// Upkeep of work: its people are erased, its activity is purged, trials end, a resync emits its facts again.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { readActivities } from '../../activity/activity-row.ts'
import { isNameless } from '../../activity/anonymity.ts'
import { holdSubmissionFiles, releaseSubmissionFiles, emitSubmissions } from './submission-facts.ts'
import { submissionColumns, submissionOf, type SqlSubmission, type SubmissionRow } from './submission-row.ts'

async function deleteSubmissions(tx: Tx, condition: string, ...values: unknown[]): Promise<SubmissionRow[]> {
  const gone = (
    await rows<SqlSubmission>(tx, `delete from submissions s where ${condition} returning ${submissionColumns}`, ...values)
  ).map(submissionOf)
  await releaseSubmissionFiles(
    tx,
    gone.filter(({ n, trial }) => n > 0 && !trial),
  )
  return gone
}

/** Their own work goes with all its versions; that of their groups stays with the others, and goes with the last of them. */
export async function eraseSubmissions(tx: Tx, person: string): Promise<void> {
  await deleteSubmissions(tx, 's.person_id = $1 or s.member_ids = array[$1::uuid]', person)
  await run(
    tx,
    'update submission_versions set member_ids = array_remove(member_ids, $1::uuid) where submission_id in (select id from submissions where member_ids @> array[$1::uuid])',
    person,
  )
  await run(
    tx,
    `update submissions set member_ids = array_remove(member_ids, $1::uuid), version = ${nextVersion()} where member_ids @> array[$1::uuid]`,
    person,
  )
  await run(tx, 'update submission_versions set submitted_by = null where submitted_by = $1', person)
  await run(tx, 'update submissions set draft_by = null where draft_by = $1', person)
  await run(tx, 'delete from submission_drafts where person_id = $1', person)
  await run(tx, 'delete from reminders where person_id = $1', person)
}

/** The work of activities that are about to be purged. */
export const purgeSubmissions = (tx: Tx, activities: string[]) => deleteSubmissions(tx, 's.activity_id = any($1)', activities)

/** Deletes trials that began a week ago and are not in use, at most `size`; returns their number. */
export const deleteTrialWork = async (tx: Tx, now: Date, size: number): Promise<number> =>
  (
    await deleteSubmissions(
      tx,
      `s.id in (select id from submissions where trial and created_at < $1::timestamptz - interval '7 days'
         and coalesce(greatest(draft_at, submitted_at), created_at) < $1::timestamptz - interval '1 day' limit $2 for update skip locked)`,
      now,
      size,
    )
  ).length

/** Tells handed-in work again. */
export async function resyncSubmissions(tx: Tx, after: string): Promise<string | undefined> {
  const raised = await raiseVersions(tx, 'submissions', after)
  const list = (
    await rows<SqlSubmission>(
      tx,
      `select ${submissionColumns} from submissions s where s.id = any($1) and s.n > 0 and not s.trial order by s.id`,
      raised,
    )
  ).map(submissionOf)
  await holdSubmissionFiles(tx, list)
  for (const activity of await readActivities(tx, [...new Set(list.map(({ activityId }) => activityId))])) {
    const nameless = await isNameless(tx, activity)
    await emitSubmissions(
      tx,
      list.filter(({ activityId }) => activityId === activity.id),
      { nameless, hinting: false },
    )
  }
  return raised.at(-1)
}
