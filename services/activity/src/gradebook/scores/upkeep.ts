// Upkeep of scores: those of erased people and of purged courses are deleted, and a resync emits the others again.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { resyncBatch, zeroId } from '@lyceum/kit/facts/resync'
import { emitReleased, type ScoreFactRow, scoreFactColumns } from './score-facts.ts'
import { scoreColumns } from './score-row.ts'

/** Scores, their history and results of an erased person; what they gave to others stays, given by nobody. */
export async function eraseScores(tx: Tx, person: string): Promise<void> {
  for (const table of ['score_changes', 'scores', 'course_results']) await run(tx, `delete from ${table} where person_id = $1`, person)
  for (const table of ['score_changes', 'scores']) await run(tx, `update ${table} set by_id = null where by_id = $1`, person)
  await run(tx, 'update score_items set deleted_by = null where deleted_by = $1', person)
  await run(tx, 'update score_policies set final_by = null where final_by = $1', person)
  await run(tx, `update score_policies set reopened_by = null, reopened_reason = '' where reopened_by = $1`, person)
}

/** Items of activities go with those. */
export async function purgeBook(tx: Tx, course: string): Promise<void> {
  await run(tx, 'delete from score_items where course_id = $1 and activity_id is null', course)
  for (const table of ['score_categories', 'score_policies', 'course_results'])
    await run(tx, `delete from ${table} where course_id = $1`, course)
}

/** Facts of every released score are emitted again. Progress is emitted by itself. */
export async function resyncScores(tx: Tx, after: string | undefined): Promise<string | undefined> {
  const [item = zeroId, person = zeroId] = after ? after.split(' ') : []
  const raised = await rows<ScoreFactRow>(
    tx,
    `
    with raised as (
      update scores s set version = ${nextVersion('s.version')}
      from (select item_id, person_id from scores where (item_id, person_id) > ($1::uuid, $2::uuid) order by item_id, person_id limit ${resyncBatch}
        for update) n
      where s.item_id = n.item_id and s.person_id = n.person_id returning s.*)
    select ${scoreColumns('s')}, ${scoreFactColumns('s')} from raised s order by s.item_id, s.person_id`,
    item,
    person,
  )
  const binned = await rows<{ id: string }>(
    tx,
    'select id::text from score_items where id = any($1) and deleted and activity_id is null',
    raised.map(({ item_id }) => item_id),
  )
  await emitReleased(
    tx,
    raised.filter(({ released, item_id }) => released && !binned.some(({ id }) => id === item_id)),
    null,
  )
  const last = raised.at(-1)
  return last && `${last.item_id} ${last.person_id}`
}
