// Notices of decisions that were taken back or changed before they were delivered.
import { run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { gather } from '@lyceum/kit/facts/gathered'
import type { SharedResourceChanged } from '@lyceum/proto/upload'

type Ended = { about: string; recipient_id: string; resource_group: string; before: string }

/** A newer decision over a share ends the notices of those before it. */
export const endSharingNotices = (tx: Tx, { uploadId, groupId, personId }: SharedResourceChanged, { time }: Pick<HandledFact, 'time'>) =>
  gather<Ended>(tx, endNotices, { about: uploadId, recipient_id: personId, resource_group: groupId, before: time.toISOString() })

const endNotices = (tx: Tx, ended: Ended[]) =>
  run(
    tx,
    `delete from notices n using jsonb_to_recordset($1::jsonb) as e(about uuid, recipient_id uuid, resource_group text, before timestamptz)
     where n.about = e.about and n.type in ('sharing_agreed', 'sharing_rejected') and not n.delivered and n.recipient_id = e.recipient_id
       and n.params->>'resource_group' = e.resource_group and n.created_at < e.before`,
    JSON.stringify(ended),
  )
