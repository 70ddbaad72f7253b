// Departments that were merged into another one: rows that made them stand for the other, so that people and courses of theirs belong to it.
import { run, type Tx } from '@lyceum/kit/database/database'

export async function followMerge(tx: Tx, { id, mergedInto }: { id: string; mergedInto?: string | undefined }): Promise<void> {
  if (mergedInto) await run(tx, `update roster_rows set target_id = $2 where target_id = $1 and kind = 'departments'`, id, mergedInto)
}
