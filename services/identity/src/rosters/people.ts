// People of a source's register: made, changed, suspended and resumed, up to 500 in one transaction; and the way back.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { run } from '@lyceum/kit/database/database'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { emitPeopleChanged } from '../facts.ts'
import { freeFields, keepFields, pinned } from '../keepers/keepers.ts'
import { demoClosed, managedOrganisation } from '../organisations/rules.ts'
import { readGiving } from '../users/roles.ts'
import type { RosterPerson } from './api.ts'
import {
  asBefore,
  type Before,
  countsOf,
  keeperOf,
  type RosterBody,
  type RosterUndoBody,
  type RosterUndoneRow,
  sameValue,
  type Values,
  type Writing,
} from './deciding.ts'
import { type Judged, judgePeople } from './people-judge.ts'
import { type People, placeFields, ownFields, presentValues, readPeople } from './people-read.ts'
import { writePeople } from './people-write.ts'

const kind = 'person'

/** 403 demo.closed in a demo school, whose accounts open without a password; a check, which writes nothing, is open there too. Refusals of single rows are outcomes. */
export async function rosterPeople(
  deps: Deps,
  actor: Actor,
  { source, import_id, check = false, take_over = false, rows }: RosterBody<RosterPerson>,
) {
  if ((await managedOrganisation(deps, actor)).demo && !check) throw demoClosed()
  const writing: Writing = { source, check, takeOver: take_over, importId: import_id }
  const people = await readPeople(deps.db, { org: actor.org, writing, rows })
  const judged = judgePeople({ actor, writing, giving: await readGiving(deps.db, actor), people }, rows)
  const accepted = judged.flatMap((one, nth) => ('decided' in one ? [{ ...one, external_id: rows[nth]!.external_id }] : []))
  const versions = check ? new Map<string, number>() : await writePeople(deps, actor, writing, accepted)
  const outcomes = judged.map((one) => ('decided' in one ? outcomeOf(one, versions, check) : one))
  if (!check) await auditCall(deps, actor, writing, outcomes)
  return { rows: outcomes }
}

function outcomeOf({ id, present, decided, outcome }: Judged, versions: Map<string, number>, check: boolean): RosterOutcome {
  if (outcome.outcome === 'same') return outcome
  return {
    ...outcome,
    ...(!check && { id, version: versions.get(id) ?? Number(present?.version ?? 0) }),
    before: present ? decided.before : null,
  }
}

async function auditCall({ db }: Deps, { org }: Actor, { source }: Writing, outcomes: readonly RosterOutcome[]): Promise<void> {
  const counts = countsOf(outcomes)
  if (Object.keys(counts).length > 0)
    await audit(db, { action: 'roster.peopleWritten', subject: `org:${org}`, after: { source, ...counts } })
}

const fields = [...ownFields, ...placeFields, 'roles', 'state']

/**
 * Each person as they were before a run. Whoever the run has made is suspended. Kept, with the code: whom somebody has changed since in what the run wrote,
 * and whom it cannot be undone for.
 */
