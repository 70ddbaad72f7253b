// Notices of decisions that were taken back or changed before they were delivered.
import { run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { gather } from '@lyceum/kit/facts/gathered'
import type { SharedResourceChanged } from '@lyceum/proto/upload'

type Ended = { about: string; recipient_id: string; resource_group: string; by: string; until: string }

/** A newer decision over a share ends the notices of those before it, those of its own batch too: it is written when they are. */
export const endSharingNotices = (
  tx: Tx,
  { uploadId, groupId, personId }: SharedResourceChanged,
  { id, time }: Pick<HandledFact, 'id' | 'time'>,
) =>
  gather<Ended>(
    tx,
    endNotices,
    { about: uploadId, recipient_id: personId, resource_group: groupId, by: id, until: time.toISOString() },
    { last: true },
  )

async function endNotices(tx: Tx, ended: Ended[]): Promise<void> {
  // of several decisions over a share the last stays: within one millisecond no time says which that is
  const last = new Map(ended.map((one) => [[one.about, one.recipient_id, one.resource_group].join(' '), one]))
  await run(
    tx,
    `delete from notices n using jsonb_to_recordset($1::jsonb) as e(about uuid, recipient_id uuid, resource_group text, by uuid, until timestamptz)
     where n.about = e.about and n.type in ('sharing_agreed', 'sharing_rejected') and not n.delivered and n.recipient_id = e.recipient_id
       and n.params->>'resource_group' = e.resource_group and n.created_at <= e.until and n.fact_id <> e.by`,
    JSON.stringify([...last.values()]),
  )
}
