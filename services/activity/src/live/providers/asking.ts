// Requests to providers of meetings: bounded in size and time, and the failures that all providers share.
import { askText, OutgoingRefused } from '@lyceum/kit/http/outgoing'

/** down: another try may succeed; refused: the account or the request is not taken; quota: no more meetings for now; gone: there is no such meeting. */
export type Reason = 'down' | 'refused' | 'quota' | 'gone'

/** The provider did not do it. `code` is a reason of outgoing requests or the provider's own code; its words may repeat a key and are left out. */
export class ProviderFailed extends Error {
  readonly reason: Reason
  readonly code: string
  constructor(reason: Reason, code: string) {
    super(`the provider of meetings failed: ${reason}`)
    this.reason = reason
    this.code = code.replace(/[^\w .-]/g, '').slice(0, 60)
  }
}

type Asking = { headers?: Record<string, string>; method?: string; body?: string }
export type Ask = (url: URL, asking?: Asking) => Promise<{ status: number; text: string }>

/** Milliseconds that a job waits for an answer, and somebody who joins. */
export const patience = { job: 5000, join: 3000 }
const largest = 1024 * 1024
const passing = new Set(['time', 'connection'])

/** Public addresses alone, and those that the operator has listed (`hosts`, origins). */
export const askWithin =
  (hosts: readonly string[], milliseconds: number, signal?: AbortSignal): Ask =>
  async (url, asking = {}) => {
    try {
      const named = hosts.includes(url.origin)
      return await askText(url, { ...asking, named, milliseconds, limit: largest, ...(signal && { signal }) })
    } catch (error) {
      if (error instanceof OutgoingRefused) throw new ProviderFailed(passing.has(error.reason) ? 'down' : 'refused', error.reason)
      throw error
    }
  }

/** Throws for an answer of a server that is not itself. */
export function checkStatus(status: number): void {
  if (status >= 500 || status === 429) throw new ProviderFailed('down', `status ${status}`)
}
