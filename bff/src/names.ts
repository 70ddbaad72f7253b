// Names by id, read from the services that own them, for answers that the BFF joins.
import type { contracts as courseContracts } from '@lyceum/course/contracts'
import type { Client } from '@lyceum/kit/calls/client'
import type { Identity } from './services.ts'

/** Ids of one call: its address stays short. */
const batch = 150

/** A service that is away gives no names: the page then shows what it has. */
export const nameReader =
  ({ identity, course }: { identity: Identity; course: Client<typeof courseContracts> | undefined }) =>
  async (org: string, ids: string[]): Promise<Record<string, string>> => {
    const batches = Array.from({ length: Math.ceil(ids.length / batch) }, (_, nth) => ids.slice(nth * batch, (nth + 1) * batch))
    const parts = await Promise.allSettled(
      batches.flatMap((ids) => [
        identity('GET /internal-api/names', { query: { org, ids } }),
        course?.('GET /internal-api/course-names', { query: { org, ids } }),
      ]),
    )
    return Object.assign({}, ...parts.map((part) => (part.status === 'fulfilled' ? part.value?.names : {})))
  }
