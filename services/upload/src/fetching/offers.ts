// The consumer of offered files: each is an upload at once, and fetched by a job, which may wait for hours behind others.
import type { Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import type { FileOffered } from '@lyceum/proto/activity'
import { enqueue } from '../jobs.ts'

/** A rebuild fetches nothing: what could be fetched is there. */
export async function fetchLater(
  tx: Tx,
  { uploadId, orgId, personId, name, sealed }: FileOffered,
  { rebuilding }: Pick<HandledFact, 'rebuilding'>,
): Promise<void> {
  if (rebuilding) return
  await enqueue(tx, {
    kind: 'expectFile',
    key: `expect:${uploadId}`,
    payload: { upload: uploadId, org: orgId, person: personId, name, sealed },
  })
}
