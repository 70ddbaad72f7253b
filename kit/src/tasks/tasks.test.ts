// Tests of tasks: run, reported, cancelled.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { conflict } from '../calls/errors.ts'
import { openPool } from '../database/connections.ts'
import { plain, plainDatabase } from '../database/database.ts'
import { startServiceJobs } from '../jobs/service-jobs.ts'
import type { JobHandlers } from '../jobs/jobs.ts'
import type { JobWorker } from '../jobs/worker.ts'
import { type Hint, subscribeToHints } from '../kv/hints.ts'
import { memoryKv } from '../kv/memory.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { actorOf } from '../test/actors.ts'
import { testDatabase } from '../test/test-database.ts'
import { until } from '../test/wait.ts'
import { taskRoutes } from './routes.ts'
import { type TaskContext, taskJob } from './task-job.ts'
import { addToReport, cancelTask, eraseTasksOf, failLostTasks, listTasks, maxReport, type OfTask, readTask, startTaskFor } from './tasks.ts'

type Jobs = { sort: OfTask & { words: string[] }; sweep: undefined }
type Context = TaskContext<object, Jobs['sort']>
const startTask = startTaskFor<Jobs>('library')
const kv = memoryKv()
const hints: Hint[] = []
const workers: JobWorker[] = []
let url: string
let pool: pg.Pool
const me = actorOf()

beforeAll(async () => {
  url = await testDatabase('kit')
  pool = openPool(url)
  await subscribeToHints(kv, (hint) => hints.push(hint))
})
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop(200))))
afterAll(() => pool.end())

const start = (words = ['b', 'a']) => startTask(plain(pool), me, { kind: 'sort', payload: { words }, subject: 'shelf:1' })
const read = (id: string) => readTask(plain(pool), me, id)
const ended = (id: string) => until(async () => (await read(id))?.state !== 'running')
const workWith = (work: (context: Context) => Promise<object | undefined>, more: Parameters<typeof taskJob>[1] = {}) => {
  const handlers: JobHandlers = { sort: taskJob(work, { backoff: () => 10, ...more } as never) }
  const rest = { workers: {}, worker: undefined, everyKind: true, deps: {}, now: () => new Date(), onCommit: () => {} }
  const worker = startServiceJobs({ handlers, pool, kv, log: pino({ level: 'silent' }), metrics: createMetrics(), ...rest })
  workers.push(worker)
  return worker
}

test('a task runs with progress and report to its result, and its person gets hints', async () => {
  const id = await start()
  expect(await read(id)).toMatchObject({
    id,
    kind: 'sort',
    subject: 'shelf:1',
    state: 'running',
    cancellable: true,
    progress: 0,
    ended_at: null,
  })
  let seen: unknown
  workWith(async ({ job, progress, report }) => {
    await progress(0.5, 'sorting')
    await report([{ item: 'b', outcome: 'done' }])
    seen = await read(id)
    await report([{ item: 'a', outcome: 'failed', code: 'field.invalid', params: { n: 1 } }])
    return { sorted: job.payload.words.toSorted() }
  })
  await ended(id)
  expect(seen).toMatchObject({ state: 'running', progress: 0.5, note: 'sorting', report: [{ item: 'b' }] })
  expect(await read(id)).toMatchObject({
    state: 'finished',
    progress: 1,
    result: { sorted: ['a', 'b'] },
    error: null,
    report: [
      { item: 'b', outcome: 'done' },
      { item: 'a', outcome: 'failed', code: 'field.invalid', params: { n: 1 } },
    ],
    ended_at: expect.any(String),
  })
  await until(() => hints.filter((hint) => hint.id === id).length >= 2)
  expect(hints.find((hint) => hint.id === id)).toEqual({
    subject: 'taskChanged',
    aggregate: 'task',
    id,
    org: me.org,
    people: [me.person],
  })
})

