// Tests of jobs and their workers.
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPool } from '../database/connections.ts'
import { plain } from '../database/database.ts'
import { cancel, enqueue, type JobContext, type JobHandlers, PermanentFailure, LeaseLost } from './jobs.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { type JobWorker, startJobWorker } from './worker.ts'
import { testDatabase } from '../test/test-database.ts'
import { scaled, until } from '../test/wait.ts'

let pool: pg.Pool
const started: JobWorker[] = []
const log = pino({ level: 'silent' })
const metrics = createMetrics()
const start = (handlers: JobHandlers, more: { kinds?: string[]; lease?: number } = {}) => {
  const jobs = startJobWorker({ pool, deps: {}, handlers, log, metrics, poll: 20, ...more })
  started.push(jobs)
  return jobs
}
const job = async (key: string) => (await pool.query('select * from kit.jobs where key = $1', [key])).rows[0]
const aborted = (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

beforeAll(async () => {
  pool = openPool(await testDatabase('kit'))
})
beforeEach(() => pool.query('truncate kit.jobs'))
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop(200)))
})
afterAll(() => pool.end())

test('done after the transaction that wants it commits, once per key, and gone then', async () => {
  const ran: unknown[] = []
  start({
    greet: async ({ job: { payload } }) => {
      ran.push(payload)
    },
  })
  const client = await pool.connect()
  await client.query('begin')
  await enqueue(plain(client), [
    { kind: 'greet', key: 'greet:1', payload: { n: 1 } },
    { kind: 'greet', key: 'greet:2', payload: { n: 2 } },
  ])
  await enqueue(plain(pool), { kind: 'greet', key: 'greet:0', payload: { n: 0 } })
  await until(() => ran.length > 0) // so it has looked meanwhile
  await until(async () => !(await job('greet:0')))
  expect(ran.splice(0)).toEqual([{ n: 0 }])
  await enqueue(plain(client), { kind: 'greet', key: 'greet:1', payload: { n: 3 } })
  await client.query('commit')
  client.release()
  await until(() => ran.length === 2)
  await until(async () => !(await job('greet:1')) && !(await job('greet:2')))
  expect(ran).toContainEqual({ n: 1 })

  const other = await pool.connect()
  await other.query('begin')
  await enqueue(plain(other), { kind: 'greet', key: 'greet:4' })
  await other.query('rollback')
  other.release()
  expect(await job('greet:4')).toBeUndefined()
})

test('each job is done by one of several workers', async () => {
  const ran: string[] = []
  const handlers = {
    one: {
      concurrent: 5,
      run: async ({ job: { key } }: JobContext) => {
        ran.push(key)
        await new Promise((resolve) => setTimeout(resolve, 5))
      },
    },
  }
  await enqueue(
    plain(pool),
    Array.from({ length: 200 }, (_, i) => ({ kind: 'one', key: `one:${i}` })),
  )
  for (let i = 0; i < 3; i++) start(handlers)
  await until(async () => (await pool.query('select 1 from kit.jobs')).rowCount === 0)
  expect(ran).toHaveLength(200)
  expect(new Set(ran).size).toBe(200)
})

test('given up after its last try with the error kept and the service told; the same key wakes it', async () => {
  const dead: string[] = []
  let tries = 0,
    mended = false
  start({
    fail: {
      maxTries: 3,
      backoff: () => 10,
      run: async () => {
        tries++
        if (!mended) throw new Error('no disk')
      },
      dead: async ({ error }) => {
        dead.push(error)
      },
    },
  })
  await enqueue(plain(pool), { kind: 'fail', key: 'fail' })
  await until(async () => (await job('fail'))?.dead)
  expect(tries).toBe(3)
  expect(dead).toEqual(['Error: no disk'])
  expect((await job('fail')).error).toBe('Error: no disk')
  mended = true
  await enqueue(plain(pool), { kind: 'fail', key: 'fail' })
  await until(async () => !(await job('fail')))
})

test('given up at once when no try can help', async () => {
  let tries = 0
  start({
    hopeless: async () => {
      tries++
      throw new PermanentFailure('not a video')
    },
  })
  await enqueue(plain(pool), { kind: 'hopeless', key: 'h' })
  await until(async () => (await job('h'))?.dead)
  expect(tries).toBe(1)
})

test('given up when the process ends during every attempt', async () => {
  const dead: string[] = []
  await enqueue(plain(pool), { kind: 'killer', key: 'k' })
  await pool.query(`update kit.jobs set tries = 8, attempt = 8, lease_until = now() - interval '1 s' where key = 'k'`)
  start({
    killer: {
      run: async () => {
        throw new Error('ran again')
      },
      dead: async ({ error }) => {
        dead.push(error)
      },
    },
  })
  await until(async () => (await job('k'))?.dead)
  expect(dead).toEqual(['the process ended during every attempt'])
})

