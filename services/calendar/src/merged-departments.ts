// Departments that were merged into another one: events for them are for the other, in its calendar; once the merge is taken back, for both again.
import { mergesOf } from '@lyceum/identity/mirror/departments'
import { recordMoves, takeMoves } from '@lyceum/identity/mirror/merge-moves'
import { rows, run, type Tx } from '@lyceum/kit/database/database'

type Department = { id: string; mergedInto?: string | undefined; deleted?: boolean }
/** Kinds of recorded events: those that were for the other one too stay there. */
const kinds = { alone: 'event', both: 'eventOfBoth' } as const

export async function moveDepartment(tx: Tx, { id, mergedInto, deleted }: Department): Promise<void> {
  if (!mergedInto) return deleted ? undefined : await returnToDepartment(tx, id)
  const merges = await mergesOf(tx, { from: id, into: mergedInto })
  const { into } = merges.at(-1)!
  const events = await rows<{ id: string; both: boolean }>(
    tx,
    `select id::text, department_ids @> array[$2]::uuid[] as both from events where id in (select item_id from places where place_id = $1)
     and department_ids @> array[$1]::uuid[] for update`,
    id,
    into,
  )
  for (const [both, of] of Map.groupBy(events, (event) => event.both)) {
    const ids = of.map((event) => event.id)
    await recordMoves(tx, merges.slice(0, -1), kinds.alone, ids)
    await recordMoves(tx, merges.slice(-1), both ? kinds.both : kinds.alone, ids)
  }
  await run(
    tx,
    `update events set department_ids = array(select distinct case when d = $1 then $2::uuid else d end from unnest(department_ids) d)
     where id in (select item_id from places where place_id = $1)`,
    id,
    into,
  )
  await copyPlaces(tx, id, into)
  await run(tx, 'delete from places where place_id = $1', id)
}

const copyPlaces = (tx: Tx, from: string, to: string, events: readonly string[] | null = null): Promise<number> =>
  run(
    tx,
    `insert into places (place_id, kind, item_id, starts, ends) select $2::uuid, kind, item_id, starts, ends from places
     where place_id = $1 and ($3::uuid[] is null or item_id = any($3)) on conflict (place_id, item_id) do nothing`,
    from,
    to,
    events,
  )

/** Events that are still for the other one. */
async function returnToDepartment(tx: Tx, department: string): Promise<void> {
  for (const kind of [kinds.alone, kinds.both])
    for (const [into, of] of Map.groupBy(await takeMoves(tx, department, kind), (move) => move.into)) {
      const kept = kind === kinds.both ? ', $2::uuid' : ''
      const back = await rows<{ id: string }>(
        tx,
        `update events set department_ids = array_remove(department_ids, $2::uuid) || array[$1::uuid${kept}]
         where id = any($3::uuid[]) and department_ids @> array[$2]::uuid[] returning id::text`,
        department,
        into,
        of.map(({ id }) => id),
      )
      const events = back.map(({ id }) => id)
      await copyPlaces(tx, into, department, events)
      if (kind === kinds.alone) await run(tx, 'delete from places where place_id = $1 and item_id = any($2::uuid[])', into, events)
    }
}
