// What belongs to one request, job or consumed batch without being an argument: who asks, its identifiers, its deadline, and the
// facts it made (so that the answer can name them).
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from './actor.ts'

/** Names a fact so that a later request can wait for it: read-your-writes. */
export type Mark = { topic: string; key: string; type: string; id: string }

export type Context = {
  requestId: string
  traceparent?: string
  actor?: Actor
  /** The role that the actor simulates in the call's course; set when the call is authorised. */
  acting?: string
  /** Epoch milliseconds after which nobody waits for the answer. */
  deadline?: number
  /** The last fact of each key, in the order they were made. */
  marks: Map<string, Mark>
  /** Work was wanted: whoever runs jobs may look. */
  jobs?: boolean
}

const storage = new AsyncLocalStorage<Context>()

export const context = (): Context | undefined => storage.getStore()
export const within = <T>(given: Omit<Context, 'marks'> & { marks?: Map<string, Mark> }, work: () => T): T =>
  storage.run({ ...given, marks: given.marks ?? new Map() }, work)

/** For Fastify hooks: everything that follows in this request sees `given`. */
export const enter = (given: Context) => storage.enterWith(given)
