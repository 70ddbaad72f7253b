// The worker of a service's jobs: leases due jobs, renews the leases and records the outcome of each attempt.
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { backgroundQueries } from '../database/connections.ts'
import { run, type Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { gaugeJobs } from './gauges.ts'
import { PermanentFailure, type Job, type JobHandler, type JobHandlers, LeaseLost } from './jobs.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

export type JobWorkerOptions<Deps> = {
  pool: Pool
  deps: Deps
  handlers: JobHandlers<Deps>
  /** The kinds that this process runs; default all that have a handler. */
  kinds?: string[]
  log: Log
  metrics: Metrics
  now?: () => Date
  /** Milliseconds; for tests. */
  poll?: number
  lease?: number
}
export type JobWorker = {
  /** Leases no more jobs, aborts the running ones, waits up to `grace` ms for them and hands the leases back. */
  stop(grace?: number): Promise<void>
  /** Looks for due jobs now instead of at the next poll. */
  wake(): void
}

type LeasedJob = Job & { attempt: number }
type RunningJob = { job: LeasedJob; abort: AbortController; ended: Promise<void>; finished: boolean }

/** Milliseconds that a recurring job keeps the next one that came due with it. */
const turn = 100

export function startJobWorker<Deps>({
  pool,
  deps,
  handlers,
  kinds,
  log,
  metrics,
  now = () => new Date(),
  poll = 1000,
  lease = 30_000,
}: JobWorkerOptions<Deps>): JobWorker {
  const handlersByKind = new Map<string, JobHandler<Deps>>(
    Object.entries(handlers)
      .filter(([kind]) => !kinds || kinds.includes(kind))
      .map(([kind, handler]) => [kind, typeof handler === 'function' ? { run: handler } : handler]),
  )
  if (handlersByKind.size === 0) return { stop: async () => {}, wake: () => {} }
  const background = backgroundQueries(pool)
  const running = new Map<string, RunningJob>()
  let stopping = false,
    wakePending = false,
    endSleep: (() => void) | undefined
  const maxTriesOf = (handler: JobHandler<Deps>) => (handler.every ? Number.MAX_SAFE_INTEGER : (handler.maxTries ?? 8))
  const delayAfter = (handler: JobHandler<Deps>, n: number) => {
    const delay = handler.backoff?.(n) ?? Math.min(600_000, 1000 * 2 ** Math.min(n - 1, 10))
    return Math.min(delay, handler.every ?? delay)
  }
  const timeAfter = (milliseconds = 0) => new Date(now().getTime() + milliseconds)

  /** Renames jobs that replicas of the previous release have enqueued. */
  const renames = [...handlersByKind].flatMap(([kind, { formerly }]) => (formerly ? [{ kind, formerly }] : []))
  async function renameKinds() {
    if (renames.length === 0) return
    const names = [renames.map(({ formerly }) => formerly), renames.map(({ kind }) => kind)]
    // on a connection of its own: it may wait for the row of a job that ends
    await pool.query(`delete from kit.jobs where key = any($1)`, [renames.map(({ formerly }) => `every:${formerly}`)])
    await pool.query(
      `update kit.jobs set kind = r.kind from unnest($1::text[], $2::text[]) as r(formerly, kind) where kit.jobs.kind = r.formerly`,
      names,
    )
  }

  async function enqueuePeriodicJobs() {
    for (const [kind, handler] of handlersByKind) {
      if (!handler.every) continue
      await pool.query(
        `insert into kit.jobs (id, kind, key, run_at, created_at) values ($1, $2, $3, $4, $4) on conflict (key) do nothing`,
        [newId(), kind, `every:${kind}`, timeAfter()],
      )
    }
  }

  async function claim(): Promise<LeasedJob[]> {
    const freeSlots = [...handlersByKind]
      .map(([kind, { concurrent = 2 }]) => {
        const busy = [...running.values()].filter((one) => one.job.kind === kind).length
        return [kind, concurrent - busy] as const
      })
      .filter(([, free]) => free > 0)
    if (freeSlots.length === 0) return []
    const { rows } = await background.query<LeasedJob>(
      `with due as (
         select j.id from unnest($1::text[], $2::int[]) as r(kind, free)
         cross join lateral (
           select id from kit.jobs where kind = r.kind and not dead and run_at <= $3 and (lease_until is null or lease_until < $3)
           order by run_at limit r.free for update skip locked
         ) j)
       update kit.jobs set lease_until = $4, tries = tries + 1, attempt = nextval('kit.job_attempts')
       from due where kit.jobs.id = due.id
       returning kit.jobs.id, kind, key, payload, tries, attempt, created_at`,
      [freeSlots.map(([kind]) => kind), freeSlots.map(([, free]) => free), timeAfter(), timeAfter(lease)],
    )
    return rows
  }

  /** Ends an attempt; true when it still had the lease. */
  const settle = async (job: LeasedJob, set: string, ...values: unknown[]) =>
    (await pool.query(`update kit.jobs set lease_until = null, ${set} where id = $1 and attempt = $2`, [job.id, job.attempt, ...values]))
      .rowCount === 1

  async function giveUp(handler: JobHandler<Deps>, job: LeasedJob, error: string) {
    log.error({ job: job.id, kind: job.kind, tries: job.tries, error }, 'job given up')
    metrics.count('lyceum_jobs_dead_total', { kind: job.kind })
    // the service's row comes first: after a crash here the job is leased once more, with no attempts left, and is given up again
    await handler.dead?.({ job, deps, error, now })
    await settle(job, 'dead = true, error = $3', error)
  }

  async function work(one: RunningJob, handler: JobHandler<Deps>) {
    const { job, abort } = one
    const start = performance.now()
    const assertOwner = async (tx: Tx, sql: string) => {
      if ((await run(tx, sql, job.id, job.attempt)) === 0) throw new LeaseLost(`job ${job.key} was taken over`)
    }
    try {
      if (job.tries > maxTriesOf(handler)) return await giveUp(handler, job, 'the process ended during every attempt')
      await handler.run({
        job,
        attempt: job.attempt,
        signal: abort.signal,
        deps,
        now,
        progress: async (share, note = '') => {
          const kept = await pool.query('update kit.jobs set progress = $3, note = $4 where id = $1 and attempt = $2', [
            job.id,
            job.attempt,
            share,
            note,
          ])
          if (kept.rowCount === 0 && !one.finished) abort.abort(new LeaseLost(`job ${job.key} was taken over`))
        },
        assertLease: (tx) => assertOwner(tx, 'select id from kit.jobs where id = $1::uuid and attempt = $2 for update'),
        done: async (tx) => {
          await assertOwner(
            tx,
            handler.every
              ? `update kit.jobs set note = note where id = $1::uuid and attempt = $2 returning id`
              : 'delete from kit.jobs where id = $1::uuid and attempt = $2 returning id',
          )
          one.finished = true
        },
      })
      if (handler.every) await settle(job, 'run_at = $3, tries = 0, error = null, progress = 0', timeAfter(handler.every))
      else await pool.query('delete from kit.jobs where id = $1 and attempt = $2', [job.id, job.attempt])
      metrics.count('lyceum_jobs_done_total', { kind: job.kind })
    } catch (error) {
      if (error instanceof LeaseLost) return void log.warn({ job: job.id, kind: job.kind }, 'job lease lost')
      // a job that is handed back: the attempt does not count
      if (stopping) {
        log.info({ job: job.id, kind: job.kind }, 'job interrupted by shutdown')
        return void (await settle(job, 'tries = greatest(tries - 1, 0)'))
      }
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      log.warn({ job: job.id, kind: job.kind, tries: job.tries, err: error }, 'job failed')
      metrics.count('lyceum_jobs_failed_total', { kind: job.kind })
      if (!handler.every && (error instanceof PermanentFailure || job.tries >= maxTriesOf(handler))) await giveUp(handler, job, message)
      else await settle(job, 'error = $3, run_at = $4', message, timeAfter(delayAfter(handler, job.tries)))
    } finally {
      metrics.time('lyceum_job_seconds', (performance.now() - start) / 1000, { kind: job.kind })
    }
  }

  function begin(job: LeasedJob): Promise<void> {
    const one: RunningJob = { job, abort: new AbortController(), ended: Promise.resolve(), finished: false }
    running.set(job.id, one)
    one.ended = work(one, handlersByKind.get(job.kind)!)
      // the database is away: the lease expires and the job runs again
      .catch((error: unknown) => {
        if (stopping) log.info({ job: job.id, kind: job.kind }, 'job interrupted by shutdown')
        else log.warn({ job: job.id, kind: job.kind, err: error }, 'job outcome not written')
      })
      .finally(() => {
        running.delete(job.id)
        wake()
      })
    return one.ended
  }

  /** Recurring jobs come due together and mostly find nothing to do: one after another they need one connection. Nothing waits for a long one. */
  async function beginInTurn(jobs: LeasedJob[]) {
    const recurs = ({ kind }: LeasedJob) => handlersByKind.get(kind)!.every !== undefined
    for (const job of jobs.filter((one) => !recurs(one))) begin(job)
    for (const job of jobs.filter(recurs)) await Promise.race([begin(job), pause(turn)])
  }

  let lastRenewal = now().getTime()
  async function renew() {
    const leased = [...running.values()]
    if (leased.length === 0) return void (lastRenewal = now().getTime())
    try {
      const { rows } = await pool.query<{ id: string }>(
        `update kit.jobs set lease_until = $3 from unnest($1::uuid[], $2::int[]) as h(id, attempt)
         where kit.jobs.id = h.id and kit.jobs.attempt = h.attempt returning kit.jobs.id`,
        [leased.map(({ job }) => job.id), leased.map(({ job }) => job.attempt), timeAfter(lease)],
      )
      lastRenewal = now().getTime()
      const kept = new Set(rows.map(({ id }) => id))
      for (const one of leased)
        if (!kept.has(one.job.id) && !one.finished && running.has(one.job.id)) one.abort.abort(new LeaseLost('the lease was lost'))
    } catch (error) {
      log.warn({ err: error }, 'job leases not renewed')
      if (now().getTime() - lastRenewal > lease) for (const one of leased) one.abort.abort(new LeaseLost('the lease ran out'))
    }
  }

  function wake() {
    wakePending = true
    endSleep?.()
  }
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    }).finally(() => {
      endSleep = undefined
    })

  async function loop() {
    let prepared = false
    while (!stopping) {
      wakePending = false
      try {
        if (!prepared) {
          await renameKinds()
          await enqueuePeriodicJobs()
        }
        prepared = true
        const jobs = await claim()
        await beginInTurn(jobs)
      } catch (error) {
        log.warn({ err: error }, 'jobs not claimed')
        wakePending = false
      }
      if (!wakePending && !stopping) await sleep(poll)
      // every write wakes the worker: many in a row share one query
      else if (!stopping) await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  const renewal = setInterval(() => {
    void renew()
    renameKinds().catch((error: unknown) => log.warn({ err: error }, 'jobs of the release before not renamed'))
  }, lease / 3)
  const gauges = gaugeJobs(pool, [...handlersByKind.keys()], metrics)
  const looping = loop()
  return {
    wake,
    stop: async (grace = 5000) => {
      stopping = true
      clearInterval(renewal)
      clearInterval(gauges)
      endSleep?.()
      await looping
      const unfinished = [...running.values()]
      for (const one of unfinished) one.abort.abort(new Error('the service stops'))
      let timer: NodeJS.Timeout | undefined
      await Promise.race([
        Promise.all(unfinished.map((one) => one.ended)),
        new Promise((resolve) => {
          timer = setTimeout(resolve, grace)
        }),
      ])
      clearTimeout(timer)
      for (const { job } of running.values()) await settle(job, 'tries = greatest(tries - 1, 0)').catch(() => false)
    },
  }
}
