// Grades, classes and programs: what members of an organisation study in. A class may belong to a grade, a program and a department.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit, changesOf } from '@lyceum/kit/audit/audit'
import { conflict, type Fields, forbidden, invalid, notFound, Problem } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import type { ExternalIdQuery } from '@lyceum/kit/external-ids/api'
import { deleteExternalIds, externalIdCondition, externalIdsOf, setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { caseless } from '@lyceum/kit/text/folded'
import type {} from '../audit-actions.ts'
import { may } from '../../mirror/permissions.ts'
import { isWithin } from '../departments/binding.ts'
import { emitStudyUnitsChanged } from '../facts.ts'
import { deleteKeepers, pinFields } from '../keepers/keepers.ts'
import { textsOf } from '../departments/departments.ts'
import type { Deps } from '../deps.ts'
import type { StudyUnit as StudyUnitModel } from '../generated/client.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { StudyUnit, StudyUnitDraft, StudyUnitFields, StudyUnitKind } from './api.ts'

const columns = columnsOf<StudyUnitModel>()('id', 'kind', 'name', 'code', 'department_id', 'grade_id', 'program_id', 'sort', 'version')
type Row = RowOf<typeof columns> & { kind: StudyUnitKind }

async function withExternalIds({ db }: Deps, org: string, units: Row[]): Promise<StudyUnit[]> {
  const kinds = new Set(units.map(({ kind }) => kind))
  const found = await Promise.all(
    [...kinds].map((kind) =>
      externalIdsOf(
        db,
        org,
        kind,
        units.filter((unit) => unit.kind === kind).map(({ id }) => id),
      ),
    ),
  )
  const external = new Map(found.flatMap((one) => [...one]))
  return units.map((row) => ({ ...row, external_ids: external.get(row.id) ?? [], version: Number(row.version) }))
}

export type StudyUnitSearch = PageQuery &
  ExternalIdQuery & {
    kind?: StudyUnitKind
    keyword?: string
    department_id?: string
    grade_id?: string
    program_id?: string
    ids?: string[]
    people?: boolean
  }

/** 400 for an external id without a kind, since the same id may stand for units of several kinds. */
export async function listStudyUnits(deps: Deps, actor: Actor, query: StudyUnitSearch) {
  const { org } = actor
  const values: unknown[] = [org]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { kind } = query
  if (!kind && (query.external_source || query.external_id)) throw invalid({ kind: 'field.required' })
  const clauses = [
    'u.org_id = $1',
    'not u.deleted',
    kind && `u.kind = ${bind(kind)}`,
    query.keyword?.trim() && heldSql(foldedSql('u.name', 'u.code'), bind(wordPatterns(query.keyword))),
    ...(['department_id', 'grade_id', 'program_id'] as const).map((name) => query[name] && `u.${name} = ${bind(query[name])}`),
    query.ids && `u.id = any(${bind(query.ids)}::uuid[])`,
    kind && externalIdCondition(query, { column: 'u.id', kind, org, bind }),
  ].filter(Boolean)
  const where = `from study_units u where ${clauses.join(' and ')}`
  const total = await one<{ n: number }>(deps.db, `select count(*)::int as n ${where}`, ...values)
  const { limit, offset } = limits(query)
  const units = await rows<Row>(
    deps.db,
    `select ${columns('u')} ${where} order by u.kind, u.sort, u.name, u.id limit ${bind(limit)}::int offset ${bind(offset)}::int`,
    ...values,
  )
  const listed = await withExternalIds(deps, org, units)
  return pageOf(query, total?.n ?? 0, query.people && may(actor, 'departments.change') ? await withPeople(deps, org, listed) : listed)
}

async function withPeople({ db }: Deps, org: string, units: StudyUnit[]): Promise<StudyUnit[]> {
  const people = new Map<string, number>()
  for (const kind of new Set(units.map((unit) => unit.kind))) {
    const counts = await rows<{ id: string; people: number }>(
      db,
      `select ${kind}_id::text as id, count(*)::int as people from memberships where org_id = $1 and ${kind}_id = any($2::uuid[]) group by ${kind}_id`,
      org,
      units.filter((unit) => unit.kind === kind).map(({ id }) => id),
    )
    for (const one of counts) people.set(one.id, one.people)
  }
  return units.map((row) => ({ ...row, people: people.get(row.id) ?? 0 }))
}

export async function createStudyUnit(deps: Deps, actor: Actor, draft: StudyUnitDraft): Promise<StudyUnit> {
  await managedOrganisation(deps, actor)
  const { db, now } = deps
  const { org } = actor
  const id = newId()
  const { kind, external_id } = draft
  const fields = { ...draft, ...cleaned(draft) }
  await checkPlace(deps, org, kind, fields)
  await checkDepartment(deps, actor, fields.department_id ?? null)
  await checkCode(deps, org, { id, kind }, fields.code)
  const { name, code = '', department_id = null, grade_id = null, program_id = null, sort = 0 } = fields
  const version = versionAfter(undefined, now())
  await db.studyUnit.create({
    data: { id, orgId: org, kind, name, code, departmentId: department_id, gradeId: grade_id, programId: program_id, sort, version },
  })
  await setExternalId(db, { org, kind, id }, external_id)
  await emitStudyUnitsChanged(db, [id])
  await audit(db, {
    action: 'studyUnit.made',
    subject: `${kind}:${id}`,
    after: { department_id, grade_id, program_id, ...(external_id && { external_id }) },
  })
  return await read(deps, org, id)
}

/** 409 studyUnit.newer when the row is newer than the version that the writer read. */
export async function changeStudyUnit(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, ...draft }: Partial<StudyUnitFields> & { version: number },
): Promise<StudyUnit> {
  await managedOrganisation(deps, actor)
  const { db, now } = deps
  const { org } = actor
  const current = await lock(deps, actor, id, version)
  const { kind } = current
  const { name, code } = cleaned(draft)
  await checkPlace(deps, org, kind, draft)
  if (draft.department_id !== undefined) await checkDepartment(deps, actor, draft.department_id)
  await checkCode(deps, org, { id, kind }, code)
  const { department_id, grade_id, program_id, sort, external_id } = draft
  await db.studyUnit.update({
    where: { id },
    data: {
      ...(name !== undefined && { name }),
      ...(code !== undefined && { code }),
      ...(department_id !== undefined && { departmentId: department_id }),
      ...(grade_id !== undefined && { gradeId: grade_id }),
      ...(program_id !== undefined && { programId: program_id }),
      ...(sort !== undefined && { sort }),
      version: versionAfter(BigInt(current.version), now()),
    },
  })
  await setExternalId(db, { org, kind, id }, external_id)
  await emitStudyUnitsChanged(db, [id])
  const changed = await read(deps, org, id)
  const line = changesOf(auditedOf(current), auditedOf(changed))
  const byHand = (['name', 'code', 'department_id', 'grade_id', 'program_id'] as const).filter((field) => current[field] !== changed[field])
  await pinFields(db, { org, kind }, [{ subject: id, fields: byHand }])
  await audit(db, {
    action: 'studyUnit.changed',
    subject: `${kind}:${id}`,
    ...line,
    after: { ...line?.after, ...textsOf(current, changed), ...(external_id && { external_id }) },
  })
  return changed
}

