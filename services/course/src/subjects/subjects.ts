// Subjects: made, changed, merged and deleted by who may; a manager of one department does so with those of it. The code that a course has is the only
// tie between the two, as the specification has it: a subject counts the courses with its code.
import { departmentBelowSql, departmentsWithin } from '@lyceum/identity/mirror/departments'
import { audit, changesOf } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid, notFound, notKnownYet } from '@lyceum/kit/calls/errors'
import { conditionsOf, Id, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { fits } from '@lyceum/kit/calls/validation'
import { newId } from '@lyceum/kit/ids'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs.ts'
import { mostSubjects, type Subject, type SubjectDraft } from './api.ts'

export type Row = {
  id: string
  code: string
  name: string
  department_id: string | null
  department: string | null
  into_id: string | null
  into_code: string | null
  into_name: string | null
  until: Date | null
  courses: number
  version: string
}
/** Days for which a merge can be taken back; of a chain the last one first. */
const unmergeDays = 7
export const columns = `s.id::text, s.code, s.name, s.department_id::text, d.name as department, t.id::text as into_id, t.code as into_code,
  t.name as into_name, s.version::text,
  case when t.deleted_at is null and s.merged_at > now() - interval '${unmergeDays} days'
    and not exists (select from merge_moves m where m.kind = 'merged' and m.row_id = s.id) then s.merged_at + interval '${unmergeDays} days' end as until,
  (select count(*)::int from courses c where c.org_id = s.org_id and c.subject_code <> '' and not c.deleted
     and kit.caseless(c.subject_code) = kit.caseless(s.code)) as courses`
export const tables = `subjects s left join mirror.departments d on d.id = s.department_id and not d.deleted
  left join subjects t on t.id = s.merged_into`

const toSubject = (row: Row): Subject => ({
  id: row.id,
  code: row.code,
  name: row.name,
  department: row.department_id === null ? null : { id: row.department_id, name: row.department ?? '' },
  courses: row.courses,
  state: row.into_id === null ? 'active' : 'merged',
  merged_into: row.into_id === null ? null : { id: row.into_id, code: row.into_code ?? '', name: row.into_name ?? '' },
  merged_until: row.until?.toISOString() ?? null,
  version: Number(row.version),
})

const conditionNames = ['keyword', 'department_id', 'state', 'ids'] as const
export async function listSubjects({ db }: Deps, { org, department }: Actor, query: PageQuery & { conditions?: string }) {
  const { keyword = '', department_id = null, state = null, ids = null } = conditionsOf(query.conditions, conditionNames)
  if (typeof keyword !== 'string' || keyword.length > 100) throw invalid({ 'conditions.keyword': 'field.format' })
  if (department_id !== null && !fits(Id, department_id)) throw invalid({ 'conditions.department_id': 'field.format' })
  if (state !== null && state !== 'active' && state !== 'merged') throw invalid({ 'conditions.state': 'field.format' })
  if (ids !== null && !(Array.isArray(ids) && ids.length <= 100 && ids.every((id) => fits(Id, id))))
    throw invalid({ 'conditions.ids': 'field.format' })
  const { limit, offset } = limits(query)
  const where = `from ${tables} where s.org_id = $1 and s.deleted_at is null and ${heldSql(foldedSql('s.code', 's.name'), '$2')}
    and ($3::uuid is null or ${departmentBelowSql('s.department_id', '$3::text')})
    and ($4::text is null or (s.merged_into is null) = ($4 = 'active')) and ($5::uuid[] is null or s.id = any($5))
    and ($6::text = '' or s.department_id is null or ${departmentBelowSql('s.department_id', '$6::text')})`
  const values = [org, wordPatterns(keyword), department_id, state, ids, department ?? '']
  const total = await one<{ n: number }>(db, `select count(*)::int as n ${where}`, ...values)
  const found = await rows<Row>(
    db,
    `select ${columns} ${where} order by kit.caseless(s.code), s.id limit $7 offset $8`,
    ...values,
    limit,
    offset,
  )
  return pageOf(query, total?.n ?? 0, found.map(toSubject))
}

/** 403 department.only for a manager of one department, unless the subject is of it or below. */
export async function checkWithin(tx: Tx, actor: Actor, department: string | null): Promise<void> {
  if (!(await departmentsWithin(tx, actor, department === null ? [] : [department]))) throw forbidden('department.only')
}

/** 400 at department_id for none of the organisation's. */
async function checkDepartment(tx: Tx, { org }: Actor, id: string | null): Promise<void> {
  if (id === null) return
  const known = await one(tx, 'select from mirror.departments where id = $1 and org_id = $2 and not deleted', id, org)
  if (!known) throw invalid({ department_id: notKnownYet('department.unknown') })
}

/** One after the other in an organisation: of two subjects with one code the second is refused, at the field. */
async function checkCode(tx: Tx, org: string, code: string, id: string): Promise<void> {
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('subjects ' || $1, 0))`, org)
  const taken = await one(
    tx,
    'select from subjects where org_id = $1 and kit.caseless(code) = kit.caseless($2) and deleted_at is null and id <> $3',
    org,
    code,
    id,
  )
  if (taken) throw invalid({ code: 'subjectCode.taken' })
}

const cleaned = (text: string, field: 'code' | 'name'): string => {
  const title = cleanTitle(text)
  if (title === '') throw invalid({ [field]: 'field.required' })
  return title
}

export async function makeSubject(deps: Deps, actor: Actor, draft: SubjectDraft): Promise<Subject> {
  const { db } = deps
  const { org } = actor
  const { department_id = null } = draft
  const [id, code, name] = [newId(), cleaned(draft.code, 'code'), cleaned(draft.name, 'name')]
  await checkDepartment(db, actor, department_id)
  await checkWithin(db, actor, department_id)
  await checkCode(db, org, code, id)
  const count = await one<{ n: number }>(db, 'select count(*)::int as n from subjects where org_id = $1 and deleted_at is null', org)
  if ((count?.n ?? 0) >= mostSubjects) throw conflict('subjectCode.tooMany', { most: mostSubjects })
  await run(
    db,
    `insert into subjects (id, org_id, code, name, department_id, version) values ($1, $2, $3, $4, $5, ${nextVersion('0')})`,
    id,
    org,
    code,
    name,
    department_id,
  )
  await audit(db, { action: 'subject.made', subject: `subject:${id}`, after: { subject_code: code, name } })
  return await read(db, id)
}

export async function read(tx: Tx, id: string): Promise<Subject> {
  return toSubject((await one<Row>(tx, `select ${columns} from ${tables} where s.id = $1`, id))!)
}

/** The row, locked. Its department is checked before its version: a manager of another one learns nothing of it. */
export async function lock(tx: Tx, actor: Actor, id: string, version: number): Promise<Row> {
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('subjects ' || $1, 0))`, actor.org)
  const row = await one<Row>(
    tx,
    `select ${columns} from ${tables} where s.id = $1 and s.org_id = $2 and s.deleted_at is null`,
    id,
    actor.org,
  )
  if (!row) throw notFound('subjectCode', id)
  await checkWithin(tx, actor, row.department_id)
  if (version < Number(row.version)) throw conflict('subjectCode.newer', { version: Number(row.version) })
  return row
}

