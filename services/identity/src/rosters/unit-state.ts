// Grades, classes and programs while the rows of a roster change them: those that the rows name, changed row by row and written at once.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { caseless } from '@lyceum/kit/text/folded'
import type { Deps } from '../deps.ts'
import { emitStudyUnitsChanged } from '../facts.ts'
import { deleteKeepers, keepersOf } from '../keepers/keepers.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { StudyUnitKind } from '../study-units/api.ts'
import type { Values, Writing } from './deciding.ts'

export const kinds = ['grade', 'klass', 'program'] as const
export const fields = ['name', 'code', 'department_id', 'grade_id', 'program_id'] as const
/** Fields that a kind does not have: a program is in a department, a class in a grade and a program too. */
const unfit = { grade: ['department_id', 'grade_id', 'program_id'], klass: [], program: ['grade_id', 'program_id'] } as const

export type Unit = {
  id: string
  kind: StudyUnitKind
  name: string
  code: string
  department_id: string | null
  grade_id: string | null
  program_id: string | null
  version: string
}
export type Units = {
  units: Map<string, Unit>
  /** By kind and code without its case, of those that the rows name. */
  codes: Map<string, string>
  linked: Map<string, string>
  /** Ids of the source, of units of other external ids too. */
  ofSource: Set<string>
  keepers: Map<string, Map<string, string>>
  used: Set<string>
  places: Set<string>
  made: Set<string>
  changed: Set<string>
  deleted: Set<string>
}
export const keyOf = ({ kind, code }: Pick<Unit, 'kind' | 'code'>) => `${kind} ${caseless(code)}`
const columns = 'u.id::text, u.kind, u.name, u.code, u.department_id::text, u.grade_id::text, u.program_id::text, u.version::text'

export type Named = {
  external_id: string
  gone?: true
  before?: unknown
  id?: string
  code?: string
  department_id?: string | null
  grade_id?: string | null
  program_id?: string | null
}

export async function readUnits(deps: Deps, actor: Actor, { source }: Writing, sent: readonly Named[]): Promise<Units> {
  await managedOrganisation(deps, actor)
  const { db } = deps
  const { org } = actor
  await run(db, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `roster study units ${org}`)
  const linked = await rows<{ external_id: string; id: string }>(
    db,
    'select external_id, subject::text as id from kit.external_ids where org_id = $1 and kind = any($2) and source = $3 and external_id = any($4)',
    org,
    kinds,
    source,
    sent.map(({ external_id }) => external_id),
  )
  const found = await rows<Unit & { of_source: boolean }>(
    db,
    `
    select ${columns}, exists (select from kit.external_ids x where x.subject = u.id and x.kind = u.kind and x.org_id = $1 and x.source = $4) as of_source
    from study_units u where u.org_id = $1 and not u.deleted
      and (u.id = any($2) or (u.code <> '' and kit.caseless(u.code) = any(array(select kit.caseless(c) from unnest($3::text[]) c))))
    order by u.id for update of u`,
    org,
    [...linked.map(({ id }) => id), ...sent.flatMap(({ id }) => id ?? [])],
    sent.flatMap(({ code }) => code?.trim() || []),
    source,
  )
  const mayGo = new Set(sent.flatMap((row) => (row.gone || row.before === null ? [row.external_id] : [])))
  const used = await usedOf(
    db,
    org,
    linked.flatMap(({ external_id, id }) => (mayGo.has(external_id) ? [id] : [])),
  )
  const named = (field: 'department_id' | 'grade_id' | 'program_id') => sent.flatMap((row) => row[field] ?? [])
  const departments = await rows<{ id: string }>(
    db,
    'select id::text from departments where id = any($1) and org_id = $2 and not deleted order by id for share',
    named('department_id'),
    org,
  )
  const above = await rows<{ id: string; kind: string }>(
    db,
    'select id::text, kind from study_units where id = any($1) and org_id = $2 and not deleted order by id for share',
    [...named('grade_id'), ...named('program_id')],
    org,
  )
  return {
    units: new Map(found.map(({ of_source: _, ...unit }) => [unit.id, unit])),
    codes: new Map(found.flatMap((unit) => (unit.code ? [[keyOf(unit), unit.id]] : []))),
    linked: new Map(linked.map((one) => [one.external_id, one.id])),
    ofSource: new Set(found.flatMap(({ id, of_source }) => (of_source ? [id] : []))),
    keepers: await keepersOf(
      db,
      org,
      found.map(({ id }) => id),
    ),
    used,
    places: new Set([...departments.map(({ id }) => `department_id ${id}`), ...above.map(({ id, kind }) => `${kind}_id ${id}`)]),
    made: new Set(),
    changed: new Set(),
    deleted: new Set(),
  }
}

