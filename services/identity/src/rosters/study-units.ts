// Grades, classes and programs of a source's register: made, changed, and deleted where nobody is in them. The source has one id for a unit, of whatever kind.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { rows, run } from '@lyceum/kit/database/database'
import { setExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { keepFields } from '../keepers/keepers.ts'
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
import { type Named, change, fields, keyOf, kinds, readUnits, remove, type Unit, type Units, valuesOf, writeUnits } from './unit-state.ts'

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
  const versions = await writeUnits(deps, org, units)
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

/** Units as they were before a run; what it has made is deleted where nobody is in it. */
export async function undoStudyUnits(
  deps: Deps,
  actor: Actor,
  { source, rows: sent }: RosterUndoBody,
): Promise<{ rows: RosterUndoneRow[] }> {
  const { db } = deps
  const { org } = actor
  const befores = sent.map(({ before }) => (before === null ? null : asBefore(before, [...fields, 'kind'])))
  const named = sent.map(({ external_id, id, before }, nth) => ({ ...befores[nth]?.was, external_id, id, before }) as Named)
  const units = await readUnits(deps, actor, { source, check: false, takeOver: true }, named)
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
  await writeUnits(deps, org, units)
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
  if (count > 0) await audit(db, { action: 'roster.studyUnitsUndone', subject: `org:${org}`, after: { source, roster_undone: count } })
  return { rows: undone }
}
