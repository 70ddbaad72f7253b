// Calls that wait while the database behind them comes back: reads and keyed writes, up to 30 s of a call's life, a bounded number at once.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@lyceum/kit/errors'
import type { FastifyRequest } from 'fastify'

/** The code of a service whose database does not answer. */
export const databaseAway = 'database.unavailable'
/** Milliseconds for a whole call, tries included; and for one whose database was away in that time. */
const wholeCall = 10_000
const wholeOutage = 30_000
const shortestTry = 500
/** Waiting calls of one process, and the bytes of their bodies: what comes beyond is answered 503 at once. */
const mostCalls = 500
const mostBytes = 32 * 1024 * 1024

export type Patience = {
  /** When the next try has to be answered, epoch milliseconds. */
  deadline(): number
  /** Call it when the database is away. Resolves after a pause: true when the call may be tried again, false when it is to be answered now. */
  again(): Promise<boolean>
  /** The database was away during this call: what still recovers with it is waited for as well. */
  waited(): boolean
}
export type Outages = {
  /** `repeatable`: trying again does no harm. */
  during<T>(request: FastifyRequest, repeatable: boolean, work: (patience: Patience) => Promise<T>): Promise<T>
}

const inHaste = new AsyncLocalStorage<true>()
/** Calls made within do not wait: nobody has the time for it. */
export const atOnce = <T>(work: () => T): T => inHaste.run(true, work)

export function databaseOutages({ calls = mostCalls, bytes = mostBytes } = {}): Outages {
  let waiting = 0
  let held = 0
  /** Milliseconds. */
  const spent = new WeakMap<FastifyRequest, number>()
  return {
    async during(request, repeatable, work) {
      // a call waits in two parts, for its session and, once its body is there, for its answer: both share the time of one
      const before = spent.get(request) ?? 0
      const began = Date.now() - before
      const mayWait = repeatable && !inHaste.getStore()
      const size = Buffer.isBuffer(request.body) ? request.body.length : 0
      let tries = 0
      const patience: Patience = {
        deadline: () => (tries + before === 0 ? began + wholeCall : Math.min(Date.now() + wholeCall, began + wholeOutage)),
        waited: () => tries + before > 0,
        async again() {
          const pause = pauseAfter(tries + 1)
          // what is left after the pause has to be enough for an answer
          const late = Date.now() + pause + shortestTry > began + wholeOutage
          if (!mayWait || late || request.raw.socket.destroyed) return false
          if (tries === 0) {
            if (waiting >= calls || held + size > bytes) return false
            waiting++
            held += size
          }
          tries++
          await sleep(pause)
          return true
        },
      }
      try {
        return await work(patience)
      } finally {
        if (tries > 0) {
          spent.set(request, Date.now() - began)
          waiting--
          held -= size
        }
      }
    },
  }
}

/** Milliseconds; about 100, 200, 400, then 800. */
const pauseAfter = (tries: number) => Math.min(100 * 2 ** (tries - 1), 800) * (0.5 + Math.random())

/** Asks until the database answers or patience ends. Throws what `ask` throws. */
export async function untilBack<T>(patience: Patience, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== databaseAway || !(await patience.again())) throw error
    }
  }
}
