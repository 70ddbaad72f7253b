// Banks: the list of those that somebody may read, their changes, and what was deleted for 30 days.
import { permittedAmong, requireIn, readCourseAccess } from '@lyceum/course/mirror/rules'
import { may } from '@lyceum/identity/mirror/permissions'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import type { Bank, BankFolder } from './shapes.ts'
import { type BankScope, taughtSql } from './rights.ts'
import { papersOf, refuseUsed } from './use.ts'

type Row = Omit<Bank, 'course' | 'owner' | 'kind' | 'version'> & {
  course_id: string | null
  course_name: string | null
  owner_id: string | null
  owner_name: string | null
  version: string
}

const columns = (role: string, manages: string) => `
  b.id::text, b.title, b.org_role, ${role} as role, ${manages} as manages, b.deleted_at is not null as deleted, b.version::text,
  (select count(*)::int from questions q where q.bank_id = b.id and q.deleted_at is null) as questions,
  b.course_id::text, c.name as course_name, b.owner_id::text, p.name as owner_name`
const joins = `
  left join mirror.courses c on c.id = b.course_id
  left join mirror.persons p on p.id = b.owner_id and not p.deleted`

const toBank = ({ course_id, course_name, owner_id, owner_name, version, ...row }: Row): Bank => ({
  ...row,
  kind: course_id ? 'course' : owner_id ? 'own' : 'organisation',
  course: course_id ? { id: course_id, name: course_name ?? '' } : null,
  owner: owner_id && owner_name !== null ? { id: owner_id, name: owner_name } : null,
  version: Number(version),
})

/** Of the courses whose content the actor changes: by their role there, or in the whole organisation. `elsewhere`: beside those of `course_id`
 *  those of the actor's other courses in the organisation, as a paper of that course may ask their questions. */
export async function listBanks(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { course_id, elsewhere = false, deleted = false, ...page }: PageQuery & { course_id?: string; elsewhere?: boolean; deleted?: boolean },
) {
  const wide = course_id !== undefined && (await permittedAmong(db, actor, [course_id], 'content.change')).length > 0
  const found = await rows<Row & { total: number }>(
    db,
    `
    with taught as materialized (
      select course_id from ${taughtSql('$1')} t where $3::uuid is null or course_id = $3
      ${elsewhere ? `union select course_id from ${taughtSql('$1', '$2')} t` : ''}),
    readable as (
      select b.id, max(case r.role when 'edit' then 2 else 1 end) as role, bool_or(r.manages) as manages from banks b join lateral (
        select 'edit' as role, true as manages where b.course_id is not null and (b.course_id in (select course_id from taught)
          or ($4::bool and b.course_id = $3 and b.org_id = $2))
        union all select 'edit', true where b.course_id is null and b.owner_id = $1 and b.org_id = $2
        union all select 'edit', true where b.course_id is null and b.owner_id is null and b.org_id = $2 and $5::bool
        union all select b.org_role, false where b.org_role is not null and b.org_id = $2
        union all select s.role, false from bank_shares s where s.bank_id = b.id and (s.course_id in (select course_id from taught)
          or ($4::bool and s.course_id = $3 and b.org_id = $2))
      ) r on true
      where (b.deleted_at is not null) = $6 and (b.org_id = $2 or b.course_id in (select course_id from taught)
        or b.id in (select s.bank_id from bank_shares s join taught t on t.course_id = s.course_id))
      group by b.id)
    select ${columns(`case r.role when 2 then 'edit' else 'read' end`, 'r.manages')}, count(*) over ()::int as total
    from readable r join banks b on b.id = r.id ${joins}
    order by b.course_id = $3 desc nulls last, b.owner_id = $1 desc nulls last, b.course_id is not null desc, lower(b.title), b.id
    limit ${limits(page).limit} offset ${limits(page).offset}`,
    actor.person,
    actor.org,
    course_id ?? null,
    wide,
    may(actor, 'org.change') && !actor.department,
    deleted,
  )
  return pageOf(
    page,
    found[0]?.total ?? 0,
    found.map(({ total: _, ...row }) => toBank(row)),
  )
}

async function readBankRow(tx: Tx, id: string, { role, manages }: Pick<BankScope, 'role' | 'manages'>): Promise<Bank> {
  return toBank((await one<Row>(tx, `select ${columns('$2', '$3::bool')} from banks b ${joins} where b.id = $1`, id, role, manages))!)
}

