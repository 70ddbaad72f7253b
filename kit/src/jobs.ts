// Work that is late, long or outward: wanted in a transaction, done after it, by whichever replica comes first. A job runs at
// least once; `done` and `hold` make what it writes to the database happen once, `attempt` keeps apart what it writes elsewhere.
import { byHand } from './connections.ts'
import { context } from './context.ts'
import type { Tx } from './db.ts'
import { newId } from './ids.ts'

export type Job<Payload = Record<string, unknown>> = {
  id: string
  kind: string
  key: string
  payload: Payload
  tries: number
  created_at: Date
}
export type JobContext<Deps = unknown, Payload = Record<string, unknown>> = {
  job: Job<Payload>
  /** A number that no other claim of any job in this database has had: the name for what is written outside of it. */
  attempt: number
  /** Aborted when the lease is lost or the service stops. */
  signal: AbortSignal
  /** Share done, 0 to 1, and a word on it, for who looks at the row. */
  progress(share: number, note?: string): Promise<void>
  /** Inside the transaction that writes something lasting: throws LeaseLost when another attempt has taken over. */
  hold(tx: Tx): Promise<void>
  /** Ends the job inside the transaction that writes its result, so that both or neither happen. Throws LeaseLost. */
  done(tx: Tx): Promise<void>
  deps: Deps
  /** The service's time (`deps.now()` of the mechanics). */
  now(): Date
}
export type JobHandler<Deps = any, Payload = any> = {
  run(context: JobContext<Deps, Payload>): Promise<void>
  /** Called once more when the job is given up: the place to say so in the service's own row. */
  dead?(context: { job: Job<Payload>; deps: Deps; error: string; now(): Date }): Promise<void>
  /** A sweep: milliseconds from its end to its next run. It is wanted by itself, and never given up. */
  every?: number
  /** How many at once in this process. Default 2. */
  concurrent?: number
  /** Claims before it is given up. Default 8. */
  maxTries?: number
  /** Milliseconds to wait after the nth failure. Default 1 s, doubling, at most 10 minutes. */
  backoff?(tries: number): number
}
/** kind → what does it: a function, or one with its limits. */
export type JobHandlers<Deps = any> = Record<string, JobHandler<Deps> | JobHandler<Deps>['run']>

/** The work has been taken over by another attempt: write nothing more. */
export class LeaseLost extends Error {}
/** Thrown by a handler for what no further try can mend: the job is given up at once. */
export class Hopeless extends Error {}

export type Wanted = { kind: string; key: string; runAt?: Date; payload?: object }

/** Wants a job once per key, in the caller's transaction. The same key again changes nothing while the job waits or runs, and
 *  wakes it when it was given up. A job that is done has left its key free. */
export async function enqueue(tx: Tx, wanted: Wanted | Wanted[]): Promise<void> {
  const list = Array.isArray(wanted) ? wanted : [wanted]
  if (list.length === 0) return
  const now = new Date()
  const request = context()
  if (request) request.jobs = true
  const rows = list.map(({ kind, key, runAt = now, payload = {} }) => ({ id: newId(), kind, key, run_at: runAt, payload, created_at: now }))
  await byHand(tx).$executeRawUnsafe(
    `insert into kit.jobs (id, kind, key, payload, run_at, created_at)
     select id, kind, key, payload, run_at, created_at
     from jsonb_to_recordset($1::text::jsonb) as r(id uuid, kind text, key text, payload jsonb, run_at timestamptz, created_at timestamptz)
     on conflict (key) do update set dead = false, tries = 0, error = null, progress = 0, note = '', lease_until = null,
       run_at = excluded.run_at, payload = excluded.payload where kit.jobs.dead`,
    JSON.stringify(rows),
  )
}

/** Takes back what has not begun, in the caller's transaction. */
export async function cancel(tx: Tx, key: string): Promise<void> {
  await tx.$executeRawUnsafe('delete from kit.jobs where key = $1 and (lease_until is null or dead)', key)
}
