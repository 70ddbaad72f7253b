// Academic years and terms: those who plan make them, courses are put into them, and follow their names.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, plainDatabase, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { emit, nextVersion, versionAfter } from '@lyceum/kit/facts/outbox'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { may } from '@lyceum/identity/mirror/permissions'
import { CourseChangedSchema, TermChangedSchema } from '@lyceum/proto/course'
import { caseless } from '@lyceum/kit/text/folded'
import type {} from '../audit-actions.ts'
import { emitCourses } from '../courses/course-facts.ts'
import { readRows } from '../courses/course-rows.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs.ts'
import type { Holiday, Term, TermDraft, TermFields } from './api.ts'
import { faultsOf, holidayFaults, ordered } from './rules.ts'

type Row = Omit<Term, 'version' | 'courses'> & { version: string; courses: number }
const columns = `t.id::text, t.parent_id::text, t.name, t.start_date::text, t.end_date::text, t.holidays, t.version::text,
  (select count(*)::int from courses c where c.term_id = t.id and not c.deleted) as courses`
const toTerm = (row: Row, counted: boolean): Term => ({ ...row, courses: counted ? row.courses : null, version: Number(row.version) })

const read = (tx: Tx, org: string): Promise<Row[]> => rows<Row>(tx, `select ${columns} from terms t where t.org_id = $1`, org)

export async function listTerms({ db }: Deps, actor: Actor): Promise<{ terms: Term[]; can_change: boolean }> {
  const mayChange = may(actor, 'terms.change') && !actor.department
  return { terms: ordered(await read(db, actor.org)).map((row) => toTerm(row, mayChange)), can_change: mayChange }
}

/** One writer of an organisation's terms at a time: a term's days are compared with those of others. */
async function lockTerms(tx: Tx, org: string): Promise<Row[]> {
  await run(tx, `select pg_advisory_xact_lock(hashtext('terms'), hashtext($1))`, org)
  return await read(tx, org)
}

