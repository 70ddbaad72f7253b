// The log of an attempt: what happened in it and what was done to it. Its student sees the same as who teaches.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { personNames } from '@lyceum/identity/mirror/persons'
import { newId } from '@lyceum/kit/ids'
import type { AttemptEvent } from './event-api.ts'

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

/** The most events of a log that the student's page writes. */
const mostLeft = 400

/**
 * An event of the student's page under its own id, once, in one statement with the count of leavings (`leaving`). The page that closed and the page
 * that is loaded instead write under one id, in any order or at once: together they are a reload, which is no leaving. In a full log other leavings are
 * counted alone.
 */
export const noteLeft = (
  tx: Tx,
  event: { id: string; attempt: string; kind: string; at: Date; note: object; leaving: boolean; seen: Date },
): Promise<number> =>
  run(
    tx,
    `
    with room as (select count(*) < ${mostLeft} as free from attempt_events where attempt_id = $2 and by_id is null),
    noted as (
      insert into attempt_events as e (id, attempt_id, at, kind, note)
      select $1::uuid, $2::uuid, $3::timestamptz, $4::text, $5::text::jsonb from room
      where free or exists (select from attempt_events where id = $1 and attempt_id = $2)
      on conflict (id) do update set kind = excluded.kind
        where e.attempt_id = excluded.attempt_id and e.kind = 'closed' and excluded.kind = 'reloaded' and e.at > excluded.at - interval '2 minutes'
      returning xmax = 0 as is_new)
    update attempts a set seen_at = $7, flags = greatest(a.flags + case
        when n.is_new = false then -1
        when $6::bool and (n.is_new or (n.is_new is null and not room.free and $4 <> 'closed')) then 1
        else 0 end, 0)
    from room left join noted n on true where a.id = $2 and a.state = 'running'`,
    event.id,
    event.attempt,
    event.at,
    event.kind,
    JSON.stringify(event.note),
    event.leaving,
    event.seen,
  )

/** Oldest first, at most 500, with its begin and its end: handed in, or closed as its time was over. Ended by a person, the log has it already. */
export async function readEvents(tx: Tx, attempt: string): Promise<AttemptEvent[]> {
  const found = await rows<{ at: Date; kind: string; by_id: string | null; note: object }>(
    tx,
    `
    select e.at, e.kind, e.by_id::text, e.note from (
      (select at, kind, by_id, note, 1 as place, id from attempt_events where attempt_id = $1 order by at, id limit 500)
      union all
      select started_at, 'begun', null, '{}', 0, id from attempts where id = $1
      union all
      select submitted_at, case submitted_by when 'deadline' then 'time_over' else 'handed_in' end, null, '{}', 2, id from attempts
      where id = $1 and state <> 'running' and submitted_at is not null and submitted_by <> 'invigilator') e
    order by e.place > 0, e.at, e.place, e.id`,
    attempt,
  )
  const names = await personNames(
    tx,
    found.flatMap(({ by_id }) => by_id ?? []),
  )
  return found.map(({ at, kind, by_id, note }) => ({ at: at.toISOString(), kind, by: by_id && (names.get(by_id)?.name ?? ''), note }))
}
