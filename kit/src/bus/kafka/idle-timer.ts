// A fix of kafkajs 2.2.4, which looks at each connection's request queue a thousand times a second, also when nothing is pending: 3 % of a core at rest,
// and a warning of Node for each negative time-out. With the fix it looks only while requests are pending.
import { createRequire } from 'node:module'

type Queue = { pending: unknown[]; throttledUntil: number; throttleCheckTimeoutId: NodeJS.Timeout | null; checkPendingRequests(): void }

export function fixIdleTimer() {
  const queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    prototype: { scheduleCheckPendingRequests(this: Queue): void }
  }
  queue.prototype.scheduleCheckPendingRequests = function scheduleCheckPendingRequests() {
    if (this.throttleCheckTimeoutId) return
    let wait = this.throttledUntil - Date.now()
    if (this.pending.length > 0) wait = wait > 0 ? wait : 10
    else if (wait <= 0) return
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null
      this.checkPendingRequests()
    }, wait)
  }
}