export async function undoPeople(deps: Deps, actor: Actor, { source, rows }: RosterUndoBody): Promise<{ rows: RosterUndoneRow[] }> {
  if ((await managedOrganisation(deps, actor)).demo) throw demoClosed()
  const { db } = deps
  const { org } = actor
  // fields are written back whoever keeps them: what a hand has changed since is found by its value
  const writing: Writing = { source, check: false, takeOver: true }
  const befores = rows.map((row) => (row.before === null ? null : asBefore(row.before, fields)))
  const wanted = rows.map((row, nth): RosterPerson => ({ ...rowOf(befores[nth]?.was ?? {}), external_id: row.external_id }))
  const people = await readPeople(db, { org, writing, rows: wanted, ids: rows.map(({ id }) => id) })
  const undoing = rows.map((row, nth) => undoOf(people, { ...row, before: befores[nth] ?? null, source }))
  const ready = rows.flatMap((row, nth) => {
    const values = undoing[nth]!.values
    return values ? [{ ...rowOf(values), external_id: row.id }] : []
  })
  // found by their own ids, whatever the source calls them now
  const byId: People = {
    ...people,
    linked: new Map(rows.map(({ id }) => [id, id])),
    keepers: new Map([...people.keepers].map(([id, keepers]) => [id, withoutPins(keepers)])),
  }
  const judged = judgePeople({ actor, writing, giving: await readGiving(db, actor), people: byId }, ready)
  // whole or not at all; who keeps the fields stays as it is
  const accepted = judged.flatMap((one) =>
    'decided' in one && one.decided.pinned.length === 0 && !one.emailTaken
      ? [{ ...one, decided: { ...one.decided, keep: [] }, external_id: one.id }]
      : [],
  )
  await writePeople(deps, actor, writing, accepted)
  const done = new Set(accepted.map(({ id }) => id))
  await giveBack(
    deps,
    actor,
    source,
    rows.flatMap((row, nth) => (done.has(row.id) && befores[nth] ? [{ ...row, before: befores[nth] }] : [])),
  )
  const refusals = new Map(judged.map((one) => ('decided' in one ? one.outcome : one)).map(({ external_id, code }) => [external_id, code]))
  const undone = rows.map(({ id, external_id }, nth): RosterUndoneRow => {
    return done.has(id)
      ? { external_id, outcome: 'undone' }
      : { external_id, outcome: 'kept', code: undoing[nth]!.code ?? refusals.get(id) ?? 'roster.changedSince' }
  })
  const count = undone.filter(({ outcome }) => outcome === 'undone').length
  if (count > 0) await audit(db, { action: 'roster.peopleUndone', subject: `org:${org}`, after: { source, roster_undone: count } })
  return { rows: undone }
}

const withoutPins = (keepers: Map<string, string>) => new Map([...keepers].filter(([, keeper]) => keeper !== pinned))
const rowOf = ({ state, ...values }: Values): Omit<RosterPerson, 'external_id'> =>
  ({ ...values, ...(state === 'suspended' && { state }) }) as Omit<RosterPerson, 'external_id'>

/** Values to write back, or the reason why they stay. */
function undoOf(
  { linked, persons, keepers }: People,
  { id, external_id, before, source }: { id: string; external_id: string; before: Before | null; source: string },
): { values?: Values; code?: string } {
  const present = persons.get(id)
  if (!present) return { code: 'user.notFound' }
  if (linked.get(external_id) !== id) return { code: 'roster.changedSince' }
  const now = presentValues(present)
  const kept = keepers.get(id)
  if (before === null) {
    if ([...(kept?.values() ?? [])].includes(pinned)) return { code: 'roster.changedSince' }
    // out of their places, so that those of the run can go too
    const ofRun = placeFields.filter((field) => kept?.get(field) === keeperOf({ source }))
    return { values: { state: 'suspended', ...Object.fromEntries(ofRun.map((field) => [field, null])) } }
  }
  const changed = Object.entries(before.became).some(([field, value]) => !sameValue(value, now[field]))
  if (changed) return { code: 'roster.changedSince' }
  return { values: { state: now.state ?? null, ...before.was } }
}

/** Fields that were taken over are pinned again; who was there before the run is the source's no more. */
async function giveBack({ db }: Deps, { org }: Actor, source: string, rows: readonly { id: string; before: Before }[]): Promise<void> {
  const linked = rows.filter(({ before }) => before.linked).map(({ id }) => id)
  await run(
    db,
    `delete from kit.external_ids where subject = any($1) and org_id = $2 and kind = $3 and source = $4`,
    linked,
    org,
    kind,
    source,
  )
  await freeFields(db, org, keeperOf({ source }), linked)
  await emitPeopleChanged(db, linked, { quiet: true })
  await keepFields(
    db,
    { org, kind },
    pinned,
    rows.map(({ id, before }) => ({ subject: id, fields: before.pins ?? [] })),
  )
}
