// Faults of pages: each is counted; the texts of a fifth of the sessions are in the log.
import { createHash } from 'node:crypto'
import type { Metrics } from '@lyceum/kit/telemetry/metrics'

export const sampledShare = 0.2
const name = 'lyceum_page_faults_total'

/** Whether the texts of a session's faults are kept: all of them, or none. */
export const isSampled = (session: string): boolean => createHash('sha256').update(session).digest().readUInt32BE() < sampledShare * 2 ** 32

export type PageFault = { message: string; stack?: string; url?: string; release?: string }

/** `limitBytes` throws for more bytes than an address may send; `mayLog`: whether the log accepts one more line of it. */
export function pageFaults({
  metrics,
  limitBytes,
  mayLog,
}: {
  metrics: Metrics
  limitBytes(address: string, body: Uint8Array): Promise<void>
  mayLog(address: string): Promise<boolean>
}): (
  fault: PageFault,
  from: { session: string | undefined; address: string; log: { warn(fields: object, text: string): void } },
) => Promise<void> {
  metrics.count(name, {}, 0) // there from the first scrape
  return async (fault, { session, address, log }) => {
    metrics.count(name, {})
    await limitBytes(address, Buffer.from(JSON.stringify(fault)))
    if (!isSampled(session ?? address) || !(await mayLog(address))) return
    const { url, ...page } = fault
    // a query or hash may hold private data; and a page in a loop repeats itself
    log.warn({ page, at: url?.split(/[?#]/)[0] }, 'a page made a mistake')
  }
}
