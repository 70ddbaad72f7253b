// Departments that were merged into another one: bulletins for them are for the other; once the merge is taken back, for both again.
import { mergesOf } from '@lyceum/identity/mirror/departments'
import { recordMoves, takeMoves } from '@lyceum/identity/mirror/merge-moves'
import { rows, run, type Tx } from '@lyceum/kit/database/database'

type Department = { id: string; orgId: string; mergedInto?: string | undefined; deleted?: boolean }
/** Kinds of recorded bulletins: those that were for the other one too stay there. */
const kinds = { alone: 'bulletin', both: 'bulletinOfBoth' } as const

export async function moveDepartment(tx: Tx, { id, orgId, mergedInto, deleted }: Department): Promise<void> {
  if (!mergedInto) return deleted ? undefined : await returnToDepartment(tx, id)
  const merges = await mergesOf(tx, { from: id, into: mergedInto })
  const { into } = merges.at(-1)!
  const bulletins = await rows<{ id: string; both: boolean }>(
    tx,
    `select id::text, departments @> array[$2]::uuid[] as both from bulletins where org_id = $3 and departments @> array[$1]::uuid[] for update`,
    id,
    into,
    orgId,
  )
  for (const [both, of] of Map.groupBy(bulletins, (bulletin) => bulletin.both)) {
    const ids = of.map((bulletin) => bulletin.id)
    await recordMoves(tx, merges.slice(0, -1), kinds.alone, ids)
    await recordMoves(tx, merges.slice(-1), both ? kinds.both : kinds.alone, ids)
  }
  await run(
    tx,
    `update bulletins set departments = array(select distinct case when d = $1 then $2::uuid else d end from unnest(departments) d)
     where org_id = $3 and departments @> array[$1]::uuid[]`,
    id,
    into,
    orgId,
  )
}

/** Bulletins that are still for the other one. */
async function returnToDepartment(tx: Tx, department: string): Promise<void> {
  for (const kind of [kinds.alone, kinds.both])
    for (const [into, of] of Map.groupBy(await takeMoves(tx, department, kind), (move) => move.into))
      await run(
        tx,
        `update bulletins set departments = array_remove(departments, $2::uuid) || array[$1::uuid${kind === kinds.both ? ', $2::uuid' : ''}]
         where id = any($3::uuid[]) and departments @> array[$2]::uuid[]`,
        department,
        into,
        of.map(({ id }) => id),
      )
}
