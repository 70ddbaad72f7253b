// Facts of what is shared into groups: its state after a decision, or after something came into an agreed folder.
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { SharedResourceChangedSchema } from '@lyceum/proto/upload'
import type { Db } from '../deps.ts'
import { namesInFacts } from './rows.ts'

export type ShareRow = { id: string; upload_id: string; group_id: string; shared_by: string; version: string }
type State = { status: 'agree' | 'reject' | 'wait'; by?: string }

/** Emits the fact of each share, written already; by: who decided. */
export async function emitShares(db: Db, org: string, shares: readonly ShareRow[], { status, by }: State): Promise<void> {
  const names = await namesInFacts(
    db,
    shares.map(({ upload_id }) => upload_id),
  )
  await emitAll(
    db,
    shares.map(({ id, upload_id, group_id, shared_by, version }) =>
      fact(
        SharedResourceChangedSchema,
        { key: `upload:${upload_id}`, org, hint: { people: [shared_by] } },
        {
          id,
          uploadId: upload_id,
          orgId: org,
          groupId: group_id,
          personId: shared_by,
          auditStatus: status,
          ...(by !== undefined && { auditedBy: by }),
          version: BigInt(version),
          name: names.get(upload_id) ?? '',
        },
      ),
    ),
  )
}
