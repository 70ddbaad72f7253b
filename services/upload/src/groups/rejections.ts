// Rejected files that are not shared any more: shared into the same group again they wait, whatever the organisation has set.
import { rows, run, type Tx } from '@lyceum/kit/database/database'

/** Called before shares of a person in a group are deleted, of one upload or of all. */
export const keepRejections = (tx: Tx, group: string, person: string, upload?: string): Promise<number> =>
  run(
    tx,
    `insert into shared_rejections (group_id, upload_id)
     select group_id, upload_id from shared_resources
     where group_id = $1 and shared_by = $2 and audit_status = 'reject' and ($3::uuid is null or upload_id = $3)
     on conflict do nothing`,
    group,
    person,
    upload ?? null,
  )

/** Those of the uploads that were rejected in the group before. */
export async function rejectedAmong(tx: Tx, group: string, uploads: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string }>(
    tx,
    'select upload_id::text as id from shared_rejections where group_id = $1 and upload_id = any($2::uuid[])',
    group,
    uploads,
  )
  return new Set(found.map(({ id }) => id))
}
