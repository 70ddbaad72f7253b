// What becomes of banks when their people and courses go, and of what was deleted 30 days ago.
import type { CoursePurged } from '@lyceum/proto/course'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { binLifetime } from '../bin/lifetime.ts'
import { type Holder, holderColumns, holdersOf, holdQuestionFiles } from './question-files.ts'
import { usedSql } from './use.ts'

/** Banks and questions stay, nobody's. */
export async function eraseBankOwner(tx: Tx, person: string): Promise<void> {
  await run(tx, 'update banks set owner_id = null where owner_id = $1', person)
  await run(tx, 'update questions set owner_id = null where owner_id = $1', person)
  await run(tx, 'update question_versions set created_by = null where created_by = $1', person)
}

/** The banks of a course that is forgotten go, but for what papers of other courses still ask: that is in nobody's list any more. */
export async function forgetBanks(tx: Tx, { courseId }: Pick<CoursePurged, 'courseId'>): Promise<void> {
  await run(tx, 'delete from bank_shares where course_id = $1', courseId)
  await run(
    tx,
    `
    update banks b set course_id = null, owner_id = null, org_role = null, deleted_at = coalesce(b.deleted_at, $2), version = ${nextVersion('b.version')}
    where b.course_id = $1`,
    courseId,
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

/** The banks of a course once more in a copy of it, with their folders and the present versions of their questions. */
export async function copyBanks(tx: Tx, from: string, to: { org: string; course: string }, person: string): Promise<void> {
  const banks = await rows<{ id: string }>(tx, 'select id::text from banks where course_id = $1 and deleted_at is null order by id', from)
  for (const { id } of banks) {
    const bank = newId()
    const ids = (table: string) => rows<{ id: string }>(tx, `select id::text from ${table} where bank_id = $1`, id)
    const folders = (await ids('bank_folders')).map((each) => ({ ...each, to_id: newId() }))
    const questions = (await ids('questions')).map((each) => ({ ...each, to_id: newId(), version_id: newId() }))
    await run(
      tx,
      `insert into banks (id, org_id, course_id, title, version) select $1, $2, $3, title, ${nextVersion('0')} from banks where id = $4`,
      bank,
      to.org,
      to.course,
      id,
    )
    await run(
      tx,
      `
      with pair as materialized (select * from jsonb_to_recordset($1::text::jsonb) as p(id uuid, to_id uuid))
      insert into bank_folders (id, bank_id, parent_id, title, sort, version)
      select p.to_id, $2, above.to_id, f.title, f.sort, ${nextVersion('0')}
      from pair p join bank_folders f on f.id = p.id left join pair above on above.id = f.parent_id`,
      JSON.stringify(folders),
      bank,
    )
    await run(
      tx,
      `
      with pair as materialized (select * from jsonb_to_recordset($1::text::jsonb) as p(id uuid, to_id uuid, version_id uuid)),
      folder as materialized (select * from jsonb_to_recordset($2::text::jsonb) as f(id uuid, to_id uuid)),
      versions as (
        insert into question_versions (id, question_id, n, type, stem, content, key, feedback, points, created_by, created_at)
        select p.version_id, p.to_id, 1, v.type, v.stem, v.content, v.key, v.feedback, v.points, $5::uuid, now()
        from pair p join questions q on q.id = p.id and q.deleted_at is null join question_versions v on v.id = q.version_id)
      insert into questions (id, org_id, bank_id, folder_id, stimulus_id, sort, type, title, tags, text, upload_ids, version_id, owner_id, updated_at, version)
      select p.to_id, $3, $4, f.to_id, s.to_id, q.sort, q.type, q.title, q.tags, q.text, q.upload_ids, p.version_id, $5::uuid, now(), ${nextVersion('0')}
      from pair p join questions q on q.id = p.id and q.deleted_at is null
      left join folder f on f.id = q.folder_id left join pair s on s.id = q.stimulus_id`,
      JSON.stringify(questions),
      JSON.stringify(folders),
      to.org,
      bank,
      person,
    )
    await holdQuestionFiles(tx, await holdersOf(tx, 'q.bank_id = $1', bank))
  }
}

/** Tells the files of questions again, for resync; returns the last id of the batch. */
export async function resyncQuestions(tx: Tx, after?: string): Promise<string | undefined> {
  const raised = await raiseVersions(tx, 'questions', after as string)
  await holdQuestionFiles(tx, await holdersOf(tx, 'q.id = any($1::uuid[])', raised))
  return raised.at(-1)
}
