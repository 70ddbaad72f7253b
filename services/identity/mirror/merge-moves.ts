// Rows that a merge has moved, as a service keeps them in its table merge_moves for a month: a merge that is taken back brings back those that are still
// where it put them.
import { rows, run, type Tx } from '@lyceum/kit/database/database'

export type Move = { from: string; into: string }

/** Records rows of a kind that merges have moved, each of them the same rows: a chain of them, of which each can be taken back, the last one first. */
export async function recordMoves(tx: Tx, merges: readonly Move[], kind: string, ids: readonly string[]): Promise<void> {
  await run(tx, `delete from merge_moves where moved_at < now() - interval '30 days'`)
  if (ids.length === 0) return
  await run(
    tx,
    `insert into merge_moves (source_id, kind, row_id, into_id, moved_at) select m.source, $1, id, m.target, clock_timestamp()
     from unnest($2::uuid[], $3::uuid[]) as m(source, target) cross join unnest($4::uuid[]) id
     on conflict (source_id, kind, row_id) do update set into_id = excluded.into_id, moved_at = excluded.moved_at`,
    kind,
    merges.map(({ from }) => from),
    merges.map(({ into }) => into),
    ids,
  )
}

/** Rows of a kind that a merge of `from` has moved, at most `most` of them; they are recorded no longer. */
export const takeMoves = (tx: Tx, from: string, kind: string, most = 1_000_000): Promise<{ id: string; into: string }[]> =>
  rows(
    tx,
    `delete from merge_moves where source_id = $1 and kind = $2 and row_id in (
       select row_id from merge_moves where source_id = $1 and kind = $2 order by row_id limit $3)
     returning row_id::text as id, into_id::text as into`,
    from,
    kind,
    most,
  )