/** 409 studyUnit.inUse with the numbers of what is in it. */
export async function deleteStudyUnit(deps: Deps, actor: Actor, id: string, version: number): Promise<null> {
  await managedOrganisation(deps, actor)
  const { db, now } = deps
  const { kind, version: before } = await lock(deps, actor, id, version)
  const uses = await one<{ people: number; classes: number }>(
    db,
    `
    select (select count(*)::int from memberships m join persons p on p.id = m.person_id and not p.deleted where m.${kind}_id = $1) as people,
      (select count(*)::int from study_units where (grade_id = $1 or program_id = $1) and not deleted) as classes`,
    id,
  )
  if (uses && uses.people + uses.classes > 0) throw conflict('studyUnit.inUse', uses)
  await db.studyUnit.update({ where: { id }, data: { deleted: true, version: versionAfter(BigInt(before), now()) } })
  await deleteExternalIds(db, kind, [id])
  await deleteKeepers(db, [id])
  await emitStudyUnitsChanged(db, [id])
  await audit(db, { action: 'studyUnit.deleted', subject: `${kind}:${id}` })
  return null
}

type Places = { department_id?: string | null; grade_id?: string | null; klass_id?: string | null; program_id?: string | null }

/** 400 at each field that names no department, grade, class or program of the organisation. They are locked against deletion. */
export async function checkPlaces(tx: Tx, org: string, places: Places): Promise<void> {
  const named = Object.entries(places).filter((entry): entry is [keyof Places, string] => typeof entry[1] === 'string')
  const wrong: Fields = {}
  for (const [field, id] of named) {
    const kind = field.slice(0, -'_id'.length)
    const found =
      kind === 'department'
        ? await one(tx, 'select from departments where id = $1 and org_id = $2 and not deleted for share', id, org)
        : await one(tx, 'select from study_units where id = $1 and org_id = $2 and kind = $3 and not deleted for share', id, org, kind)
    if (!found) wrong[field] = kind === 'department' ? 'department.unknown' : 'studyUnit.unknown'
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** A program may belong to a department, a class to a grade and a program too. */
async function checkPlace(
  { db }: Deps,
  org: string,
  kind: StudyUnitKind,
  { department_id, grade_id, program_id }: Partial<StudyUnitFields>,
) {
  const wrong = [
    ...(kind === 'grade' && department_id ? ['department_id'] : []),
    ...(kind !== 'klass' && grade_id ? ['grade_id'] : []),
    ...(kind !== 'klass' && program_id ? ['program_id'] : []),
  ]
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((field) => [field, 'field.unknown' as const])))
  await checkPlaces(db, org, { department_id: department_id ?? null, grade_id: grade_id ?? null, program_id: program_id ?? null })
}

