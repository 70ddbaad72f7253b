// Progress in files that are replaced by others.
import { run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'

/** Pages seen of documents that are replaced count for the new ones, by their numbers. The rows are measured by a task. */
export async function movePages(tx: Tx, activity: string, replaced: readonly [from: string, to: string][]): Promise<void> {
  for (const [from, to] of replaced)
    await run(
      tx,
      `
      update progress set details = jsonb_set(details #- array['pages', $2], array['pages', $3], details #> array['pages', $2]), version = ${nextVersion()}
      where activity_id = $1 and details #> array['pages', $2] is not null`,
      activity,
      from,
      to,
    )
}
