// Departments that were merged into another one: rows that made them stand for the other, so that people and courses of theirs belong to it, until the merge
// is taken back. A row that was written for another department since stays with that.
import { run, type Tx } from '@lyceum/kit/database/database'

/** SQL of `merges` where target_id of `row` becomes another: nothing of what it followed before is taken back. */
export const mergesSql = (row: string, target: string): string =>
  `case when ${row}.target_id is not distinct from ${target} then ${row}.merges else '{}' end`

type Department = { id: string; mergedInto?: string | undefined; deleted?: boolean }

export async function followMerge(tx: Tx, { id, mergedInto, deleted }: Department): Promise<void> {
  if (mergedInto)
    await run(
      tx,
      `update roster_rows set target_id = $2, merges = merges || array[$1, $2]::uuid[] where target_id = $1 and kind = 'departments'`,
      id,
      mergedInto,
    )
  else if (!deleted)
    await run(
      tx,
      `update roster_rows set target_id = $1, merges = trim_array(merges, 2)
       where kind = 'departments' and merges <> '{}' and merges[cardinality(merges) - 1:] = array[$1, target_id]::uuid[]`,
      id,
    )
}
