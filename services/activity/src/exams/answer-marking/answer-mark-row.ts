// The row of what a marker gives an answer: read, written, in replies.
import { personNames } from '@lyceum/identity/mirror/persons'
import { conflict } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import type { CriterionMarks } from '../../work/rubrics/api.ts'
import type { AnswerMark } from './api.ts'

/** `slot` is the place of a marker, as in marking/slots.ts: 0 counts. `question` is the slot of the attempt. */
export type AnswerMarkRow = {
  attempt_id: string
  question: number
  slot: number
  marker_id: string | null
  points: string | null
  comment: string
  criteria: CriterionMarks
  rubric_n: number | null
  state: 'draft' | 'done'
  version: string
  updated_at: Date
}
export type AnswerMarkContent = Pick<AnswerMarkRow, 'points' | 'criteria' | 'rubric_n' | 'comment' | 'state'>

const columns =
  'attempt_id::text, slot::int as question, place::int as slot, marker_id::text, trim_scale(points)::text as points, comment, criteria, rubric_n, state, version::text, updated_at'

/** Of answers, given as attempts and slots that belong together. */
export const marksOf = (tx: Tx, answers: readonly { attempt: string; question: number }[]): Promise<AnswerMarkRow[]> =>
  rows<AnswerMarkRow>(
    tx,
    `select ${columns} from answer_marks m join unnest($1::uuid[], $2::smallint[]) as n(id, nth) on m.attempt_id = n.id and m.slot = n.nth order by m.place`,
    answers.map(({ attempt }) => attempt),
    answers.map(({ question }) => question),
  )

export async function writeMark(
  tx: Tx,
  place: { attempt: string; question: number; slot: number; marker: string | null },
  before: AnswerMarkRow | undefined,
  content: AnswerMarkContent,
  now: Date,
): Promise<AnswerMarkRow> {
  const row: AnswerMarkRow = {
    ...content,
    attempt_id: place.attempt,
    question: place.question,
    slot: place.slot,
    marker_id: place.marker,
    version: String(versionAfter(before && BigInt(before.version), now)),
    updated_at: now,
  }
  await run(
    tx,
    `
    insert into answer_marks (attempt_id, slot, place, marker_id, points, comment, criteria, rubric_n, state, version, updated_at)
    values ($1, $2, $3, $4, $5::text::numeric, $6, $7::text::jsonb, $8, $9, $10, $11)
    on conflict (attempt_id, slot, place) do update set marker_id = excluded.marker_id, points = excluded.points, comment = excluded.comment,
      criteria = excluded.criteria, rubric_n = excluded.rubric_n, state = excluded.state, version = excluded.version, updated_at = excluded.updated_at`,
    row.attempt_id,
    row.question,
    row.slot,
    row.marker_id,
    row.points,
    row.comment,
    JSON.stringify(row.criteria),
    row.rubric_n,
    row.state,
    row.version,
    now,
  )
  return row
}

export async function toMarks(tx: Tx, list: readonly AnswerMarkRow[]): Promise<Map<AnswerMarkRow, AnswerMark>> {
  const names = await personNames(
    tx,
    list.flatMap(({ marker_id }) => marker_id ?? []),
  )
  return new Map(
    list.map((row) => {
      const marker = row.marker_id ? names.get(row.marker_id) : undefined
      return [
        row,
        {
          attempt_id: row.attempt_id,
          slot: row.question,
          place: row.slot,
          marker: marker && !marker.deleted ? { id: marker.id, name: marker.name } : null,
          points: row.points,
          comment: row.comment,
          criteria: row.criteria,
          rubric_version: row.rubric_n,
          state: row.state,
          version: Number(row.version),
          updated_at: row.updated_at.toISOString(),
        },
      ]
    }),
  )
}
export const toMark = async (tx: Tx, row: AnswerMarkRow): Promise<AnswerMark> => (await toMarks(tx, [row])).get(row)!

/** 409 marking.newer, with what the other one gave, unless the row is as the writer saw it. */
export async function checkSeen(tx: Tx, row: AnswerMarkRow | undefined, seen: number): Promise<void> {
  if (seen === Number(row?.version ?? 0)) return
  if (!row) throw conflict('marking.newer', { version: 0 })
  const { version, points, comment, state, marker, updated_at } = await toMark(tx, row)
  throw conflict('marking.newer', { version, points: points ?? '', comment, state, marker: marker?.name ?? '', updated_at })
}
