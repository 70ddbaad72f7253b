// Decisions about one row of a roster: the fields that are written, those that a hand has pinned, and the outcome.
import { Problem } from '@lyceum/kit/calls/errors'
import type { RosterOutcome, RosterUndo, RosterUndone } from '@lyceum/kit/rosters/api'
import type { Static } from 'typebox'
import { pinned } from '../keepers/keepers.ts'

export type RosterBody<Row> = { source: string; import_id?: string; check?: boolean; take_over?: boolean; rows: Row[] }
export type RosterUndoBody = Static<typeof RosterUndo>
export type RosterUndoneRow = Static<typeof RosterUndone>['rows'][number]

export type Value = string | readonly string[] | null
export type Values = Record<string, Value>
export type Writing = { source: string; check: boolean; takeOver: boolean; importId?: string | undefined }
/** A roster's mark as keeper of fields and granter of roles. */
export const keeperOf = ({ source }: Pick<Writing, 'source'>) => `roster:${source}` as const

/** The state before a change: what was written, what it became, and what else an undo needs. */
export type Before = {
  was: Values
  became: Values
  /** The source's id was given to a thing that was there. */
  linked?: boolean
  /** Fields that were pinned and were taken over. */
  pins?: string[]
}
export type Decided = {
  /** The fields that change. */
  write: Values
  /** Fields that are not as the source has them and stay. */
  pinned: string[]
  /** Fields that the source keeps from now on and did not keep. */
  keep: string[]
  before: Before
}

export const sameValue = (a: Value | undefined, b: Value | undefined): boolean =>
  Array.isArray(a) && Array.isArray(b) ? String(a.toSorted()) === String(b.toSorted()) : (a ?? null) === (b ?? null)

/** A source writes what it or nobody keeps; `held`: fields that stay whoever keeps them. Fields that `wanted` does not have stay as they are. */
export function decide(
  writing: Writing,
  {
    wanted,
    present,
    keepers,
    held = [],
  }: { wanted: Values; present: Values; keepers?: Map<string, string> | undefined; held?: readonly string[] },
): Decided {
  const own = keeperOf(writing)
  const decided: Decided = { write: {}, pinned: [], keep: [], before: { was: {}, became: {} } }
  for (const [field, value] of Object.entries(wanted)) {
    const same = sameValue(value, present[field])
    const keeper = keepers?.get(field)
    const stays = held.includes(field) || (keeper !== undefined && keeper !== own && !(keeper === pinned && writing.takeOver))
    if (stays) {
      if (!same) decided.pinned.push(field)
      continue
    }
    if (keeper !== own) decided.keep.push(field)
    if (keeper === pinned) decided.before.pins = [...(decided.before.pins ?? []), field]
    if (same) continue
    decided.write[field] = value
    decided.before.was[field] = present[field] ?? null
    decided.before.became[field] = value
  }
  return decided
}

/** A row that is refused, by its problem: that of the field where a field is wrong. */
export function refusedRow(external_id: string, problem: unknown, id: string | null = null): RosterOutcome {
  if (!(problem instanceof Problem)) throw problem
  const [field, [first] = []] = Object.entries(problem.fields)[0] ?? []
  const { code, params } = first ? { code: first.code, params: { ...first.params, field: field! } } : problem
  // a page names the field of a form beside it; here the sentence does
  if (code === 'field.required') return { external_id, id, outcome: 'refused', pinned: [], code: 'roster.fieldMissing', params }
  return { external_id, id, outcome: 'refused', pinned: [], code, params: { ...params } }
}

/** Of the outcomes of a call, for its line of the audit log: a run of thousands is some hundred lines, and each row of it stands with the import. */
export function countsOf(outcomes: readonly RosterOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of outcomes) {
    if (outcome === 'same' || outcome === 'refused') continue
    const field = `roster_${outcome}`
    counts[field] = (counts[field] ?? 0) + 1
  }
  return counts
}

/** The state of before as a client sends it back. Refuses what this service has not written like that; fields that are not named in `fields` are dropped. */
export function asBefore(sent: unknown, fields: readonly string[]): Before {
  const { was, became, linked, pins } = (sent ?? {}) as Record<string, unknown>
  const values = (of: unknown): Values =>
    Object.fromEntries(
      Object.entries((of ?? {}) as object).filter(
        (entry): entry is [string, Value] =>
          fields.includes(entry[0]) &&
          (entry[1] === null ||
            (typeof entry[1] === 'string' && entry[1].length <= 300) ||
            (Array.isArray(entry[1]) && entry[1].length <= 20 && entry[1].every((one) => typeof one === 'string' && one.length <= 64))),
      ),
    )
  return {
    was: values(was),
    became: values(became),
    ...(linked === true && { linked }),
    ...(Array.isArray(pins) && { pins: pins.filter((one): one is string => fields.includes(one as string)) }),
  }
}
