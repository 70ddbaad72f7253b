// Batches user actions: those that arrive while a batch is in flight form the next one. A lone action is sent at once.
import type { contracts as statisticsContracts } from '@lyceum/statistics/contracts'
import type { Client } from '@lyceum/kit/calls/client'
import { holdsNul } from '@lyceum/kit/text/json-text'

type Beacon = { person: string; org: string; body: string }
type Waiting = { beacon: Beacon; done(accepted: number | null): void; failed(error: unknown): void }
/** Answers the number of accepted actions; null: the beacon is forwarded by itself, so that the service refuses it in full. Throws 503. */
export type Beacons = (who: { person: string; org: string }, body: Buffer | undefined) => Promise<number | null>

const most = 500
/** Characters of a batch, and of one beacon in it. */
const mostText = 400_000
const longest = 8000
const atOnce = 1

export function beaconsTo(statistics: Client<typeof statisticsContracts>): Beacons {
  const waiting: Waiting[] = []
  let running = 0
  let soon = false

  function take(): Waiting[] {
    let count = 0
    for (let text = 0; count < waiting.length && count < most; count++) {
      text += waiting[count]!.beacon.body.length
      if (text > mostText && count > 0) break
    }
    return waiting.splice(0, count)
  }

  async function send() {
    running++
    const taken = take()
    try {
      const { results } = await statistics('POST /internal-api/user-actions', { body: { batch: taken.map(({ beacon }) => beacon) } })
      taken.forEach(({ done }, at) => done(results[at] ?? null))
    } catch (error) {
      for (const { failed } of taken) failed(error)
    }
    running--
    wake()
  }

  /** Beacons that arrive in one turn of the event loop form a batch. */
  function wake() {
    if (soon || running === atOnce || waiting.length === 0) return
    soon = true
    setImmediate(() => {
      soon = false
      void send()
      wake()
    })
  }

  return ({ person, org }, body) => {
    const text = body?.toString() ?? ''
    // one NUL would make the service refuse the whole batch, also a bare one, which is escaped as \u0000 only when the batch is written
    if (text.length > longest || text.includes('\0') || holdsNul(text)) return Promise.resolve(null)
    return new Promise<number | null>((done, failed) => {
      waiting.push({ beacon: { person, org, body: text }, done, failed })
      wake()
    })
  }
}
