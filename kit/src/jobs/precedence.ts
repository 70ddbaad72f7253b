// Precedence of people's calls over work in bulk, within this process: rows of a roster, facts by the hundred, notices by 500. While somebody is here such
// work goes step by step and begins none while a call is under way; otherwise it runs at full speed. It always goes on: both waits are bounded.
import { setTimeout as sleep } from 'node:timers/promises'

export type PrecedenceOptions = {
  /** Milliseconds after the end of a call for which its person counts as here: the next call of a page comes soon. */
  here?: number
  /** Milliseconds that a step waits at most for calls that are under way. */
  call?: number
  /** Milliseconds that it waits at most for the step before it. */
  step?: number
}
export type Precedence = {
  /** Counts a person's call from now on; the answer ends it, once. */
  callBegins(): () => void
  /**
   * Runs one step of work in bulk, when it is its turn. A step ends soon, and takes none within itself. `follows`: it takes in what others have written,
   * and comes before steps that write more, so that what people see does not fall behind.
   */
  inBulk<T>(step: () => Promise<T>, options?: { follows?: boolean }): Promise<T>
  /** Seconds that steps have waited, together. */
  waited(): number
}

export function precedence({ here = 1000, call = 100, step = 2000 }: PrecedenceOptions = {}): Precedence {
  let calls = 0
  let lastCall = Number.NEGATIVE_INFINITY
  let steps = 0
  let milliseconds = 0
  /** Those who wait for the end of a step, in their order: who follows, then who writes. */
  const following: (() => void)[] = []
  const writing: (() => void)[] = []
  let quiet = Promise.withResolvers<void>()
  quiet.resolve()
  const isHere = () => calls > 0 || performance.now() - lastCall < here

  /** Takes the turn of a step: it is counted from here on. */
  async function turn(turns: (() => void)[]): Promise<void> {
    if (!isHere()) return void steps++
    const began = performance.now()
    if (steps > 0) {
      const mine = Promise.withResolvers<void>()
      turns.push(mine.resolve)
      await within(step, mine.promise)
      const at = turns.indexOf(mine.resolve)
      if (at >= 0) turns.splice(at, 1)
    }
    steps++
    // the step before has ended in the middle of a turn of the event loop: calls that have arrived meanwhile begin first
    await new Promise((resolve) => setImmediate(resolve))
    if (calls > 0) await within(call, quiet.promise)
    milliseconds += performance.now() - began
  }

  return {
    callBegins() {
      if (calls++ === 0) quiet = Promise.withResolvers()
      let ended = false
      return () => {
        if (ended) return
        ended = true
        lastCall = performance.now()
        if (--calls === 0) quiet.resolve()
      }
    },
    async inBulk(work, { follows = false } = {}) {
      await turn(follows ? following : writing)
      try {
        return await work()
      } finally {
        steps--
        const next = following.shift() ?? writing.shift()
        next?.()
      }
    },
    waited: () => milliseconds / 1000,
  }
}

/** Resolves with `promise`, or after `ms`. */
async function within(ms: number, promise: Promise<void>): Promise<void> {
  const end = new AbortController()
  await Promise.race([promise, sleep(ms, undefined, { signal: end.signal }).catch(() => {})])
  end.abort()
}

/** That of this process: of several services in one, all together. */
export const { callBegins, inBulk, waited: bulkWaited } = precedence()
