// The context of one request, job or consumed batch, kept beside its arguments: actor, identifiers, deadline, and the emitted facts (the
// answer names them).
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from './actor.ts'

/** Names a fact so that a later request can wait for it: read-your-writes. */
export type Mark = { topic: string; key: string; type: string; id: string }

export type Context = {
  requestId: string
  traceparent?: string
  actor?: Actor
  /** The address that the request came from. */
  address?: string
  /** The role that the actor simulates in the call's course; set when the call is authorised. */
  simulatedRole?: string
  /** Epoch milliseconds after which the caller no longer waits for the answer. */
  deadline?: number
  /** When the request came in, by `performance.now()`. */
  arrived?: number
  /** Its facts are quiet: it handles a quiet fact, or rows of a roster. */
  quiet?: boolean
  /** The last fact of each key and type, in the order of emission. */
  marks: Map<string, Mark>
  /** True when a job was enqueued: the job worker is woken after the commit. */
  jobs?: boolean
}

const storage = new AsyncLocalStorage<Context>()

export const context = (): Context | undefined => storage.getStore()
/** Milliseconds since the request came in: it may have waited for a connection or a lock. 0 outside of a request. */
export const waited = (): number => {
  const arrived = context()?.arrived
  return arrived === undefined ? 0 : Math.max(0, Math.round(performance.now() - arrived))
}
export const within = <T>(values: Omit<Context, 'marks'> & { marks?: Map<string, Mark> }, work: () => T): T =>
  storage.run({ ...values, marks: values.marks ?? new Map() }, work)

/** From now on the facts of this request are quiet: those of a roster's call. */
export function beQuiet(): void {
  const request = storage.getStore()
  if (request) request.quiet = true
}

/** Facts of this work are not quiet: it concerns others than the rows of a roster. */
export async function aloud<T>(work: () => Promise<T>): Promise<T> {
  const request = storage.getStore()
  if (!request?.quiet) return await work()
  request.quiet = false
  try {
    return await work()
  } finally {
    request.quiet = true
  }
}

/** For Fastify hooks: sets the context for the rest of the request. */
export const enter = (request: Context) => storage.enterWith(request)

/** Runs `work`, which may enter a context of its own, and restores the caller's context when it returns. */
export function isolated<T>(work: () => T): T {
  const current = storage.getStore()
  try {
    return work()
  } finally {
    // not by `run`: with the current store it restores nothing
    storage.enterWith(current as Context)
  }
}
