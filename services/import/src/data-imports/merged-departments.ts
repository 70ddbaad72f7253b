// Departments that were merged into another one: rows that made them stand for the other, so that people and courses of theirs belong to it, until the merge
// is taken back.
import { run, type Tx } from '@lyceum/kit/database/database'

type Department = { id: string; mergedInto?: string | undefined; deleted?: boolean }

export async function followMerge(tx: Tx, { id, mergedInto, deleted }: Department): Promise<void> {
  if (mergedInto)
    await run(
      tx,
      `update roster_rows set target_id = $2, merged_from = merged_from || $1::uuid where target_id = $1 and kind = 'departments'`,
      id,
      mergedInto,
    )
  else if (!deleted)
    await run(
      tx,
      `update roster_rows set target_id = $1, merged_from = trim_array(merged_from, 1)
       where kind = 'departments' and merged_from <> '{}' and merged_from[cardinality(merged_from)] = $1`,
      id,
    )
}