/** 403 outside the department to which the actor is bound; a unit of no department belongs to managers of the whole organisation. */
async function checkDepartment({ db }: Deps, actor: Actor, department: string | null): Promise<void> {
  if (!(await isWithin(db, actor.department, department))) throw forbidden('department.only')
}

/** The row, locked. Its department is checked before its version: a manager of another department learns nothing of it, nor whether it has changed. */
async function lock(deps: Deps, actor: Actor, id: string, version: number): Promise<Row> {
  const sql = `select ${columns()} from study_units where id = $1 and org_id = $2 and not deleted for update`
  const row = await one<Row>(deps.db, sql, id, actor.org)
  if (!row) throw notFound('studyUnit', id)
  await checkDepartment(deps, actor, row.department_id)
  if (version < Number(row.version)) throw conflict('studyUnit.newer', { version: Number(row.version) })
  return row
}

async function read(deps: Deps, org: string, id: string): Promise<StudyUnit> {
  return (await withExternalIds(deps, org, await rows<Row>(deps.db, `select ${columns()} from study_units where id = $1`, id)))[0]!
}

/** 409 at the field: a code stands for one grade, class or program. */
async function checkCode({ db }: Deps, org: string, { id, kind }: Pick<Row, 'id' | 'kind'>, code: string | undefined): Promise<void> {
  if (!code) return
  // one after the other: a violated index would end the transaction
  await run(db, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `study-units ${org} ${kind} ${caseless(code)}`)
  const taken = await one(
    db,
    'select from study_units where org_id = $1 and kind = $2 and kit.caseless(code) = kit.caseless($3) and not deleted and id <> $4',
    org,
    kind,
    code,
    id,
  )
  if (taken) throw new Problem(409, 'studyUnit.codeTaken', { fields: { code: 'studyUnit.codeTaken' } })
}

function cleaned<D extends Partial<StudyUnitFields>>({ name, code }: D): { name: D['name']; code: string | undefined } {
  const title = name === undefined ? undefined : cleanTitle(name)
  if (title === '') throw invalid({ name: 'field.required' })
  return { name: title, code: code?.trim() }
}

const auditedOf = ({ department_id, grade_id, program_id, sort }: Pick<Row, 'department_id' | 'grade_id' | 'program_id' | 'sort'>) => ({
  department_id,
  grade_id,
  program_id,
  sort,
})
