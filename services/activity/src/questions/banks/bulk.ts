// Changes of many questions at once; of more than 500 they are a task.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { within } from '@lyceum/kit/calls/context'
import { forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { type TaskContext, taskJob } from '@lyceum/kit/tasks/task-job'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import type { PrismaClient } from '../../generated/client.ts'
import { type Change, type Jobs, startTask } from '../../jobs.ts'
import { type Bulk, mostAtOnce } from './shapes.ts'
import { checkFolder } from './folders.ts'
import { idsOf } from './list-questions.ts'
import { holdersOf, holdQuestionFiles } from './question-files.ts'
import { bankFinders, type BankRef, rightIn } from './rights.ts'
import { papersOf, refuseUsed, usedSql } from './use.ts'

const mostInTask = 50_000

/** Every bank of the questions is one that the actor may change, of a copy may read; so is the one where they go. */
export async function changeMany(deps: Pick<Deps, 'db' | 'now'>, actor: Actor, bulk: Bulk) {
  const { db } = deps
  const { action, to, add = [], remove = [] } = bulk
  if (!bulk.ids && !bulk.bank_id) throw invalid({ ids: 'field.required' })
  if ((action === 'move' || action === 'copy') && !to) throw invalid({ to: 'field.required' })
  const ids = bulk.ids ?? (await idsOf(db, bulk.bank_id!, bulk.conditions, bulk.except_ids ?? [], mostInTask))
  const banks = await rows<BankRef & { n: number }>(
    db,
    `
    select b.id::text, b.org_id::text as org, b.course_id::text as course, b.owner_id::text as owner, b.org_role as "orgRole", count(*)::int as n
    from questions q join banks b on b.id = q.bank_id and b.deleted_at is null where q.id = any($1::uuid[]) group by b.id`,
    ids,
  )
  if (banks.reduce((sum, { n }) => sum + n, 0) < ids.length) throw notFound('question')
  for (const bank of banks) {
    const right = await rightIn(db, actor, bank)
    if (!right || (action !== 'copy' && right.role !== 'edit')) throw forbidden()
  }
  if (to) {
    const found = (await bankFinders.bank(db, to.bank_id)) as { bank: BankRef } | undefined
    if (!found) throw notFound('bank', to.bank_id)
    if ((await rightIn(db, actor, found.bank))?.role !== 'edit') throw forbidden()
    await checkFolder(db, to.bank_id, to.folder_id, 'to.folder_id')
  }
  const target = to ? await one<{ org: string }>(db, 'select org_id::text as org from banks where id = $1', to.bank_id) : undefined
  const change: Change = {
    action,
    ids,
    to: to && target ? { bank: to.bank_id, folder: to.folder_id, org: target.org } : null,
    add: add.map((tag) => cleanTitle(tag)).filter(Boolean),
    remove,
    person: actor.person,
    seed: newId(),
  }
  // nothing is deleted where one of them cannot be
  if (action === 'delete') refuseUsed(await papersOf(db, 'q.id = any($1::uuid[])', ids))
  if (ids.length > mostAtOnce) {
    const task = await startTask(db, actor, { kind: 'changeQuestions', payload: change, subject: `bank:${banks[0]!.id}` })
    return { changed: 0, ids: [], task }
  }
  const changed = await apply(deps, change)
  if (action === 'delete') await auditDeleted(deps, banks, changed.length)
  return { changed: changed.length, ids: changed, task: null }
}

const auditDeleted = ({ db }: Pick<Deps, 'db'>, banks: readonly BankRef[], questions: number) =>
  audit(
    db,
    banks.slice(0, 20).map((bank) => ({
      action: 'questions.deleted' as const,
      subject: `bank:${bank.id}`,
      org: bank.org,
      ...(bank.course && { course: bank.course }),
      after: { questions },
    })),
  )

/** Repeatable. Returns the ids of what was changed or made. */
async function apply(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { action, ids, to, add, remove, person, seed }: Change,
  all: readonly string[] = ids,
): Promise<string[]> {
  const returned = async (sql: string, ...values: unknown[]) => (await rows<{ id: string }>(db, sql, ...values)).map(({ id }) => id)
  const set = (fields: string, ...values: unknown[]) =>
    returned(
      `
      update questions q set ${fields}, version = ${nextVersion('q.version')}
      from (select id from questions where id = any($1::uuid[]) order by id for no key update) l where q.id = l.id returning q.id::text`,
      ids,
      ...values,
    )
  if (action === 'delete') return set('deleted_at = coalesce(deleted_at, $2::timestamptz)', now())
  if (action === 'restore') return set('deleted_at = null')
  if (action === 'tag')
    return set(
      `tags = (select coalesce(array_agg(t order by nth), '{}') from (
          select t, min(nth) as nth from unnest(q.tags || $2::text[]) with ordinality as u(t, nth) where t <> all($3::text[]) group by t order by 2 limit 20) kept),
        text = split_part(q.text, E'\\n', 1) || substr(q.text, length(split_part(q.text, E'\\n', 1)) + 1) || case when $2::text[] = '{}' then '' else E'\\n' || array_to_string($2::text[], E'\\n') end`,
      add,
      remove,
    )
  if (action === 'move') {
    // a shared text goes with its questions only when it is among them
    const moved = await set(
      `bank_id = $2::uuid, org_id = $3::uuid, folder_id = $4::uuid,
       stimulus_id = case when q.bank_id = $2::uuid or q.stimulus_id = any($1::uuid[]) then q.stimulus_id end`,
      to!.bank,
      to!.org,
      to!.folder,
    )
    await run(
      db,
      'update questions q set stimulus_id = null from questions s where s.id = q.stimulus_id and s.id = any($1::uuid[]) and q.bank_id <> s.bank_id',
      ids,
    )
    await holdQuestionFiles(db, await holdersOf(db, 'q.id = any($1::uuid[])', moved))
    return moved
  }
  return copyQuestions({ db, now }, ids, { to, person, seed, all })
}

/** Copies of the present versions, whose history begins anew. The id of a question in the copy follows from `seed`: a second try makes none. */
async function copyQuestions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ids: readonly string[],
  { to, person, seed, all }: Pick<Change, 'to' | 'person' | 'seed'> & { all: readonly string[] },
): Promise<string[]> {
  const made = await rows<{ id: string }>(
    db,
    `
    with source as materialized (
      select q.*, md5($7 || q.id::text)::uuid as to_id, md5($7 || q.id::text || 'version')::uuid as to_version,
        case when q.stimulus_id = any($8::uuid[]) then md5($7 || q.stimulus_id::text)::uuid end as to_stimulus
      from questions q where q.id = any($1::uuid[]) and q.deleted_at is null),
    versions as (
      insert into question_versions (id, question_id, n, type, stem, content, key, feedback, points, created_by, created_at)
      select s.to_version, s.to_id, 1, v.type, v.stem, v.content, v.key, v.feedback, v.points, $5::uuid, $6
      from source s join question_versions v on v.id = s.version_id on conflict do nothing)
    insert into questions (id, org_id, bank_id, folder_id, stimulus_id, sort, type, title, tags, text, upload_ids, version_id, owner_id, created_at, updated_at, version)
    select s.to_id, $2, $3, $4, s.to_stimulus, s.sort, s.type, s.title, s.tags, s.text, s.upload_ids, s.to_version, $5::uuid, $6, $6, ${nextVersion('0')}
    from source s on conflict do nothing returning id::text`,
    ids,
    to!.org,
    to!.bank,
    to!.folder,
    person,
    now(),
    seed,
    all,
  )
  const copies = made.map(({ id }) => id)
  await holdQuestionFiles(db, await holdersOf(db, 'q.id = any($1::uuid[])', copies))
  return copies
}

