// Upkeep of banks: their people are erased, their courses purged, and what was deleted 30 days ago goes.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { binLifetime } from '../../activity/lifetime.ts'
import { type Holder, holderColumns, holdersOf, holdQuestionFiles } from './question-files.ts'
import { usedSql } from './use.ts'

/** Banks and questions stay, nobody's. */
export async function eraseBankOwner(tx: Tx, person: string): Promise<void> {
  await run(tx, 'update banks set owner_id = null where owner_id = $1', person)
  await run(tx, 'update questions set owner_id = null where owner_id = $1', person)
  await run(tx, 'update question_versions set created_by = null where created_by = $1', person)
}

/** Deletes the banks of a purged course, but for what papers of other courses still ask: that is in nobody's list any more. */
export async function purgeCourseBanks(tx: Tx, course: string): Promise<void> {
  await run(tx, 'delete from bank_shares where course_id = $1', course)
  await run(
    tx,
    `
    update banks b set course_id = null, owner_id = null, org_role = null, deleted_at = coalesce(b.deleted_at, $2), version = ${nextVersion('b.version')}
    where b.course_id = $1`,
    course,
    new Date(0),
  )
}

/** Deletes at most `size` questions that were deleted 30 days ago, alone or with their bank, and that no paper or template asks; then empty banks. */
export async function purgeBanks(tx: Tx, now: Date, size: number): Promise<number> {
  const until = new Date(now.getTime() - binLifetime)
  const gone = await rows<Holder>(
    tx,
    `
    with gone as (
      select q.id from questions q join banks b on b.id = q.bank_id
      where least(q.deleted_at, b.deleted_at) < $1 and not ${usedSql} order by q.id limit $2 for update of q skip locked)
    delete from questions q using gone, banks b where q.id = gone.id and b.id = q.bank_id returning ${holderColumns}`,
    until,
    size,
  )
  await holdQuestionFiles(
    tx,
    gone
      .filter(({ upload_ids }) => upload_ids.length > 0)
      .map((each) => ({ ...each, upload_ids: [], version: String(BigInt(each.version) + 1n) })),
  )
  await run(tx, 'delete from banks b where b.deleted_at < $1 and not exists (select from questions q where q.bank_id = b.id)', until)
  return gone.length
}

/** Tells the files of questions again, for resync; returns the last id of the batch. */
export async function resyncQuestions(tx: Tx, after?: string): Promise<string | undefined> {
  const raised = await raiseVersions(tx, 'questions', after as string)
  await holdQuestionFiles(tx, await holdersOf(tx, 'q.id = any($1::uuid[])', raised))
  return raised.at(-1)
}