/** Those of the units that people or classes are in. */
async function usedOf(tx: Tx, org: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const used = await rows<{ id: string }>(
    tx,
    `
    select distinct named.id::text from memberships m join persons p on p.id = m.person_id and not p.deleted,
      lateral unnest(array[m.grade_id, m.klass_id, m.program_id]) as named(id) where m.org_id = $1 and named.id = any($2)
    union select named.id::text from study_units c, lateral unnest(array[c.grade_id, c.program_id]) as named(id)
    where c.org_id = $1 and not c.deleted and named.id = any($2)`,
    org,
    ids,
  )
  return new Set(used.map(({ id }) => id))
}

export function change(units: Units, unit: Unit): void {
  const before = units.units.get(unit.id)
  const holder = unit.code && units.codes.get(keyOf(unit))
  if (holder && holder !== unit.id) throw invalid({ code: 'studyUnit.codeTaken' })
  for (const field of ['department_id', 'grade_id', 'program_id'] as const) {
    const id = unit[field]
    if (id === null) continue
    if ((unfit[unit.kind] as readonly string[]).includes(field)) throw invalid({ [field]: 'field.unknown' })
    if (id !== before?.[field] && !units.places.has(`${field} ${id}`))
      throw invalid({ [field]: field === 'department_id' ? 'department.unknown' : 'studyUnit.unknown' })
  }
  if (before?.code) units.codes.delete(keyOf(before))
  if (unit.code) units.codes.set(keyOf(unit), unit.id)
  units.units.set(unit.id, unit)
  if (before) units.changed.add(unit.id)
  else units.made.add(unit.id)
}

export function remove(units: Units, unit: Unit): void {
  if (units.used.has(unit.id)) throw conflict('roster.inUse')
  units.codes.delete(keyOf(unit))
  units.units.delete(unit.id)
  units.deleted.add(unit.id)
}

export const valuesOf = (unit: Unit): Values => Object.fromEntries(fields.map((field) => [field, unit[field]]))

export async function writeUnits({ db }: Deps, org: string, units: Units): Promise<Map<string, number>> {
  const list = [...units.made, ...units.changed].flatMap((id) => units.units.get(id) ?? [])
  const gone = [...units.deleted]
  if (gone.length > 0) {
    await run(db, `update study_units set deleted = true, updated_at = now(), version = ${nextVersion()} where id = any($1)`, gone)
    await run(db, 'delete from kit.external_ids where subject = any($1) and kind = any($2)', gone, kinds)
    await deleteKeepers(db, gone)
  }
  if (list.length > 0) {
    const w =
      'jsonb_to_recordset($2::jsonb) as w(id uuid, kind text, name text, code text, department_id uuid, grade_id uuid, program_id uuid)'
    // codes that change places within a call would meet in the index
    await run(
      db,
      `update study_units u set code = '' from ${w} where u.org_id = $1 and u.id = w.id and u.code <> w.code`,
      org,
      JSON.stringify(list),
    )
    await run(
      db,
      `
      insert into study_units as u (id, org_id, kind, name, code, department_id, grade_id, program_id, version)
      select w.id, $1::uuid, w.kind, w.name, w.code, w.department_id, w.grade_id, w.program_id, ${nextVersion('0')} from ${w}
      on conflict (id) do update set name = excluded.name, code = excluded.code, department_id = excluded.department_id, grade_id = excluded.grade_id,
        program_id = excluded.program_id, deleted = false, updated_at = now(), version = ${nextVersion('u.version')} where u.org_id = excluded.org_id`,
      org,
      JSON.stringify(list),
    )
  }
  return await emitStudyUnitsChanged(db, [...list.map(({ id }) => id), ...gone], { quiet: true })
}