function check(all: Row[], draft: TermFields & { parent_id: string | null }, self?: string): void {
  const { parent_id } = draft
  const year = parent_id === null ? undefined : all.find(({ id }) => id === parent_id)
  if (parent_id !== null && (!year || year.parent_id !== null)) throw invalid({ parent_id: 'term.unknownYear' })
  if (draft.name === '') throw invalid({ name: 'field.required' })
  const taken = all.some((one) => one.id !== self && one.parent_id === parent_id && caseless(one.name) === caseless(draft.name))
  const terms = self === undefined ? [] : all.filter((one) => one.parent_id === self)
  const faults = {
    ...(taken && { name: 'term.taken' as const }),
    ...faultsOf(draft, { year, terms }),
    ...holidayFaults(draft.holidays ?? [], draft),
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

export async function makeTerm(deps: Deps, actor: Actor, { parent_id = null, ...fields }: TermDraft): Promise<Term> {
  const { db, now } = deps
  const draft = { ...fields, parent_id, name: cleanTitle(fields.name) }
  check(await lockTerms(db, actor.org), draft)
  const id = newId()
  const { name, start_date, end_date } = draft
  const holidays = named(draft.holidays ?? [])
  const dates = { startDate: new Date(start_date), endDate: new Date(end_date) }
  await db.term.create({
    data: { id, orgId: actor.org, parentId: parent_id, name, ...dates, holidays, version: versionAfter(undefined, now()) },
  })
  await emitTerm(db, id)
  await auditTerm(deps, 'term.made', id)
  return await readTerm(deps, id)
}

/** Its courses get its new name by a job. */
export async function changeTerm(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, ...fields }: Partial<TermFields> & { version: number },
): Promise<Term> {
  const all = await lockTerms(deps.db, actor.org)
  const current = termIn(all, id, version)
  const draft = { ...current, ...fields, name: fields.name === undefined ? current.name : cleanTitle(fields.name) }
  check(all, draft, current.id)
  await run(
    deps.db,
    `update terms set name = $2, start_date = $3::date, end_date = $4::date, holidays = $5::jsonb, version = ${nextVersion()} where id = $1`,
    current.id,
    draft.name,
    draft.start_date,
    draft.end_date,
    JSON.stringify(named(draft.holidays)),
  )
  await emitTerm(deps.db, current.id)
  await auditTerm(deps, 'term.changed', id)
  if (draft.name !== current.name) await enqueue(deps.db, { kind: 'renameTerm', key: id, payload: { term: id } })
  return await readTerm(deps, id)
}

/** 409 term.inUse while there are terms below it, or courses, deleted ones too: they may come back. */
export async function deleteTerm(deps: Deps, actor: Actor, id: string, version: number): Promise<null> {
  const all = await lockTerms(deps.db, actor.org)
  const { id: term } = termIn(all, id, version)
  const courses = await one<{ n: number }>(deps.db, 'select count(*)::int as n from courses where term_id = $1', term)
  const terms = all.filter(({ parent_id }) => parent_id === term).length
  if (terms + (courses?.n ?? 0) > 0) throw conflict('term.inUse', { terms, courses: courses?.n ?? 0 })
  await emitTerm(deps.db, term, true)
  await run(deps.db, 'delete from terms where id = $1', term)
  await auditTerm(deps, 'term.deleted', id)
  return null
}

const named = (holidays: readonly Holiday[]): Holiday[] => holidays.map((one) => ({ ...one, name: cleanTitle(one.name) || '–' }))

/** Tells a term as its row is; call it while the row is there. */
export async function emitTerm(tx: Tx, id: string, deleted = false): Promise<void> {
  const row = await one<Row & { org: string }>(
    tx,
    `select ${columns}, t.org_id::text as org from terms t where t.id = $1 for update of t`,
    id,
  )
  if (!row) return
  await emit(
    tx,
    TermChangedSchema,
    { key: `org:${row.org}`, org: row.org },
    {
      id,
      orgId: row.org,
      ...(row.parent_id && { parentId: row.parent_id }),
      startDate: row.start_date,
      endDate: row.end_date,
      holidays: row.holidays.map((one) => ({ name: one.name, startDate: one.start_date, endDate: one.end_date })),
      deleted,
      version: BigInt(row.version) + (deleted ? 1n : 0n),
    },
  )
}

function termIn(all: Row[], id: string, version: number): Row {
  const term = all.find((one) => one.id === id.toLowerCase())
  if (!term) throw notFound('term', id)
  if (version < Number(term.version)) throw conflict('term.newer', { version: Number(term.version) })
  return term
}
const readTerm = async ({ db }: Deps, id: string): Promise<Term> =>
  toTerm((await one<Row>(db, `select ${columns} from terms t where t.id = $1`, id))!, true)
const auditTerm = ({ db }: Deps, action: 'term.made' | 'term.changed' | 'term.deleted', id: string) =>
  audit(db, { action, subject: `term:${id}` })

/** The columns of a course of this term; 400 term_id for one that is none of the organisation's. */
export async function termColumns(
  tx: Tx,
  org: string,
  term: string | null,
): Promise<{ termId: string | null; academicYear?: string; semester?: string | null }> {
  if (term === null) return { termId: null }
  const found = await one<{ year: string; semester: string | null }>(
    tx,
    `select coalesce(y.name, t.name) as year, case when y.id is not null then t.name end as semester
     from terms t left join terms y on y.id = t.parent_id where t.id = $1 and t.org_id = $2`,
    term,
    org,
  )
  if (!found) throw invalid({ term_id: 'term.unknown' })
  return { termId: term, academicYear: found.year, semester: found.semester }
}

/** The courses of a term, or of a year and its terms, take on its name. */
export async function renameTerm({ job, deps: { pool } }: JobContext<Deps, { term: string }>): Promise<void> {
  await repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => renameSome(tx, job.payload.term, size)), 200)
}

async function renameSome(tx: Tx, term: string, size: number): Promise<number> {
  const renamed = await rows<{ id: string }>(
    tx,
    `
    with named as (
      select t.id, coalesce(y.name, t.name) as year, case when y.id is not null then t.name end as semester
      from terms t left join terms y on y.id = t.parent_id where t.id = $1 or t.parent_id = $1
    ), stale as (
      select c.id, n.year, n.semester from courses c join named n on n.id = c.term_id
      where (c.academic_year, c.semester) is distinct from (n.year, n.semester) order by c.id limit $2 for no key update of c
    )
    update courses c set academic_year = s.year, semester = s.semester, changed_by = null, changed_at = null,
      version = ${nextVersion('c.version')} from stale s where s.id = c.id
    returning c.id::text`,
    term,
    size,
  )
  const courses = (
    await readRows(
      tx,
      renamed.map(({ id }) => id),
    )
  ).map(({ row }) => row)
  await emitCourses(tx, CourseChangedSchema, courses)
  return renamed.length
}
