// Grades, classes and programs of a source's register: made, changed, and deleted where nobody is in them. The source has one id for a unit, of whatever kind.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { setExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import { caseless } from '@lyceum/kit/text/folded'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { emitStudyUnitsChanged } from '../facts.ts'
import { deleteKeepers, keepersOf, keepFields } from '../keepers/keepers.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { StudyUnitKind } from '../study-units/api.ts'
import { required } from '../users/users.ts'
import type { RosterStudyUnit } from './api.ts'
import {
  asBefore,
  type Before,
  countsOf,
  decide,
  keeperOf,
  refusedRow,
  type RosterBody,
  type RosterUndoBody,
  type RosterUndoneRow,
  sameValue,
  type Values,
  type Writing,
} from './deciding.ts'

const kinds = ['grade', 'klass', 'program'] as const
const fields = ['name', 'code', 'department_id', 'grade_id', 'program_id'] as const
/** Where a unit may be: a program in a department, a class in a grade and a program too. */
const unfit = { grade: ['department_id', 'grade_id', 'program_id'], klass: [], program: ['grade_id', 'program_id'] } as const

type Unit = {
  id: string
  kind: StudyUnitKind
  name: string
  code: string
  department_id: string | null
  grade_id: string | null
  program_id: string | null
  version: string
}
type Units = {
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
const keyOf = ({ kind, code }: Pick<Unit, 'kind' | 'code'>) => `${kind} ${caseless(code)}`
const columns = 'u.id::text, u.kind, u.name, u.code, u.department_id::text, u.grade_id::text, u.program_id::text, u.version::text'

type Asked = {
  external_id: string
  gone?: true
  before?: unknown
  id?: string
  code?: string
  department_id?: string | null
  grade_id?: string | null
  program_id?: string | null
}

async function readUnits(deps: Deps, actor: Actor, { source }: Writing, sent: readonly Asked[]): Promise<Units> {
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

function change(units: Units, unit: Unit): void {
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

function remove(units: Units, unit: Unit): void {
  if (units.used.has(unit.id)) throw conflict('roster.inUse')
  units.codes.delete(keyOf(unit))
  units.units.delete(unit.id)
  units.deleted.add(unit.id)
}

const valuesOf = (unit: Unit): Values => Object.fromEntries(fields.map((field) => [field, unit[field]]))
type Judged = { outcome: RosterOutcome; keep: string[]; link: boolean; kind?: StudyUnitKind }

function judge(units: Units, writing: Writing, row: RosterStudyUnit): Judged {
  const { external_id } = row
  const known = units.units.get(units.linked.get(external_id) ?? '')
  if (row.gone) {
    if (!known) return { outcome: { external_id, id: null, outcome: 'same', pinned: [] }, keep: [], link: false }
    remove(units, known)
    const before = { was: { ...valuesOf(known), kind: known.kind }, became: {}, deleted: true }
    return { outcome: { external_id, id: known.id, outcome: 'left', pinned: [], before }, keep: [], link: false }
  }
  if (known && row.kind !== undefined && row.kind !== known.kind) throw conflict('roster.otherKind')
  const wanted: Values = {
    ...(row.name !== undefined && { name: required(cleanTitle(row.name), 'name') }),
    ...(row.code !== undefined && { code: row.code.trim() }),
    ...Object.fromEntries(fields.slice(2).flatMap((field) => (row[field] === undefined ? [] : [[field, row[field] ?? null]]))),
  }
  const byCode = row.kind && wanted.code ? units.codes.get(keyOf({ kind: row.kind, code: wanted.code as string })) : undefined
  const free = byCode !== undefined && !units.ofSource.has(byCode) && !units.made.has(byCode)
  const unit = known ?? (free ? units.units.get(byCode) : undefined)
  if (!unit) {
    const id = newId()
    if (row.kind === undefined) throw invalid({ kind: 'field.required' })
    if (wanted.name === undefined) throw invalid({ name: 'field.required' })
    change(units, {
      id,
      kind: row.kind,
      name: '',
      code: '',
      department_id: null,
      grade_id: null,
      program_id: null,
      version: '0',
      ...wanted,
    } as Unit)
    return {
      outcome: { external_id, id, outcome: 'made', pinned: [], before: null },
      keep: Object.keys(wanted),
      link: true,
      kind: row.kind,
    }
  }
  const { pinned, keep, write, before } = decide(writing, { wanted, present: valuesOf(unit), keepers: units.keepers.get(unit.id) })
  const link = known === undefined
  const changes = Object.keys(write).length > 0
  if (changes) change(units, { ...unit, ...write } as Unit)
  if (link) {
    before.linked = true
    units.ofSource.add(unit.id)
  }
  const outcome = { external_id, id: unit.id, outcome: link || changes ? 'changed' : 'same', pinned } as const
  return { outcome: link || changes ? { ...outcome, before, version: Number(unit.version) } : outcome, keep, link, kind: unit.kind }
}

/** Refusals of single rows are outcomes. Rows that name units of this very call cannot: a grade and a program come in a call before their classes. */
export async function rosterStudyUnits(
  deps: Deps,
  actor: Actor,
  { source, check = false, take_over = false, rows: sent }: RosterBody<RosterStudyUnit>,
) {
  const { org } = actor
  const { db } = deps
  const writing: Writing = { source, check, takeOver: take_over }
  const units = await readUnits(deps, actor, writing, sent)
  const seen = new Set<string>()
  const judged = sent.map((row): Judged => {
    try {
      if (seen.has(row.external_id)) throw conflict('roster.twice', { field: 'external_id' })
      seen.add(row.external_id)
      return judge(units, writing, row)
    } catch (problem) {
      return { outcome: refusedRow(row.external_id, problem, units.linked.get(row.external_id) ?? null), keep: [], link: false }
    }
  })
  const outcomes = judged.map(({ outcome }) => outcome)
  if (check) return { rows: outcomes.map((one) => (one.outcome === 'made' ? { ...one, id: null } : one)) }
  const versions = await write(deps, org, units)
  for (const kind of kinds) {
    const ofKind = judged.filter((one) => one.kind === kind && one.outcome.id !== null)
    await setExternalIds(
      db,
      { org, kind, source },
      ofKind.flatMap(({ link, outcome }) => (link ? [{ subject: outcome.id!, id: outcome.external_id }] : [])),
    )
    await keepFields(
      db,
      { org, kind },
      keeperOf(writing),
      ofKind.map(({ outcome, keep }) => ({ subject: outcome.id!, fields: keep })),
    )
  }
  const counts = countsOf(outcomes)
  if (Object.keys(counts).length > 0)
    await audit(db, { action: 'roster.studyUnitsWritten', subject: `org:${org}`, after: { source, ...counts } })
  return {
    rows: outcomes.map((one) => {
      const version = versions.get(one.id ?? '')
      return version !== undefined && one.outcome !== 'same' ? { ...one, version } : one
    }),
  }
}

async function write({ db }: Deps, org: string, units: Units): Promise<Map<string, number>> {
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

/** Units as they were before a run; what it has made is deleted where nobody is in it. */
export async function undoStudyUnits(
  deps: Deps,
  actor: Actor,
  { source, rows: sent }: RosterUndoBody,
): Promise<{ rows: RosterUndoneRow[] }> {
  const { db } = deps
  const { org } = actor
  const befores = sent.map(({ before }) => (before === null ? null : asBefore(before, [...fields, 'kind'])))
  const asked = sent.map(({ external_id, id, before }, nth) => ({ ...befores[nth]?.was, external_id, id, before }) as Asked)
  const units = await readUnits(deps, actor, { source, check: false, takeOver: true }, asked)
  const gone = await rows<{ id: string }>(
    db,
    'select id::text from study_units where id = any($1) and org_id = $2 and deleted',
    sent.map(({ id }) => id),
    org,
  )
  const deletedIds = new Set(gone.map(({ id }) => id))
  const back: { subject: string; id: string; kind: string }[] = []
  const unlinked: string[] = []
  const undone = sent.map(({ external_id, id, before }, nth): RosterUndoneRow => {
    const kept = (code = 'roster.changedSince') => ({ external_id, outcome: 'kept' as const, code })
    const unit = units.units.get(id)
    const state: Before | null = befores[nth] ?? null
    try {
      if ((before as { deleted?: boolean } | null)?.deleted === true) {
        const kind = state?.was.kind as StudyUnitKind
        if (!deletedIds.has(id) || units.linked.has(external_id) || !kinds.includes(kind)) return kept()
        const none = { name: '', code: '', department_id: null, grade_id: null, program_id: null, version: '0' }
        change(units, { ...none, ...state?.was, id, kind } as Unit)
        back.push({ subject: id, id: external_id, kind })
        return { external_id, outcome: 'undone' }
      }
      if (units.linked.get(external_id) !== id) return unit || state ? kept() : { external_id, outcome: 'undone' }
      if (!unit) return kept()
      if (state === null) {
        if ([...(units.keepers.get(id)?.values() ?? [])].includes('pinned')) return kept()
        remove(units, unit)
        return { external_id, outcome: 'undone' }
      }
      const now = valuesOf(unit)
      if (Object.entries(state.became).some(([field, value]) => !sameValue(value, now[field]))) return kept()
      if (Object.keys(state.was).length > 0) change(units, { ...unit, ...state.was, kind: unit.kind } as Unit)
      if (state.linked) unlinked.push(id)
      return { external_id, outcome: 'undone' }
    } catch (problem) {
      return kept(refusedRow(external_id, problem).code)
    }
  })
  await write(deps, org, units)
  for (const kind of kinds)
    await setExternalIds(
      db,
      { org, kind, source },
      back.filter((one) => one.kind === kind),
    )
  await run(
    db,
    'delete from kit.external_ids where subject = any($1) and org_id = $2 and kind = any($3) and source = $4',
    unlinked,
    org,
    kinds,
    source,
  )
  const count = undone.filter(({ outcome }) => outcome === 'undone').length
  if (count > 0) await audit(db, { action: 'roster.studyUnitsUndone', subject: `org:${org}`, after: { source, undone: count } })
  return { rows: undone }
}
