// The jobs of a running service: its handlers and kit's own, in a process that runs all of them or only some kinds.
import type { Pool } from 'pg'
import { clearOldAddresses, deleteExpiredAudit } from '../audit/audit.ts'
import { context, within } from '../calls/context.ts'
import type { Produced } from '../calls/routes.ts'
import { deleteExpiredAnswers } from '../calls/idempotency.ts'
import { plain } from '../database/database.ts'
import { repeatWhileFull } from '../repeat-while-full.ts'
import { newId } from '../ids.ts'
import type { Kv } from '../kv/kv.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { JobHandlers } from './jobs.ts'
import type { TaskPorts } from '../tasks/ports.ts'
import { hintTask } from '../tasks/task-job.ts'
import { deleteOldTasks, failLostTasks } from '../tasks/tasks.ts'
import { type JobWorker, startJobWorker } from './worker.ts'

export type ServiceJobs = {
  handlers: JobHandlers
  /** Worker targets and the kinds of their jobs. */
  workers: Record<string, string[]>
  /** The worker target of this process; undefined in the service's own. */
  worker: string | undefined
  /** In one process the service also runs the kinds of its worker targets. */
  everyKind: boolean
  deps: object
  pool: Pool
  kv: Kv
  log: Log
  metrics: Metrics
  now(): Date
  /** `produced` unset: both facts and jobs may be there. */
  onCommit(produced?: Produced): void
}

export function startServiceJobs({
  handlers,
  workers,
  worker,
  everyKind,
  deps,
  pool,
  kv,
  log,
  metrics,
  now,
  onCommit,
}: ServiceJobs): JobWorker {
  const tasks: TaskPorts = { sql: plain(pool), kv }
  const all: JobHandlers = {
    ...handlers,
    sweepAnswers: {
      every: 3_600_000,
      formerly: 'kit.forgetAnswers',
      run: () => repeatWhileFull((size) => deleteExpiredAnswers(plain(pool), size)),
    },
    sweepAudit: {
      every: 3_600_000,
      run: async () => {
        await repeatWhileFull((size) => clearOldAddresses(plain(pool), size))
        await repeatWhileFull((size) => deleteExpiredAudit(plain(pool), size))
      },
    },
    sweepTasks: {
      every: 60_000,
      run: async () => {
        for (const lost of await failLostTasks(tasks.sql)) await hintTask(kv, lost).catch(() => {})
        await repeatWhileFull((size) => deleteOldTasks(tasks.sql, size))
      },
    },
  }
  // a report alone: without it the service works all the same
  reportUnknownJobs(pool, all, log).catch((error: unknown) => log.warn({ err: error }, 'jobs of unknown kinds not looked for'))
  const workerKinds = new Set(Object.values(workers).flat())
  const ownKinds = Object.keys(all).filter((kind) => (worker ? workers[worker]?.includes(kind) : everyKind || !workerKinds.has(kind)))
  const own: JobHandlers = Object.fromEntries(
    ownKinds.map((kind) => {
      const entry = all[kind]!
      const handler = typeof entry === 'function' ? { run: entry } : entry
      const run: typeof handler.run = (job) =>
        within({ requestId: newId() }, () =>
          // a recurring job that finds nothing to do, as most do, wakes nobody
          handler.run({ ...job, tasks }).finally(() => onCommit(handler.every ? produced() : undefined)),
        )
      return [kind, { ...handler, run, ...(handler.dead && { dead: (given) => handler.dead!({ ...given, tasks }) }) }]
    }),
  )
  return startJobWorker({ pool, deps, handlers: own, log, metrics, now })
}

const produced = (): Produced => ({ facts: (context()?.marks.size ?? 0) > 0, jobs: context()?.jobs === true })

/** Logs jobs that no handler of this release runs: they wait until an operator acts. */
async function reportUnknownJobs(pool: Pool, handlers: JobHandlers, log: Log): Promise<void> {
  const former = Object.values(handlers).flatMap((handler) => (typeof handler === 'object' && handler.formerly) || [])
  const { rows } = await pool.query<{ kind: string; jobs: number }>(
    'select kind, count(*)::int as jobs from kit.jobs where kind <> all($1) group by kind limit 100',
    [[...Object.keys(handlers), ...former]],
  )
  for (const { kind, jobs } of rows) log.error({ kind, jobs }, 'jobs of a kind that this release does not know wait')
}
