// The row of what a student's posts in a forum are given: read, written over the version that was seen, in replies.
import { personNames } from '@lyceum/identity/mirror/persons'
import { one, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { type MarkingContent, newerMarking } from '../../work/marking/marking-row.ts'
import type { ParticipationMark } from './api.ts'

export type MarkRow = MarkingContent & { marker_id: string | null; version: string; updated_at: Date }
const columns = 'marker_id::text, trim_scale(points)::text as points, criteria, rubric_n, comment, state, version::text, updated_at'

/** `lock`: until the transaction ends. */
export const markOf = (tx: Tx, activity: string, person: string, { lock = false } = {}): Promise<MarkRow | undefined> =>
  one<MarkRow>(
    tx,
    `select ${columns} from participation_marks where activity_id = $1 and person_id = $2${lock ? ' for update' : ''}`,
    activity,
    person,
  )

export async function toMark(tx: Tx, row: MarkRow): Promise<ParticipationMark> {
  const marker = row.marker_id ? (await personNames(tx, [row.marker_id])).get(row.marker_id) : undefined
  return {
    marker: marker && !marker.deleted ? { id: marker.id, name: marker.name } : null,
    points: row.points,
    criteria: row.criteria,
    comment: row.comment,
    state: row.state,
    rubric_version: row.rubric_n,
    version: Number(row.version),
    updated_at: row.updated_at.toISOString(),
  }
}

/** 409 marking.newer, with what the other one gave, unless the row is as the writer saw it. */
export async function checkSeen(tx: Tx, row: MarkRow | undefined, seen: number): Promise<void> {
  if (seen !== Number(row?.version ?? 0)) throw newerMarking(row && (await toMark(tx, row)))
}

/** 409 as checkSeen when another one was first at the same moment. */
export async function writeMark(
  tx: Tx,
  { activity, person, marker }: { activity: string; person: string; marker: string },
  before: MarkRow | undefined,
  content: MarkingContent,
  now: Date,
): Promise<MarkRow> {
  const seen = before ? BigInt(before.version) : undefined
  const after = await one<MarkRow>(
    tx,
    `insert into participation_marks as m (activity_id, person_id, marker_id, points, criteria, rubric_n, comment, state, version, updated_at)
     values ($1, $2, $3, $4::text::numeric, $5::text::jsonb, $6, $7, $8, $9, $10)
     on conflict (activity_id, person_id) do update set marker_id = excluded.marker_id, points = excluded.points, criteria = excluded.criteria,
       rubric_n = excluded.rubric_n, comment = excluded.comment, state = excluded.state, version = excluded.version, updated_at = excluded.updated_at
     where m.version = $11 returning ${columns}`,
    activity,
    person,
    marker,
    content.points,
    JSON.stringify(content.criteria),
    content.rubric_n,
    content.comment,
    content.state,
    versionAfter(seen, now),
    now,
    seen ?? 0n,
  )
  if (after) return after
  const theirs = await markOf(tx, activity, person)
  throw newerMarking(theirs && (await toMark(tx, theirs)))
}
