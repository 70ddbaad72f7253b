// Graceful end of a replica: readiness fails, requests are still answered (each answer closes its connection, so that no later request meets
// a closed port), jobs and partitions are handed over, and the process exits after a quiet period. Proxies on a busy node need many seconds
// to learn that a pod ends, so the period begins anew with each call.
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

export type Drain = {
  /** Aborted when the process receives SIGTERM or SIGINT. Each call afterwards is dispatched to it as the event `called`. */
  signal: AbortSignal
  /** Resolves when calls have ceased. */
  begin(): Promise<void>
}

/** Milliseconds without a call after which traffic counts as ended. */
const quietTime = 2000
/** The event of one call; probes dispatch none. */
export const called = 'called'

/** `seconds`: the shortest drain; `most`: seconds added to it at most while calls still come. */
export function newDrain(seconds: number, maxExtra = 0): Drain {
  const end = new AbortController()
  let lastCall = 0
  end.signal.addEventListener(called, () => (lastCall = Date.now()))
  return {
    signal: end.signal,
    async begin() {
      end.abort(new Error('this process is ending'))
      await sleep(seconds * 1000)
      const quietPeriod = Math.min(quietTime, seconds * 1000)
      for (const until = Date.now() + maxExtra * 1000; Date.now() < until && Date.now() - lastCall < quietPeriod; ) {
        await sleep(50)
        await turn() // requests that have arrived meanwhile are read before the decision
      }
    },
  }
}
