// The log of an attempt: what happened in it and what was done to it. Its student sees the same as who teaches.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { personNames } from '@lyceum/identity/mirror/persons'
import { newId } from '@lyceum/kit/ids'
import type { AttemptEvent } from './api.ts'

type Noted = { id: string; note?: object }
/** `by` null: the student's own page, or the house by itself. */
export const noteEvents = (tx: Tx, attempts: readonly Noted[], kind: string, by: string | null, at: Date): Promise<number> =>
  run(
    tx,
    `insert into attempt_events (id, attempt_id, at, kind, by_id, note)
     select e.id, e.attempt_id, $2::timestamptz, $3::text, $4::uuid, e.note
     from jsonb_to_recordset($1::text::jsonb) as e(id uuid, attempt_id uuid, note jsonb)`,
    JSON.stringify(attempts.map(({ id, note = {} }) => ({ id: newId(), attempt_id: id, note }))),
    at,
    kind,
    by,
  )

/** Oldest first, at most 500. */
export async function readEvents(tx: Tx, attempt: string): Promise<AttemptEvent[]> {
  const found = await rows<{ at: Date; kind: string; by_id: string | null; note: object }>(
    tx,
    'select at, kind, by_id::text, note from attempt_events where attempt_id = $1 order by at, id limit 500',
    attempt,
  )
  const names = await personNames(
    tx,
    found.flatMap(({ by_id }) => by_id ?? []),
  )
  return found.map(({ at, kind, by_id, note }) => ({ at: at.toISOString(), kind, by: by_id && (names.get(by_id)?.name ?? ''), note }))
}
