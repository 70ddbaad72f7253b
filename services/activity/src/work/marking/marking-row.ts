// The row of a marking: read, written, in replies.
import { conflict, type Problem } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Marking } from './api.ts'
import type { CriterionMarks } from '../rubrics/api.ts'

export type MarkingRow = {
  id: string
  submission_id: string
  n: number
  slot: number
  marker_id: string | null
  points: string | null
  criteria: CriterionMarks
  rubric_n: number | null
  comment: string
  state: 'draft' | 'done'
  version: string
  updated_at: Date
}
/** The columns of a marking that its writer decides; the rest follows from the row before. */
export type MarkingContent = Pick<MarkingRow, 'points' | 'criteria' | 'rubric_n' | 'comment' | 'state'>

const columns =
  'id::text, submission_id::text, n, slot, marker_id::text, trim_scale(points)::text as points, criteria, rubric_n, comment, state, version::text, updated_at'

/** By slot. */
export const markingsOf = (tx: Tx, submission: string, n: number): Promise<MarkingRow[]> =>
  rows<MarkingRow>(tx, `select ${columns} from markings where submission_id = $1 and n = $2 order by slot`, submission, n)

/** Writes what is given under a slot, whose row is locked by that of the submission. */
export async function writeMarking(
  tx: Tx,
  { id: submission, n, slot, marker }: { id: string; n: number; slot: number; marker: string | null },
  before: MarkingRow | undefined,
  content: MarkingContent,
  now: Date,
): Promise<MarkingRow> {
  const row: MarkingRow = {
    ...content,
    id: before?.id ?? newId(),
    submission_id: submission,
    n,
    slot,
    marker_id: marker,
    version: String(versionAfter(before && BigInt(before.version), now)),
    updated_at: now,
  }
  await run(
    tx,
    `
    insert into markings (id, submission_id, n, slot, marker_id, points, criteria, rubric_n, comment, state, version, updated_at)
    values ($1, $2, $3, $4, $5, $6::text::numeric, $7::text::jsonb, $8, $9, $10, $11, $12)
    on conflict (submission_id, n, slot) do update set marker_id = excluded.marker_id, points = excluded.points, criteria = excluded.criteria,
      rubric_n = excluded.rubric_n, comment = excluded.comment, state = excluded.state, version = excluded.version, updated_at = excluded.updated_at`,
    row.id,
    submission,
    n,
    slot,
    marker,
    row.points,
    JSON.stringify(row.criteria),
    row.rubric_n,
    row.comment,
    row.state,
    BigInt(row.version),
    now,
  )
  return row
}

export async function toMarkings(tx: Tx, list: MarkingRow[]): Promise<Marking[]> {
  const names = await personNames(
    tx,
    list.flatMap(({ marker_id }) => marker_id ?? []),
  )
  return list.map((row) => {
    const marker = row.marker_id ? names.get(row.marker_id) : undefined
    return {
      id: row.id,
      submission_id: row.submission_id,
      n: row.n,
      slot: row.slot,
      marker: marker && !marker.deleted ? { id: marker.id, name: marker.name } : null,
      points: row.points,
      criteria: row.criteria,
      comment: row.comment,
      state: row.state,
      rubric_version: row.rubric_n,
      version: Number(row.version),
      updated_at: row.updated_at.toISOString(),
    }
  })
}
export const toMarking = async (tx: Tx, row: MarkingRow): Promise<Marking> => (await toMarkings(tx, [row]))[0]!

/** 409 marking.newer, with what the other one gave, unless the row is as the writer saw it. */
export async function checkSeen(tx: Tx, row: MarkingRow | undefined, seen: number): Promise<void> {
  if (seen === Number(row?.version ?? 0)) return
  throw newerMarking(row && (await toMarking(tx, row)))
}

/** The refusal of a write over a marking that somebody else has changed since; undefined: it is gone. */
export function newerMarking(given: Omit<Marking, 'id' | 'submission_id' | 'n' | 'slot' | 'rubric_version'> | undefined): Problem {
  if (!given) return conflict('marking.newer', { version: 0 })
  const { version, points, comment, state, marker, criteria, updated_at } = given
  return conflict('marking.newer', {
    version,
    points: points ?? '',
    comment,
    state,
    marker: marker?.name ?? '',
    updated_at,
    criteria: Object.entries(criteria).map(([id, one]) => ({
      id,
      level: one.level ?? '',
      points: one.points ?? '',
      comment: one.comment,
    })),
  })
}
