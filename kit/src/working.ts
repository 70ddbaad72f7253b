// The worker of a service's jobs: claims what is due, keeps its leases, and settles each attempt.
import type { Pool } from 'pg'
import type { Tx } from './db.ts'
import { newId } from './ids.ts'
import { Hopeless, type Job, type JobHandler, type JobHandlers, LeaseLost } from './jobs.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export type JobsGiven<Deps> = {
  pool: Pool
  deps: Deps
  handlers: JobHandlers<Deps>
  /** The kinds this process does; default all that have a handler. */
  kinds?: string[]
  log: Log
  metrics: Metrics
  now?: () => Date
  /** Milliseconds; for tests. */
  poll?: number
  lease?: number
}
export type Jobs = {
  /** Takes no more, aborts what runs, waits up to `grace` ms for it and hands the leases back. */
  stop(grace?: number): Promise<void>
  /** Looks for work now instead of at the next poll. */
  nudge(): void
}

type Claimed = Job & { attempt: number }
type Running = { job: Claimed; abort: AbortController; ended: Promise<void>; finished: boolean }

export function startJobs<Deps>({
  pool,
  deps,
  handlers,
  kinds,
  log,
  metrics,
  now = () => new Date(),
  poll = 1000,
  lease = 30_000,
}: JobsGiven<Deps>): Jobs {
  const known = new Map<string, JobHandler<Deps>>(
    Object.entries(handlers)
      .filter(([kind]) => !kinds || kinds.includes(kind))
      .map(([kind, given]) => [kind, typeof given === 'function' ? { run: given } : given]),
  )
  if (known.size === 0) return { stop: async () => {}, nudge: () => {} }
  const running = new Map<string, Running>()
  let stopping = false,
    again = false,
    wake: (() => void) | undefined
  const tries = (handler: JobHandler<Deps>) => (handler.every ? Number.MAX_SAFE_INTEGER : (handler.maxTries ?? 8))
  const pause = (handler: JobHandler<Deps>, n: number) => {
    const wanted = handler.backoff?.(n) ?? Math.min(600_000, 1000 * 2 ** Math.min(n - 1, 10))
    return Math.min(wanted, handler.every ?? wanted)
  }
  const at = (later = 0) => new Date(now().getTime() + later)

  async function wantSweeps() {
    for (const [kind, handler] of known) {
      if (!handler.every) continue
      await pool.query(
        `insert into kit.jobs (id, kind, key, run_at, created_at) values ($1, $2, $3, $4, $4) on conflict (key) do nothing`,
        [newId(), kind, `every:${kind}`, at()],
      )
    }
  }

  async function claim(): Promise<Claimed[]> {
    const room = [...known]
      .map(([kind, { concurrent = 2 }]) => {
        const busy = [...running.values()].filter((one) => one.job.kind === kind).length
        return [kind, concurrent - busy] as const
      })
      .filter(([, free]) => free > 0)
    if (room.length === 0) return []
    const { rows } = await pool.query<Claimed>(
      `with due as (
         select j.id from unnest($1::text[], $2::int[]) as r(kind, free)
         cross join lateral (
           select id from kit.jobs where kind = r.kind and not dead and run_at <= $3 and (lease_until is null or lease_until < $3)
           order by run_at limit r.free for update skip locked
         ) j)
       update kit.jobs set lease_until = $4, tries = tries + 1, attempt = nextval('kit.job_attempts')
       from due where kit.jobs.id = due.id
       returning kit.jobs.id, kind, key, payload, tries, attempt, created_at`,
      [room.map(([kind]) => kind), room.map(([, free]) => free), at(), at(lease)],
    )
    return rows
  }

  /** True when this attempt still had the job. */
  const settle = async (job: Claimed, set: string, ...values: unknown[]) =>
    (await pool.query(`update kit.jobs set lease_until = null, ${set} where id = $1 and attempt = $2`, [job.id, job.attempt, ...values]))
      .rowCount === 1

  async function giveUp(handler: JobHandler<Deps>, job: Claimed, error: string) {
    log.error({ job: job.id, kind: job.kind, tries: job.tries, error }, 'job given up')
    metrics.count('lyceum_jobs_dead_total', { kind: job.kind })
    // first the service's own word on it: a death here finds the job claimed once more, with no tries left, and comes here again
    await handler.dead?.({ job, deps, error, now })
    await settle(job, 'dead = true, error = $3', error)
  }

  async function work(one: Running, handler: JobHandler<Deps>) {
    const { job, abort } = one
    const began = performance.now()
    const owned = async (tx: Tx, sql: string) => {
      if ((await tx.$queryRawUnsafe<unknown[]>(sql, job.id, job.attempt)).length === 0) throw new LeaseLost(`job ${job.key} was taken over`)
    }
    try {
      if (job.tries > tries(handler)) return await giveUp(handler, job, 'the process ended during every attempt')
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
        hold: (tx) => owned(tx, 'select id from kit.jobs where id = $1::uuid and attempt = $2 for update'),
        done: async (tx) => {
          await owned(
            tx,
            handler.every
              ? `update kit.jobs set note = note where id = $1::uuid and attempt = $2 returning id`
              : 'delete from kit.jobs where id = $1::uuid and attempt = $2 returning id',
          )
          one.finished = true
        },
      })
      if (handler.every) await settle(job, 'run_at = $3, tries = 0, error = null, progress = 0', at(handler.every))
      else await pool.query('delete from kit.jobs where id = $1 and attempt = $2', [job.id, job.attempt])
      metrics.count('lyceum_jobs_done_total', { kind: job.kind })
    } catch (error) {
      if (error instanceof LeaseLost) return void log.warn({ job: job.id, kind: job.kind }, 'job lease lost')
      // handed back: the attempt does not count
      if (stopping) {
        log.info({ job: job.id, kind: job.kind }, 'job interrupted by shutdown')
        return void (await settle(job, 'tries = greatest(tries - 1, 0)'))
      }
      const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      log.warn({ job: job.id, kind: job.kind, tries: job.tries, err: error }, 'job failed')
      metrics.count('lyceum_jobs_failed_total', { kind: job.kind })
      if (!handler.every && (error instanceof Hopeless || job.tries >= tries(handler))) await giveUp(handler, job, said)
      else await settle(job, 'error = $3, run_at = $4', said, at(pause(handler, job.tries)))
    } finally {
      metrics.time('lyceum_job_seconds', (performance.now() - began) / 1000, { kind: job.kind })
    }
  }

  function begin(job: Claimed) {
    const one: Running = { job, abort: new AbortController(), ended: Promise.resolve(), finished: false }
    running.set(job.id, one)
    one.ended = work(one, known.get(job.kind)!)
      // the database is away: the lease runs out by itself and the job comes again
      .catch((error: unknown) => {
        if (stopping) log.info({ job: job.id, kind: job.kind }, 'job interrupted by shutdown')
        else log.warn({ job: job.id, kind: job.kind, err: error }, 'job outcome not written')
      })
      .finally(() => {
        running.delete(job.id)
        nudge()
      })
  }

  let renewed = now().getTime()
  async function renew() {
    const held = [...running.values()]
    if (held.length === 0) return void (renewed = now().getTime())
    try {
      const { rows } = await pool.query<{ id: string }>(
        `update kit.jobs set lease_until = $3 from unnest($1::uuid[], $2::int[]) as h(id, attempt)
         where kit.jobs.id = h.id and kit.jobs.attempt = h.attempt returning kit.jobs.id`,
        [held.map(({ job }) => job.id), held.map(({ job }) => job.attempt), at(lease)],
      )
      renewed = now().getTime()
      const kept = new Set(rows.map(({ id }) => id))
      for (const one of held)
        if (!kept.has(one.job.id) && !one.finished && running.has(one.job.id)) one.abort.abort(new LeaseLost('the lease was lost'))
    } catch (error) {
      log.warn({ err: error }, 'job leases not renewed')
      if (now().getTime() - renewed > lease) for (const one of held) one.abort.abort(new LeaseLost('the lease ran out'))
    }
  }

  function nudge() {
    again = true
    wake?.()
  }
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    }).finally(() => {
      wake = undefined
    })

  async function loop() {
    let sweeps = false
    while (!stopping) {
      again = false
      try {
        if (!sweeps) await wantSweeps()
        sweeps = true
        const jobs = await claim()
        for (const job of jobs) begin(job)
      } catch (error) {
        log.warn({ err: error }, 'jobs not claimed')
        again = false
      }
      if (!again && !stopping) await sleep(poll)
      // every write nudges: many in a row share one look
      else if (!stopping) await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  const beat = setInterval(() => void renew(), lease / 3)
  const watching = watchJobs(pool, [...known.keys()], metrics)
  const looping = loop()
  return {
    nudge,
    stop: async (grace = 5000) => {
      stopping = true
      clearInterval(beat)
      clearInterval(watching)
      wake?.()
      await looping
      const left = [...running.values()]
      for (const one of left) one.abort.abort(new Error('the service stops'))
      let timer: NodeJS.Timeout | undefined
      await Promise.race([
        Promise.all(left.map((one) => one.ended)),
        new Promise((resolve) => {
          timer = setTimeout(resolve, grace)
        }),
      ])
      clearTimeout(timer)
      for (const { job } of running.values()) await settle(job, 'tries = greatest(tries - 1, 0)').catch(() => false)
    },
  }
}

/** What is due and waits, by kind, and for how long: by it transcoding is scaled. The sweeps are not waited for by anybody. */
function watchJobs(pool: Pool, kinds: string[], metrics: Metrics): NodeJS.Timeout {
  let seen: Map<string, { due: number; age: number; dead: number }> | undefined
  for (const kind of kinds) {
    // there from the first scrape, so that the first failure is an increase
    for (const how of ['done', 'failed', 'dead']) metrics.count(`lyceum_jobs_${how}_total`, { kind }, 0)
    metrics.gauge('lyceum_jobs_waiting', () => seen && (seen.get(kind)?.due ?? 0), { kind })
    metrics.gauge('lyceum_jobs_oldest_seconds', () => seen && (seen.get(kind)?.age ?? 0), { kind })
    metrics.gauge('lyceum_jobs_dead', () => seen && (seen.get(kind)?.dead ?? 0), { kind })
  }
  const look = async () => {
    const { rows } = await pool.query<{ kind: string; due: number; age: number; dead: number }>(
      `select kind, count(*) filter (where not dead and coalesce(lease_until, '-infinity') < clock_timestamp() and run_at <= clock_timestamp())::int as due,
         coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where not dead and coalesce(lease_until, '-infinity') < clock_timestamp() and run_at <= clock_timestamp())), 0)::float8 as age,
         count(*) filter (where dead)::int as dead
       from kit.jobs where kind = any($1) group by kind`,
      [kinds],
    )
    seen = new Map(rows.map(({ kind, ...about }) => [kind, about]))
  }
  return setInterval(() => void look().catch(() => {}), 10_000).unref()
}