type Context = TaskContext<Deps, Jobs['changeQuestions']>
const step = 500

/** The rest of a change that is too long for a call; each step is a transaction, and a second try finds it done. */
export const changeQuestionsJob = (client: PrismaClient) =>
  taskJob<Deps, Jobs['changeQuestions']>(async ({ job, deps, progress, report }: Context) => {
    const { task: _, endures: __, ...change } = job.payload
    let changed = 0
    for (let from = 0; from < change.ids.length; from += step) {
      const ids = change.ids.slice(from, from + step)
      changed += await within({ requestId: newId(), actor: undefined }, () =>
        client.$transaction(
          async (db) => {
            // papers may have taken some meanwhile
            const used = change.action === 'delete' ? await usedAmong(db, ids) : []
            await report(used.map((id) => ({ item: id, outcome: 'skipped' as const, code: 'question.inUse' })))
            return (await apply({ ...deps, db }, { ...change, ids: ids.filter((id) => !used.includes(id)) }, change.ids)).length
          },
          { timeout: 60_000 },
        ),
      )
      await progress((from + ids.length) / change.ids.length)
    }
    return { changed }
  })

const usedAmong = async (db: Deps['db'], ids: string[]) =>
  (await rows<{ id: string }>(db, `select q.id::text from questions q where q.id = any($1::uuid[]) and ${usedSql}`, ids)).map(
    ({ id }) => id,
  )
