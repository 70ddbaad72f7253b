// Waiting through outages of a database: reads and keyed writes wait up to 30 s of a call's life, a bounded number of calls at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@lyceum/kit/calls/errors'
import type { FastifyRequest } from 'fastify'

/** The error code of a service whose database does not answer. */
export const databaseAway = 'database.unavailable'
/** Milliseconds of a whole call with its tries; and of a call during which the database was away. */
const wholeCall = 10_000
const wholeOutage = 30_000
const shortestTry = 500
/** Waiting calls of one process, and bytes of their bodies; calls beyond are answered 503 at once. */
const mostCalls = 500
const mostBytes = 32 * 1024 * 1024

export type Patience = {
  /** The time by which the next try must be answered, epoch milliseconds. */
  deadline(): number
  /** Called when the database is away. Resolves after a pause: true for another try, false for answering the refusal now. */
  again(): Promise<boolean>
  /** True when the database was away during this call: services that are still recovering are waited for as well. */
  waited(): boolean
}
export type Outages = {
  /** `repeatable`: a second try does no harm. */
  during<T>(request: FastifyRequest, repeatable: boolean, work: (patience: Patience) => Promise<T>): Promise<T>
}

export function databaseOutages({ calls = mostCalls, bytes = mostBytes } = {}): Outages {
  let waiting = 0
  let held = 0
  /** Milliseconds. */
  const spent = new WeakMap<FastifyRequest, number>()
  return {
    async during(request, repeatable, work) {
      // a call waits twice, for its session and, once its body has arrived, for its answer: both share the time of one call
      const before = spent.get(request) ?? 0
      const began = Date.now() - before
      const size = Buffer.isBuffer(request.body) ? request.body.length : 0
      let tries = 0
      const patience: Patience = {
        deadline: () => (tries + before === 0 ? began + wholeCall : Math.min(Date.now() + wholeCall, began + wholeOutage)),
        waited: () => tries + before > 0,
        async again() {
          const pause = pauseAfter(tries + 1)
          // the time after the pause must suffice for an answer
          const late = Date.now() + pause + shortestTry > began + wholeOutage
          if (!repeatable || late || request.raw.socket.destroyed) return false
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

/** Repeats `ask` until the database answers or the time is over. Throws the errors of `ask`. */
export async function untilBack<T>(patience: Patience, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== databaseAway || !(await patience.again())) throw error
    }
  }
}
