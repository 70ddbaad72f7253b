// Erasure of a person in marking: their own work takes its markings with it; what they marked for others stays, by nobody.
import { run, type Tx } from '@lyceum/kit/database/database'

export async function eraseMarker(tx: Tx, person: string): Promise<void> {
  for (const table of ['markings', 'marks']) await run(tx, `update ${table} set marker_id = null where marker_id = $1`, person)
  await run(tx, 'update peer_reviews set reviewer_id = null where reviewer_id = $1', person)
  await run(tx, 'delete from self_reviews where person_id = $1', person)
  await run(tx, 'delete from member_points where person_id = $1', person)
  await run(tx, 'delete from marking_comments where person_id = $1', person)
}
