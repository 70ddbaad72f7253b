// Jobs: deferred, long or external work, enqueued in a transaction and run after it by any replica of the service. A job runs at
// least once; `done` and `assertLease` make its writes to the database happen once, `attempt` keeps its writes elsewhere apart.
import { context } from '../calls/context.ts'
import { run, type Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { TaskPorts } from '../tasks/ports.ts'

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
  /** The number of this attempt, unique among all attempts of the database: names files and blobs written by it. */
  attempt: number
  /** Aborted when the lease is lost or the service stops. */
  signal: AbortSignal
  /** Records the finished share, 0 to 1, and a note in the row, for operators. */
  progress(share: number, note?: string): Promise<void>
  /** Call inside a transaction with lasting writes: locks the lease, throws LeaseLost when another attempt has taken over. */
  assertLease(tx: Tx): Promise<void>
  /** Ends the job inside the transaction that writes its result, so that both or neither happen. Throws LeaseLost. */
  done(tx: Tx): Promise<void>
  deps: Deps
  /** The service's time, by the database's clock. */
  now(): Date
  /** For the jobs of tasks (tasks/task-job.ts). */
  tasks?: TaskPorts
}
export type JobHandler<Deps = any, Payload = any> = {
  run: (context: JobContext<Deps, Payload>) => Promise<void>
  /** Called when the job is given up: records the failure in the service's own row. */
  dead?: (context: { job: Job<Payload>; deps: Deps; error: string; now(): Date; tasks?: TaskPorts }) => Promise<void>
  /** A periodic job: milliseconds from its end to its next run. It enqueues itself and is never given up. */
  every?: number
  /** Number of concurrent jobs in this process. Default 2. */
  concurrent?: number
  /** Attempts before the job is given up. Default 8. */
  maxTries?: number
  /** Milliseconds to wait after the nth failure. Default 1 s, doubling, at most 10 minutes. */
  backoff?: (tries: number) => number
  /** The kind's name in the previous release: jobs enqueued by its replicas during an upgrade run under the new name. */
  formerly?: string
}
/** A function, or one with its limits. */
type HandlerOf<Deps, Payload> = JobHandler<Deps, Payload> | JobHandler<Deps, Payload>['run']
/** kind → handler, as the worker takes them. */
export type JobHandlers<Deps = any> = Record<string, HandlerOf<Deps, any>>

/** The jobs of a service: kind → payload. A kind is a verb phrase in camel case; a periodic job has no payload. */
export type JobPayloads = Record<string, object | undefined>
/** The handlers of every job of a service: a missing one, or one that expects another payload, does not compile. */
export type HandlersOf<P extends JobPayloads, Deps> = {
  [K in keyof P]: HandlerOf<Deps, P[K] extends object ? P[K] : Record<string, never>>
}
type TypedJobRequest<P extends JobPayloads> = {
  [K in keyof P & string]: P[K] extends object ? { kind: K; key: string; runAt?: Date; payload: P[K] } : never
}[keyof P & string]
/** `enqueue` for one service: kinds and payloads as its jobs.ts declares them. */
export const enqueueFor =
  <P extends JobPayloads>() =>
  (tx: Tx, jobs: TypedJobRequest<P> | TypedJobRequest<P>[]): Promise<void> =>
    enqueue(tx, jobs as JobRequest | JobRequest[])

/** Another attempt has taken the job over: this one must write nothing more. */
export class LeaseLost extends Error {}
/** Thrown by a handler for an error that no retry can mend: the job is given up at once. */
export class PermanentFailure extends Error {}

type JobRequest = { kind: string; key: string; runAt?: Date; payload?: object }

/**
 * Enqueues a job once per key, in the caller's transaction. The same key again changes nothing while the job waits or runs, and revives it
 * after it was given up. A finished job leaves its key free. Features call the typed one of their service (`enqueueFor`).
 */
export async function enqueue(tx: Tx, jobs: JobRequest | JobRequest[]): Promise<void> {
  const list = Array.isArray(jobs) ? jobs : [jobs]
  if (list.length === 0) return
  const now = new Date()
  const request = context()
  if (request) request.jobs = true
  const rows = list.map(({ kind, key, runAt = now, payload = {} }) => ({ id: newId(), kind, key, run_at: runAt, payload, created_at: now }))
  await run(
    tx,
    `insert into kit.jobs (id, kind, key, payload, run_at, created_at)
     select id, kind, key, payload, run_at, created_at
     from jsonb_to_recordset($1::jsonb) as r(id uuid, kind text, key text, payload jsonb, run_at timestamptz, created_at timestamptz)
     on conflict (key) do update set dead = false, tries = 0, error = null, progress = 0, note = '', lease_until = null,
       run_at = excluded.run_at, payload = excluded.payload where kit.jobs.dead`,
    JSON.stringify(rows),
  )
}

/** Removes a job that has not begun, in the caller's transaction. */
export async function cancel(tx: Tx, key: string): Promise<void> {
  await run(tx, 'delete from kit.jobs where key = $1 and (lease_until is null or dead)', key)
}
