// The places in which an entry of the calendar is shown: one row per person, course, department or organisation, so that a reader's month is one look into an index.
import { run, type Tx } from '@lyceum/kit/database/database'

export type Kind = 'event' | 'timetable' | 'meeting'

/** Writes the places of an entry anew; none: it is shown nowhere any more. */
export async function place(
  tx: Tx,
  kind: Kind,
  item: string,
  places: readonly string[],
  span: { starts: Date; ends: Date },
): Promise<void> {
  await run(tx, 'delete from places where item_id = $1 and place_id <> all($2)', item, places)
  await run(
    tx,
    `insert into places (place_id, kind, item_id, starts, ends)
     select distinct p, $2, $3::uuid, $4::timestamptz, $5::timestamptz from unnest($1::uuid[]) as p
     on conflict (place_id, item_id) do update set starts = excluded.starts, ends = excluded.ends`,
    places,
    kind,
    item,
    span.starts,
    span.ends,
  )
}

/** The condition that a row of `places p` is within a span from one time to before another; a moment at its first instant is. */
export const spanSql = (from: string, to: string): string =>
  `p.ends >= ${from} and (p.ends > ${from} or p.starts = ${from}) and p.starts < ${to}`
