// Curricula: made, changed and deleted by who may; a manager of one department does so with those of its programs.
import { departmentBelowSql, departmentsWithin } from '@lyceum/identity/mirror/departments'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, type Fields, forbidden, invalid, notFound, notKnownYet } from '@lyceum/kit/calls/errors'
import { conditionsOf, Id, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { fits } from '@lyceum/kit/calls/validation'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import {
  type Curriculum,
  type CurriculumChanges,
  type CurriculumDraft,
  type CurriculumRow,
  type CurriculumSummary,
  mostCurricula,
} from './api.ts'
import { followLinks } from './following.ts'

export type Row = {
  id: string
  name: string
  program_id: string
  program: string | null
  department_id: string | null
  terms: number
  version: string
}
const columns = `k.id::text, k.name, k.program_id::text, p.name as program, p.department_id::text, k.terms, k.version::text`
const tables = 'curricula k left join mirror.study_units p on p.id = k.program_id'
const summaryOf = ({ id, name, program_id, program, terms, version }: Row) => ({
  id,
  name,
  program: { id: program_id, name: program ?? '' },
  terms,
  version: Number(version),
})

export async function listCurricula({ db }: Deps, { org, department }: Actor, query: PageQuery & { conditions?: string }) {
  const { keyword = '', program_id = null } = conditionsOf(query.conditions, ['keyword', 'program_id'])
  if (typeof keyword !== 'string' || keyword.length > 100) throw invalid({ 'conditions.keyword': 'field.format' })
  if (program_id !== null && !fits(Id, program_id)) throw invalid({ 'conditions.program_id': 'field.format' })
  const { limit, offset } = limits(query)
  const where = `where k.org_id = $1 and k.deleted_at is null and ${heldSql(foldedSql('k.name', 'p.name'), '$2')}
    and ($3::uuid is null or k.program_id = $3) and ($4::text = '' or ${departmentBelowSql('p.department_id', '$4::text')})`
  const values = [org, wordPatterns(keyword), program_id, department ?? '']
  const total = await one<{ n: number }>(db, `select count(*)::int as n from ${tables} ${where}`, ...values)
  const found = await rows<Row & Pick<CurriculumSummary, 'courses' | 'credits' | 'classes' | 'held'>>(
    db,
    `
    select ${columns}, r.courses, r.credits, l.classes, l.held from ${tables}
    cross join lateral (
      select count(*)::int as courses, coalesce(sum(credits), 0)::float8 as credits from curriculum_rows where curriculum_id = k.id) r
    cross join lateral (
      select count(*)::int as classes, count(*) filter (where state = 'held')::int as held from curriculum_links
      where curriculum_id = k.id and state <> 'ended') l
    ${where} order by lower(k.name), k.id limit $5 offset $6`,
    ...values,
    limit,
    offset,
  )
  return pageOf(
    query,
    total?.n ?? 0,
    found.map(({ courses, credits, classes, held, ...row }): CurriculumSummary => ({ ...summaryOf(row), courses, credits, classes, held })),
  )
}

/** 403 department.only for a manager of one department, unless this is it or below; null, the whole organisation, never is. */
export async function checkWithin(tx: Tx, actor: Actor, department: string | null): Promise<void> {
  if (!(await departmentsWithin(tx, actor, department === null ? [] : [department]))) throw forbidden('department.only')
}

/** A curriculum of the organisation that the actor may see; `locked`: for a change of it. Its department is checked before anything is learned of it. */
export async function curriculumOf(
  tx: Tx,
  actor: Actor,
  id: string,
  { locked = false, deleted = false }: { locked?: boolean; deleted?: boolean } = {},
): Promise<Row> {
  const row = await one<Row>(
    tx,
    `select ${columns} from ${tables} where k.id = $1 and k.org_id = $2 and k.deleted_at is ${deleted ? 'not ' : ''}null
     ${locked ? 'for update of k' : ''}`,
    id,
    actor.org,
  )
  if (!row) throw notFound('curriculum', id)
  await checkWithin(tx, actor, row.department_id)
  return row
}

export const rowsOf = (tx: Tx, id: string): Promise<CurriculumRow[]> =>
  rows<CurriculumRow>(
    tx,
    'select term, course_code, compulsory, credits::float8 as credits from curriculum_rows where curriculum_id = $1 order by term, nth',
    id,
  )

export async function readCurriculum({ db }: Deps, actor: Actor, id: string): Promise<Curriculum> {
  const row = await curriculumOf(db, actor, id)
  return { ...summaryOf(row), rows: await rowsOf(db, row.id) }
}

const cleaned = (text: string): string => {
  const name = cleanTitle(text)
  if (name === '') throw invalid({ name: 'field.required' })
  return name
}

/** 400 at the row and field for a code that is empty or stands twice, or a term beyond the last one. */
function checkRows(terms: number, list: readonly CurriculumRow[]): CurriculumRow[] {
  const faults: Fields = {}
  const seen = new Set<string>()
  const clean = list.map((row, nth) => {
    const course_code = cleanTitle(row.course_code)
    if (course_code === '') faults[`rows.${nth}.course_code`] = 'field.required'
    else if (seen.has(course_code)) faults[`rows.${nth}.course_code`] = 'curriculum.codeTwice'
    if (row.term > terms) faults[`rows.${nth}.term`] = ['curriculum.termBeyond', { count: terms }]
    seen.add(course_code)
    return { ...row, course_code }
  })
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return clean
}

async function writeRows(tx: Tx, id: string, list: readonly CurriculumRow[]): Promise<void> {
  await run(tx, 'delete from curriculum_rows where curriculum_id = $1', id)
  await run(
    tx,
    `insert into curriculum_rows (curriculum_id, nth, term, course_code, compulsory, credits)
     select $1, r.nth, r.term, r.course_code, r.compulsory, r.credits
     from jsonb_to_recordset($2::jsonb) as r(nth int, term int, course_code text, compulsory boolean, credits numeric)`,
    id,
    JSON.stringify(list.map((row, nth) => ({ nth, ...row }))),
  )
}

/** 400 at program_id for none of the organisation's. */
export async function makeCurriculum(deps: Deps, actor: Actor, draft: CurriculumDraft): Promise<Curriculum> {
  const { db } = deps
  const { org } = actor
  const [id, name] = [newId(), cleaned(draft.name)]
  const program = await one<{ department_id: string | null }>(
    db,
    `select department_id::text from mirror.study_units where id = $1 and org_id = $2 and kind = 'program' and not deleted`,
    draft.program_id,
    org,
  )
  if (!program) throw invalid({ program_id: notKnownYet('curriculum.unknownProgram') })
  await checkWithin(db, actor, program.department_id)
  const list = checkRows(draft.terms, draft.rows ?? [])
  const count = await one<{ n: number }>(db, 'select count(*)::int as n from curricula where org_id = $1 and deleted_at is null', org)
  if ((count?.n ?? 0) >= mostCurricula) throw conflict('curriculum.tooMany', { most: mostCurricula })
  await run(
    db,
    `insert into curricula (id, org_id, program_id, name, terms, version) values ($1, $2, $3, $4, $5, ${nextVersion('0')})`,
    id,
    org,
    draft.program_id,
    name,
    draft.terms,
  )
  await writeRows(db, id, list)
  await audit(db, { action: 'curriculum.made', subject: `curriculum:${id}`, after: { name, courses: list.length } })
  return await readCurriculum(deps, actor, id)
}

const textOf = (list: readonly CurriculumRow[]): string =>
  JSON.stringify(list.map(({ term, course_code, compulsory, credits }) => [term, course_code, compulsory, credits]).toSorted())

/**
 * 403 department.only where new rows would enrol a class in courses outside the actor's department: a link of the organisation is in step with them, or
 * would be once it is restored.
 */
async function checkLinks(tx: Tx, actor: Actor, id: string): Promise<void> {
  if (!actor.department) return
  const links = await rows<{ department_id: string | null }>(
    tx,
    `select distinct department_id::text from curriculum_links where curriculum_id = $1 and not released`,
    id,
  )
  for (const { department_id } of links) await checkWithin(tx, actor, department_id)
}

/** 403 department.only for other rows where a link reaches further than the actor's department. */
export async function changeCurriculum(deps: Deps, actor: Actor, id: string, body: CurriculumChanges): Promise<Curriculum> {
  const { db } = deps
  const before = await curriculumOf(db, actor, id, { locked: true })
  if (body.version < Number(before.version)) throw conflict('curriculum.newer', { version: Number(before.version) })
  const name = body.name === undefined ? before.name : cleaned(body.name)
  const terms = body.terms ?? before.terms
  const present = await rowsOf(db, before.id)
  const list = checkRows(terms, body.rows ?? present)
  if (textOf(list) !== textOf(present)) await checkLinks(db, actor, id)
  await run(db, `update curricula set name = $2, terms = $3, version = ${nextVersion()} where id = $1`, id, name, terms)
  if (body.rows) {
    await writeRows(db, id, list)
    // classes that are kept in step are enrolled in what is new
    await followLinks(db, id)
  }
  await audit(db, {
    action: 'curriculum.changed',
    subject: `curriculum:${id}`,
    before: { name: before.name, courses: present.length },
    after: { name, courses: list.length },
  })
  return await readCurriculum(deps, actor, id)
}

/** 409 curriculum.inUse while classes are kept in step with it. */
export async function deleteCurriculum({ db, now }: Deps, actor: Actor, id: string, version: number): Promise<null> {
  const row = await curriculumOf(db, actor, id, { locked: true })
  if (version < Number(row.version)) throw conflict('curriculum.newer', { version: Number(row.version) })
  const links = await one<{ n: number }>(
    db,
    `select count(*)::int as n from curriculum_links where curriculum_id = $1 and state <> 'ended'`,
    id,
  )
  if (links && links.n > 0) throw conflict('curriculum.inUse', { classes: links.n })
  await run(db, `update curricula set deleted_at = $2, version = ${nextVersion()} where id = $1`, id, now())
  await audit(db, { action: 'curriculum.deleted', subject: `curriculum:${id}`, before: { name: row.name } })
  return null
}

export async function restoreCurriculum(deps: Deps, actor: Actor, id: string): Promise<Curriculum> {
  const { db } = deps
  const row = await curriculumOf(db, actor, id, { locked: true, deleted: true })
  await run(db, `update curricula set deleted_at = null, version = ${nextVersion()} where id = $1`, id)
  await audit(db, { action: 'curriculum.restored', subject: `curriculum:${id}`, after: { name: row.name } })
  return await readCurriculum(deps, actor, id)
}
