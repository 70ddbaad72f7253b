// Beacons come in swarms and each is small: those that come while a call is under way go together in the next. A page alone waits for
// nobody.
import type { contracts as statisticsContracts } from '@lyceum/statistics/contracts'
import type { Client } from '@lyceum/kit/client'

type Beacon = { person: string; org: string; body: string }
type Waiting = { beacon: Beacon; done(accepted: number | null): void; failed(error: unknown): void }
/** Answers how many actions were kept; null: it is to be forwarded by itself, so that it is refused in full. Throws 503. */
export type Beacons = (who: { person: string; org: string }, body: Buffer | undefined) => Promise<number | null>

const most = 500
/** Characters of one call, and of one beacon in it. */
const mostText = 400_000
const longest = 8000
const atOnce = 2

export function beaconsTo(statistics: Client<typeof statisticsContracts>): Beacons {
  const waiting: Waiting[] = []
  let running = 0

  function take(): Waiting[] {
    let text = 0
    const taken: Waiting[] = []
    for (let next = waiting[0]; next && taken.length < most && text + next.beacon.body.length < mostText; next = waiting[0]) {
      text += next.beacon.body.length
      taken.push(waiting.shift()!)
    }
    return taken
  }

  async function run() {
    running++
    while (waiting.length > 0) {
      const taken = take()
      try {
        const { results } = await statistics('POST /internal-api/user-actions', { body: { batch: taken.map(({ beacon }) => beacon) } })
        taken.forEach(({ done }, at) => done(results[at] ?? null))
      } catch (error) {
        for (const { failed } of taken) failed(error)
      }
    }
    running--
  }

  return async (who, body) => {
    const text = body?.toString() ?? ''
    // a NUL would have the whole call refused
    if (text.length > longest || text.includes('\\u0000')) return null
    return await new Promise<number | null>((done, failed) => {
      waiting.push({ beacon: { ...who, body: text }, done, failed })
      if (running < atOnce) void run()
    })
  }
}
