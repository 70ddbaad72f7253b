// Faults of pages: each is counted; the texts of a fifth of the sessions are in the log.
import { createHash } from 'node:crypto'
import type { Metrics } from '@lyceum/kit/telemetry/metrics'

export const sampledShare = 0.2
const name = 'lyceum_page_faults_total'

/** Whether the texts of a session's faults are kept: all of them, or none. */
export const isSampled = (session: string): boolean => createHash('sha256').update(session).digest().readUInt32BE() < sampledShare * 2 ** 32

export type PageFault = { message: string; stack?: string; url?: string; release?: string }

/** `mayLog`: whether the log accepts more lines of this address; it throws for too many bytes, which are not counted either. */
export function pageFaults({
  metrics,
  mayLog,
}: {
  metrics: Metrics
  mayLog(address: string, body: Uint8Array): Promise<boolean>
}): (
  fault: PageFault,
  from: { session: string | undefined; address: string; log: { warn(fields: object, text: string): void } },
) => Promise<void> {
  metrics.count(name, {}, 0) // there from the first scrape
  return async (fault, { session, address, log }) => {
    const logs = await mayLog(address, Buffer.from(JSON.stringify(fault)))
    metrics.count(name, {})
    if (!logs || !isSampled(session ?? address)) return
    const { url, ...page } = fault
    // a query or hash may hold private data; and a page in a loop repeats itself
    log.warn({ page, at: url?.split(/[?#]/)[0] }, 'a page made a mistake')
  }
}