export async function readBank({ db }: Pick<Deps, 'db'>, { bank, ...right }: BankScope) {
  const [row, folders, tags, owners] = [
    await readBankRow(db, bank.id, right),
    await listFolders(db, bank.id),
    await rows<{ tag: string; questions: number }>(
      db,
      `
      select tag, count(*)::int as questions from questions, unnest(tags) as tag where bank_id = $1 and deleted_at is null
      group by tag order by questions desc, tag limit 200`,
      bank.id,
    ),
    await rows<{ id: string; name: string; questions: number }>(
      db,
      `
      select p.id::text, p.name, count(*)::int as questions from questions q join mirror.persons p on p.id = q.owner_id and not p.deleted
      where q.bank_id = $1 and q.deleted_at is null group by p.id order by p.name, p.id limit 200`,
      bank.id,
    ),
  ]
  return { ...row, folders, tags, owners }
}

export const listFolders = (tx: Tx, bank: string): Promise<BankFolder[]> =>
  rows<BankFolder>(
    tx,
    `
    select f.id::text, f.parent_id::text, f.title, f.sort, f.version::float8 as version,
      (select count(*)::int from questions q where q.bank_id = f.bank_id and q.folder_id = f.id and q.deleted_at is null) as questions
    from bank_folders f where f.bank_id = $1 order by f.sort, f.id`,
    bank,
  )

/** 400 for a title of blanks. */
export function checkTitle(title: string): string {
  const cleaned = cleanTitle(title)
  if (cleaned === '') throw invalid({ title: 'field.required' })
  return cleaned
}

/** One of a course needs the right to change its content; one of the organisation the right to change that. */
export async function createBank(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  draft: { title: string; course_id?: string; organisation?: boolean },
): Promise<Bank> {
  const title = checkTitle(draft.title)
  if (draft.course_id && draft.organisation) throw invalid({ organisation: 'field.choice' })
  if (draft.organisation && !may(actor, 'org.change')) throw forbidden()
  if (draft.organisation && actor.department) throw forbidden('department.only')
  let org = actor.org
  if (draft.course_id) {
    const found = await readCourseAccess(db, actor, draft.course_id)
    if (found.org !== actor.org && !found.access.realRole) throw forbidden()
    requireIn(found.access, 'content.change')
    org = found.org
  }
  const id = newId()
  await run(
    db,
    `insert into banks (id, org_id, course_id, owner_id, title, org_role, version) values ($1, $2, $3, $4, $5, $6, ${nextVersion('0')})`,
    id,
    org,
    draft.course_id ?? null,
    draft.course_id || draft.organisation ? null : actor.person,
    title,
    draft.organisation ? 'read' : null,
  )
  return readBankRow(db, id, { role: 'edit', manages: true })
}

/** 409 bank.newer when somebody else has changed it since `version`. */
export async function renameBank(
  { db }: Pick<Deps, 'db'>,
  { bank, ...right }: BankScope,
  { title, version }: { title: string; version: number },
): Promise<Bank> {
  const row = await one<{ version: string }>(db, 'select version::text from banks where id = $1 for update', bank.id)
  if (Number(row?.version) !== version) throw conflict('bank.newer', { version: Number(row?.version) })
  await run(db, `update banks set title = $2, version = ${nextVersion('version')} where id = $1`, bank.id, checkTitle(title))
  return readBankRow(db, bank.id, right)
}

/** 409 question.inUse, with the papers, while one asks a question of it. */
export async function deleteBank({ db, now }: Pick<Deps, 'db' | 'now'>, { bank }: BankScope): Promise<null> {
  refuseUsed(await papersOf(db, 'q.bank_id = $1', bank.id))
  await run(db, `update banks set deleted_at = $2, version = ${nextVersion('version')} where id = $1`, bank.id, now())
  await audit(db, { action: 'bank.deleted', subject: `bank:${bank.id}`, org: bank.org, ...(bank.course && { course: bank.course }) })
  return null
}

export async function restoreBank({ db }: Pick<Deps, 'db'>, { bank, ...right }: BankScope): Promise<Bank> {
  await run(db, `update banks set deleted_at = null, version = ${nextVersion('version')} where id = $1`, bank.id)
  await audit(db, { action: 'bank.restored', subject: `bank:${bank.id}`, org: bank.org, ...(bank.course && { course: bank.course }) })
  return readBankRow(db, bank.id, right)
}