export async function changeSubject(
  { db }: Deps,
  actor: Actor,
  id: string,
  { version, ...draft }: Partial<SubjectDraft> & { version: number },
): Promise<Subject> {
  const before = await lock(db, actor, id, version)
  if (before.into_id !== null) throw conflict('subjectCode.isMerged')
  const after = {
    code: draft.code === undefined ? before.code : cleaned(draft.code, 'code'),
    name: draft.name === undefined ? before.name : cleaned(draft.name, 'name'),
    department_id: draft.department_id === undefined ? before.department_id : draft.department_id,
  }
  if (after.department_id !== before.department_id) {
    await checkDepartment(db, actor, after.department_id)
    await checkWithin(db, actor, after.department_id)
  }
  const recoded = after.code !== before.code
  if (recoded) await checkCode(db, actor.org, after.code, id)
  await run(
    db,
    `
    update subjects set code = $2, name = $3, department_id = $4, version = ${nextVersion()},
      former_codes = case when $5::bool then array_append(array_remove(array_remove(former_codes, $2), code), code) else former_codes end
    where id = $1`,
    id,
    after.code,
    after.name,
    after.department_id,
    recoded,
  )
  if (recoded) await follow(db, id)
  const line = changesOf(auditedOf(before), auditedOf(after))
  if (line) await audit(db, { action: 'subject.changed', subject: `subject:${id}`, ...line })
  return await read(db, id)
}

const auditedOf = ({ code: subject_code, name, department_id }: Pick<Row, 'code' | 'name' | 'department_id'>) => ({
  subject_code,
  name,
  department_id,
})

/** 409 subjectCode.inUse while courses have its code; one that is merged has none once its job is done. */
export async function deleteSubject({ db, now }: Deps, actor: Actor, id: string, version: number): Promise<null> {
  const row = await lock(db, actor, id, version)
  if (row.courses > 0) throw conflict('subjectCode.inUse', { count: row.courses })
  await run(db, `update subjects set deleted_at = $2, version = ${nextVersion()} where id = $1`, id, now())
  await audit(db, { action: 'subject.deleted', subject: `subject:${id}`, before: { subject_code: row.code, name: row.name } })
  return null
}

export async function restoreSubject({ db }: Deps, actor: Actor, id: string): Promise<Subject> {
  const row = await one<Row>(
    db,
    `select ${columns} from ${tables} where s.id = $1 and s.org_id = $2 and s.deleted_at is not null for update of s`,
    id,
    actor.org,
  )
  if (!row) throw notFound('subjectCode', id)
  await checkWithin(db, actor, row.department_id)
  await checkCode(db, actor.org, row.code, id)
  await run(db, `update subjects set deleted_at = null, version = ${nextVersion()} where id = $1`, id)
  await audit(db, { action: 'subject.restored', subject: `subject:${id}`, after: { subject_code: row.code, name: row.name } })
  return await read(db, id)
}

/** A key of its own for each change: the same key changes nothing while its job runs, which may have read the code before. */
export const follow = (tx: Tx, id: string) =>
  enqueue(tx, { kind: 'followSubject', key: `subject:${id}:${newId()}`, payload: { subject: id } })
