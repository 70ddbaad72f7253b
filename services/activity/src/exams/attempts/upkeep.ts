// Upkeep of attempts: their people are erased, their activity is purged, trials end, a resync emits their facts again.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { readActivities } from '../../activity/activity-row.ts'
import { isNameless } from '../../activity/anonymity.ts'
import { uploadsOfAnswer } from './answers.ts'
import { attemptColumns, type AttemptRow } from './attempt-row.ts'
import { holdAttemptFiles, emitAttempts } from './attempt-facts.ts'

const parts = ['attempt_answers', 'late_answers', 'attempt_events', 'attempt_plays', 'answer_marks']

async function deleteAttempts(tx: Tx, condition: string, ...values: unknown[]): Promise<number> {
  const gone = await rows<AttemptRow>(tx, `delete from attempts a where ${condition} returning ${attemptColumns}`, ...values)
  const ids = gone.map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const table of parts) await run(tx, `delete from ${table} where attempt_id = any($1)`, ids)
  await holdAttemptFiles(
    tx,
    gone
      .filter(({ trial, state }) => !trial && state !== 'running')
      .map((row) => ({ ...row, version: String(BigInt(row.version) + 1n), uploadIds: [] })),
  )
  return gone.length
}

/** Their attempts go as a whole; what they marked keeps its points and loses their name. */
export async function eraseAttempts(tx: Tx, person: string): Promise<void> {
  await deleteAttempts(tx, 'a.person_id = $1', person)
  await run(tx, 'update answer_marks set marker_id = null where marker_id = $1', person)
  await run(tx, 'update attempt_events set by_id = null where by_id = $1', person)
  await run(tx, 'update regrades set by_id = null where by_id = $1', person)
  await run(tx, 'update respondents set people = array_remove(people, $1::uuid) where people @> array[$1::uuid]', person)
}

/** Those of activities that are about to be purged, with the answers of questionnaires. */
export async function purgeAttempts(tx: Tx, activities: string[]): Promise<void> {
  await deleteAttempts(tx, 'a.activity_id = any($1)', activities)
  await run(tx, 'delete from responses where activity_id = any($1)', activities)
}

/** Deletes trials that began a week ago, at most `size`; returns their number. */
export const deleteTrialAttempts = (tx: Tx, now: Date, size: number): Promise<number> =>
  deleteAttempts(
    tx,
    `a.id in (select id from attempts where trial and started_at < $1::timestamptz - interval '7 days' limit $2 for update skip locked)`,
    now,
    size,
  )

/** Emits the facts of attempts handed in again. */
export async function resyncAttempts(tx: Tx, after: string): Promise<string | undefined> {
  const raised = await raiseVersions(tx, 'attempts', after)
  const list = await rows<AttemptRow>(
    tx,
    `select ${attemptColumns} from attempts a where a.id = any($1) and a.state = 'marked' and not a.trial order by a.id`,
    raised,
  )
  const answers = await rows<{ id: string; answer: Record<string, unknown> | null }>(
    tx,
    'select attempt_id::text as id, answer from attempt_answers where attempt_id = any($1)',
    list.map(({ id }) => id),
  )
  const answersOf = Map.groupBy(answers, ({ id }) => id)
  const filesOf = ({ id }: AttemptRow) => [...new Set((answersOf.get(id) ?? []).flatMap(({ answer }) => uploadsOfAnswer(answer)))]
  await holdAttemptFiles(
    tx,
    list.map((row) => ({ ...row, uploadIds: filesOf(row) })).filter(({ uploadIds }) => uploadIds.length > 0),
  )
  for (const activity of await readActivities(tx, [...new Set(list.map(({ activity_id }) => activity_id))]))
    if (activity.points !== null)
      await emitAttempts(
        tx,
        list.filter(({ activity_id }) => activity_id === activity.id),
        { title: activity.title, nameless: await isNameless(tx, activity), hinting: false },
      )
  return raised.at(-1)
}