test('taken over when the lease runs out: the old attempt can write nothing more', async () => {
  const attempts: number[] = []
  const outcomes: unknown[] = []
  let let1: () => void = () => {}
  const first = new Promise<void>((resolve) => {
    let1 = resolve
  })
  const run = async ({ attempt, assertLease: hold, done }: JobContext) => {
    attempts.push(attempt)
    if (attempts.length === 1) await first
    const client = await pool.connect()
    try {
      await client.query('begin')
      await hold(plain(client))
      await done(plain(client))
      await client.query('commit')
      outcomes.push('done')
    } catch (error) {
      await client.query('rollback')
      outcomes.push(error)
      throw error
    } finally {
      client.release()
    }
  }
  start({ long: run }, { lease: 60_000 })
  await enqueue(plain(pool), { kind: 'long', key: 'long' })
  await until(() => attempts.length === 1)
  await pool.query(`update kit.jobs set lease_until = now() - interval '1 s'`)
  start({ long: run })
  await until(() => outcomes.length === 1)
  let1()
  await until(() => outcomes.length === 2)
  expect(outcomes[0]).toBe('done')
  expect(outcomes[1]).toBeInstanceOf(LeaseLost)
  expect(attempts[1]).toBeGreaterThan(attempts[0]!)
  expect(await job('long')).toBeUndefined()
})

test('a lost lease aborts the handler at the next renewal', async () => {
  let reason: unknown
  start(
    {
      wait: async ({ signal }) => {
        await aborted(signal).catch((error) => {
          reason = error
          throw error
        })
      },
    },
    { lease: 300 },
  )
  await enqueue(plain(pool), { kind: 'wait', key: 'wait' })
  await until(async () => (await job('wait'))?.attempt > 0)
  await pool.query(`update kit.jobs set attempt = attempt + 1, lease_until = now() + interval '1 h'`)
  await until(() => reason)
  expect(reason).toBeInstanceOf(LeaseLost)
})

test('a lease is renewed while the work goes on', async () => {
  let runs = 0
  const handlers = {
    // goes on until the lease it began with has run out
    slow: async () => {
      runs++
      const first = (await job('slow')).lease_until as Date
      await until(() => new Date() > first)
    },
  }
  const lease = scaled(1500) // ample for a renewal that comes late
  start(handlers, { lease })
  start(handlers, { lease })
  await enqueue(plain(pool), { kind: 'slow', key: 'slow' })
  await until(() => runs === 1)
  await until(async () => !(await job('slow')))
  expect(runs).toBe(1)
})

test('a stop hands the lease back and the try does not count', async () => {
  const jobs = start({
    wait: async ({ signal, progress }) => {
      await progress(0.5, 'half')
      await aborted(signal)
    },
  })
  await enqueue(plain(pool), { kind: 'wait', key: 'w' })
  await until(async () => (await job('w'))?.progress === 0.5)
  await jobs.stop(scaled(10_000))
  expect(await job('w')).toMatchObject({ lease_until: null, tries: 0, dead: false, note: 'half' })
  let again = false
  start({
    wait: async () => {
      again = true
    },
  })
  await until(() => again)
})

test('a sweep wants itself, outlives its failures and comes again', async () => {
  let runs = 0
  const handlers = {
    sweep: {
      every: 30,
      run: async () => {
        if (++runs === 2) throw new Error('once')
      },
    },
  }
  start(handlers)
  start(handlers)
  await until(() => runs >= 4)
  expect((await pool.query(`select 1 from kit.jobs where kind = 'sweep'`)).rowCount).toBe(1)
})

test('only the requested kinds; a job that has not begun can be taken back', async () => {
  const ran: string[] = []
  start(
    {
      a: async () => {
        ran.push('a')
      },
      b: async () => {
        ran.push('b')
      },
    },
    { kinds: ['a'] },
  )
  await enqueue(plain(pool), [
    { kind: 'b', key: 'b' },
    { kind: 'a', key: 'a' },
  ])
  await until(() => ran.length > 0)
  expect(ran).toEqual(['a'])
  await cancel(plain(pool), 'b')
  expect(await job('b')).toBeUndefined()
})

test('a job enqueued under the name of the release before is done, and its sweep does not run beside the new one', async () => {
  await enqueue(plain(pool), { kind: 'old.name', key: 'waiting' })
  await enqueue(plain(pool), { kind: 'old.sweep', key: 'every:old.sweep' })
  const done: string[] = []
  start({
    newName: { run: async ({ job: { key } }) => void done.push(key), formerly: 'old.name' },
    newSweep: { run: async () => {}, every: 60_000, formerly: 'old.sweep' },
  })
  await until(() => done.length > 0)
  expect(done).toEqual(['waiting'])
  // a finished job's row goes after its work
  await until(async () => (await pool.query('select kind from kit.jobs')).rowCount === 1)
  expect((await pool.query('select kind from kit.jobs')).rows).toEqual([{ kind: 'newSweep' }])
})
