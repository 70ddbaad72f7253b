// Precedence of people's calls over work in bulk, within this process: rows of a roster, facts by the hundred, notices by 500. While somebody is here such
// work takes two steps at once, of which one writes, and begins none while a call is under way; otherwise it runs at full speed. It always goes on: both
// waits are bounded.
import { setTimeout as sleep } from 'node:timers/promises'

export type PrecedenceOptions = {
  /** Milliseconds after the end of a call for which its person counts as here: the next call of a page comes soon. */
  here?: number
  /** Milliseconds that a step waits at most for calls that are under way. */
  call?: number
  /** Milliseconds that it waits at most for the end of another step. */
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

/**
 * Steps at once while somebody is here. A step that writes holds one connection for long and this process hardly: one that takes in goes beside it at
 * no cost to a call; two that write do not.
 */
const atOnce = 2

type Kind = 'following' | 'writing'

export function precedence({ here = 1000, call = 100, step = 2000 }: PrecedenceOptions = {}): Precedence {
  let calls = 0
  let lastCall = Number.NEGATIVE_INFINITY
  /** Steps under way. */
  const running = { following: 0, writing: 0 }
  let milliseconds = 0
  /** Those that wait for the end of a step, in their order. */
  const waiting: Record<Kind, (() => void)[]> = { following: [], writing: [] }
  let quiet = Promise.withResolvers<void>()
  quiet.resolve()
  const isHere = () => calls > 0 || performance.now() - lastCall < here

  const isFree = (kind: Kind) => running.following + running.writing < atOnce && (kind === 'following' || running.writing === 0)

  /** Takes the turn of a step: it is counted from here on. */
  async function turn(kind: Kind): Promise<void> {
    if (!isHere()) return void running[kind]++
    const began = performance.now()
    if (!isFree(kind)) {
      const mine = Promise.withResolvers<void>()
      waiting[kind].push(mine.resolve)
      await within(step, mine.promise)
      const at = waiting[kind].indexOf(mine.resolve)
      if (at >= 0) waiting[kind].splice(at, 1)
    }
    running[kind]++
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
      const kind = follows ? 'following' : 'writing'
      await turn(kind)
      try {
        return await work()
      } finally {
        running[kind]--
        const next = (['following', 'writing'] as const).find((one) => waiting[one].length > 0 && isFree(one))
        if (next) waiting[next].shift()!()
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