test('the row and its job are committed together or not at all', async () => {
  let id = ''
  await expect(
    plainDatabase(pool).$transaction(async (tx) => {
      id = await startTask(tx, me, { kind: 'sort', payload: { words: [] } })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await read(id)).toBeUndefined()
  expect((await pool.query('select 1 from kit.jobs where key = $1', [`task:${id}`])).rowCount).toBe(0)
})

test('a refusal ends it at once with its code; another error after the last try', async () => {
  let tries = 0
  const refused = await start()
  workWith(async () => {
    tries++
    throw conflict('blob.changed', { n: 7 })
  })
  await ended(refused)
  expect([tries, await read(refused)]).toMatchObject([1, { state: 'failed', error: { code: 'blob.changed', params: { n: 7 } } }])
  await Promise.all(workers.splice(0).map((worker) => worker.stop(200)))
  const broken = await start()
  tries = 0
  workWith(
    async () => {
      tries++
      throw new Error('no disk')
    },
    { maxTries: 2 },
  )
  await ended(broken)
  expect([tries, await read(broken)]).toMatchObject([2, { state: 'failed', error: { code: 'internal' } }])
})

test('cancelled: one that waits never begins, one that runs stops at its next step', async () => {
  const waiting = await start()
  expect(await cancelTask(plain(pool), me, waiting)).toMatchObject({ state: 'cancelled' })
  let steps = 0
  const running = await start()
  workWith(async ({ progress, report }) => {
    await progress(0.1)
    await report([{ item: 'a', outcome: 'done' }])
    steps++
    await until(async () => (await read(running))?.state === 'cancelled')
    await progress(0.2)
    steps++
    return {}
  })
  await until(() => steps === 1)
  await cancelTask(plain(pool), me, running)
  await until(async () => (await pool.query('select 1 from kit.jobs where key = $1', [`task:${running}`])).rowCount === 0)
  expect([steps, await read(running)]).toMatchObject([1, { state: 'cancelled', result: null, report: [{ item: 'a' }] }])
  expect(await cancelTask(plain(pool), me, running)).toMatchObject({ state: 'cancelled' })
})

test('the hint of a cancelled task follows the commit', async () => {
  const id = await start()
  const pages = memoryKv()
  const seen: Promise<unknown>[] = []
  await subscribeToHints(pages, () => seen.push(read(id)))
  const cancelling = taskRoutes(pages).handlers['PUT /internal-api/tasks/:id/cancel']!
  const answer = await cancelling({ deps: { db: plainDatabase(pool) }, actor: me, params: { id } } as never)
  expect(answer).toMatchObject({ id, state: 'cancelled' })
  await until(() => seen.length > 0)
  expect(await Promise.all(seen)).toMatchObject([{ state: 'cancelled' }])
})

test('one that endures is not cancelled, and its work is done when its person is erased', async () => {
  const other = actorOf()
  const words = ['a']
  const id = await startTask(plain(pool), other, { kind: 'sort', payload: { words, endures: true } })
  await expect(cancelTask(plain(pool), other, id)).rejects.toMatchObject({ status: 409, code: 'task.notCancellable' })
  expect(await readTask(plain(pool), other, id)).toMatchObject({ state: 'running', cancellable: false })
  await eraseTasksOf(plain(pool), other.person)
  const steps: number[] = []
  workWith(async ({ progress }) => {
    for (const share of [0.5, 1]) {
      await progress(share)
      steps.push(share)
    }
    return {}
  })
  await until(async () => (await pool.query('select 1 from kit.jobs where key = $1', [`task:${id}`])).rowCount === 0)
  expect(steps).toEqual([0.5, 1])
})

test('of a killed process: the next one goes on with it', async () => {
  const id = await start()
  const child = spawn(process.execPath, [fileURLToPath(new URL('../test/task-process.ts', import.meta.url)), url], { stdio: 'ignore' })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  await until(async () => (await read(id))?.note === 'half', 20_000).finally(() => child.kill('SIGKILL'))
  await exit
  expect(await read(id)).toMatchObject({ state: 'running', progress: 0.5 })
  await pool.query(`update kit.jobs set lease_until = now() - interval '1 s' where key = $1`, [`task:${id}`]) // its lease runs out
  workWith(async () => ({ resumed: true }))
  await ended(id)
  expect(await read(id)).toMatchObject({ state: 'finished', result: { resumed: true } })
})

test('one whose job is gone or given up says that it failed', async () => {
  const [gone, dead, alive] = [await start(), await start(), await start()]
  await pool.query('delete from kit.jobs where key = $1', [`task:${gone}`])
  await pool.query('update kit.jobs set dead = true where key = $1', [`task:${dead}`])
  expect(await failLostTasks(plain(pool))).toEqual([]) // too new to be sure
  await pool.query(`update kit.tasks set updated_at = now() - interval '2 minutes' where state = 'running'`)
  const lost = await failLostTasks(plain(pool))
  expect(lost.map(({ id }) => id).sort()).toEqual([gone, dead].sort())
  expect(await read(gone)).toMatchObject({ state: 'failed', error: { code: 'task.lost' } })
  expect(await read(alive)).toMatchObject({ state: 'running' })
  await cancelTask(plain(pool), me, alive)
})

test('only its person reads it, in its organisation; an erased person has none', async () => {
  const id = await start()
  expect(await readTask(plain(pool), actorOf({ org: me.org }), id)).toBeUndefined()
  expect(await readTask(plain(pool), { ...me, org: actorOf().org }, id)).toBeUndefined()
  expect(await cancelTask(plain(pool), actorOf({ org: me.org }), id)).toBeUndefined()
  expect((await listTasks(plain(pool), me, { state: 'running', limit: 50 })).map((task) => task.id)).toEqual([id])
  expect((await listTasks(plain(pool), me, { limit: 1 }))[0]?.id).toBe(id)
  await eraseTasksOf(plain(pool), me.person)
  expect(await listTasks(plain(pool), me, { limit: 50 })).toEqual([])
})

test('work that is tried again and reports everything again has each line once', async () => {
  const id = await start()
  let tries = 0
  workWith(async ({ report, beginReport }) => {
    await beginReport()
    await report([{ item: 'a', outcome: 'done' }])
    if (++tries === 1) throw new Error('the power is gone')
    await report([{ item: 'b', outcome: 'done' }])
    return {}
  })
  await ended(id)
  expect((await read(id))?.report.map(({ item }) => item)).toEqual(['a', 'b'])
})

test('a report is bounded', async () => {
  const id = await start()
  const line = { item: 'x', outcome: 'done' } as const
  for (let n = 0; n < 3; n++) await addToReport(plain(pool), id, Array(200).fill(line))
  expect((await read(id))?.report).toHaveLength(maxReport)
})
