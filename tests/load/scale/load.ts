// The capacity of one replica of each target: from the processor time that a piece of work takes in each process, since other work on the
// machine disturbs it little.
import { setTimeout as pause } from 'node:timers/promises'
import { makeVideo } from '../../faults/files.ts'
import { ready } from '../../../deploy/cluster.ts'
import { makeSchool, signIn } from '../../flows/school.ts'
import { end, startProduct } from '../../flows/start.ts'
import { startBaseline } from '../baseline.ts'
import { mib } from '../figures.ts'
import { pound } from '../pound.ts'
import { keep } from './measured.ts'
import { type Cost, type Memory, postgresOf, processesOf } from './processes.ts'
import { makeGround } from './at-work.ts'
import { type Work, works } from './work.ts'

/** The greatest load of a core: beyond it waiting begins. */
const full = 0.7
/** Milliseconds over a whole run: smaller figures are not distinguished from chance. */
const chance = 50
const filmSeconds = 30
type Done = Work & { count: number; cost: Cost; note?: string }

/** `write`: the figures are kept for sizing.ts. */
export async function load(seconds: number, write: boolean): Promise<string[]> {
  const product = await startProduct({ way: 'servers', name: 'bench-scale', env: { RATE_LIMIT: '0', LOG_LEVEL: 'error' } })
  const bytes = Number(new URL(product.bytes).port)
  const second = product.cluster!.start('upload', { port: bytes + 700, name: 'upload through' }, { S3_DIRECT: 'false' })
  try {
    await ready(`http://127.0.0.1:${bytes + 700}/readyz`, second)
    const video = await makeVideo(filmSeconds)
    const processes = processesOf(product, { 'upload through': second.pid! })
    const school = await makeSchool(product)
    await pause(5000)
    const idle = await processes.rest(10_000)
    const rest = await processes.memory()
    const streams = await open(product, school)
    const bare = await baseline(product.databases.course!, school.people.teacher.id, seconds)
    const before = await processes.now()
    const ground = await makeGround(product, processes, school, video, `http://127.0.0.1:${bytes + 701}`, seconds)
    const { transcode = 0 } = await processes.since(before, filmSeconds * 1000)
    const done: Done[] = []
    for (const work of works) {
      const result = await work.run(ground)
      const cost = Object.fromEntries(Object.entries(result.cost).filter(([, ms]) => ms * result.count >= chance))
      done.push({ ...work, ...result, cost })
      console.error(work.name, Math.round(result.count), JSON.stringify(rounded(result.cost)))
    }
    const most = await processes.memory()
    const figures = {
      costs: Object.fromEntries(done.map(({ key, cost }) => [key, kept(cost)])),
      transcode,
      memory: Object.fromEntries(Object.entries(most).map(([target, one]) => [target, Math.round(one.most / 2 ** 20)])),
      stream: { ms: streams.ms, kib: streams.bytes / 1024 },
    }
    if (write) keep(figures)
    return [costs(done, bare, transcode), held(done), memory(rest, most, idle, streams)]
  } finally {
    await end(second, 'SIGTERM')
    await product.stop()
  }
}

async function baseline(database: string, person: string, seconds: number) {
  const bare = await startBaseline(database)
  try {
    const ask = async (path: string) => (await pound({ url: bare.url, pid: bare.pid, clients: 16, seconds, shots: [{ path }] })).cpu!.own
    return { hello: await ask('/hello'), row: await ask(`/row/${person}`) }
  } finally {
    await bare.stop()
  }
}

/** Open pages with a hint stream, eight of each session: the BFF's memory for each, and the cost of its pulse. */
async function open(product: Parameters<typeof processesOf>[0], school: Awaited<ReturnType<typeof makeSchool>>) {
  const processes = processesOf(product)
  const { login } = school.people.student
  const sessions = []
  for (let nth = 0; nth < 40; nth++) sessions.push(await signIn(product, { login, password: school.password, org: school.id }))
  await pause(2000)
  const before = (await processes.memory()).bff!.resident
  const over = new AbortController()
  const held = await Promise.all(
    sessions.flatMap(({ cookie, org }) =>
      Array.from({ length: 8 }, () => fetch(`${product.url}/api/events?scope=${org}`, { headers: { cookie }, signal: over.signal })),
    ),
  )
  await pause(3000)
  const began = await processes.now()
  const from = performance.now()
  await pause(20_000)
  const { bff = 0, redis = 0 } = await processes.since(began, held.length * ((performance.now() - from) / 1000))
  const bytes = ((await processes.memory()).bff!.resident - before) / held.length
  over.abort()
  return { count: held.length, bytes, ms: bff, redis }
}

const kept = (cost: Cost) => ({
  ...Object.fromEntries([...columns, 'kafka', 'redis', 's3'].map((target) => [target, Number(of(cost, target).toFixed(4))])),
  postgres: Number(postgresOf(cost).toFixed(4)),
})
const rounded = (cost: Cost) =>
  Object.fromEntries(Object.entries(cost).flatMap(([name, ms]) => (ms >= 0.005 ? [[name, Number(ms.toFixed(3))]] : [])))
const shown = (ms: number) => (ms >= 0.005 ? ms.toFixed(ms < 1 ? 2 : 1) : '')
const columns = ['bff', 'identity', 'course', 'activity', 'upload', 'notification', 'statistics'] as const
/** The second upload process counts as one: only one of them gets calls at a time, and both consume facts. */
const of = (cost: Cost, target: string) => (cost[target] ?? 0) + (target === 'upload' ? (cost['upload through'] ?? 0) : 0)

function costs(done: Done[], bare: { hello: number; row: number }, transcode: number): string {
  const line = (name: string, cells: string[]) => `| ${name} | ${cells.join(' | ')} |`
  return [
    '## Processor time per operation, milliseconds',
    '',
    line('work', [...columns, 'PostgreSQL', 'Kafka', 'Redis', 'S3', 'all : bare route']),
    `|---|${[...columns, 1, 2, 3, 4, 5].map(() => '---').join('|')}|`,
    ...done.map(({ name, piece, cost, note }) => {
      const all = columns.reduce((sum, target) => sum + of(cost, target), 0) + postgresOf(cost)
      return line(`${name}, per ${piece}${note ? ` (${note})` : ''}`, [
        ...columns.map((target) => shown(of(cost, target))),
        ...[postgresOf(cost), cost.kafka ?? 0, cost.redis ?? 0, cost.s3 ?? 0].map(shown),
        (all / bare.hello).toFixed(0),
      ])
    }),
    '',
    `From each process's counters in /proc, on servers with one process per target; PostgreSQL's time is that of this system's connections alone. The baseline of the same run is a bare Fastify route: ${(bare.hello * 1000).toFixed(0)} µs, with one query ${(bare.row * 1000).toFixed(0)} µs. Transcoding takes ${transcode.toFixed(1)} s of processor for a second of 720p film with three qualities. Rates by the clock are in [bench.md](bench.md): there the load generator and all servers share the cores, so they are less precise.`,
    '',
  ].join('\n')
}

function held(done: Done[]): string {
  return [
    `## Throughput of one replica with one core at ${full * 100} %`,
    '',
    '| work | target | ms of processor each | a second |',
    '|---|---|---|---|',
    ...done.flatMap(({ name, piece, cost }) =>
      columns
        .filter((target) => of(cost, target) >= 0.05 * columns.reduce((sum, one) => sum + of(cost, one), 0))
        .map((target) => {
          const ms = of(cost, target)
          const rate = (full * 1000) / ms
          return `| ${name} | ${target} | ${ms.toFixed(ms < 1 ? 3 : 2)} | ${rate >= 100 ? Math.round(rate).toLocaleString('en') : rate.toFixed(1)} × ${piece} |`
        }),
    ),
    '',
    `${full} s of processor in each second, divided by the time of one operation; the times of different operations of a replica add up. Targets with less than a twentieth of an operation are left out.`,
    '',
  ].join('\n')
}

type Streams = Awaited<ReturnType<typeof open>>
function memory(rest: Record<string, Memory>, most: Record<string, Memory>, idle: Cost, streams: Streams): string {
  return [
    '## Memory and idle load of each process',
    '',
    '| target | at rest | of that its own | at most while all of this was done | processor at rest, ms a second |',
    '|---|---|---|---|---|',
    ...Object.entries(rest)
      .filter(([target]) => target !== 'upload through')
      .map(([target, { resident, own }]) => {
        const top = Math.max(most[target]?.most ?? 0, target === 'upload' ? (most['upload through']?.most ?? 0) : 0)
        return `| ${target} | ${mib(resident)} | ${mib(own)} | ${mib(top)} | ${(idle[target] ?? 0).toFixed(1)} |`
      }),
    '',
    `Resident memory; the shared part is mapped files, mainly node itself. An open page with its hint stream takes ${(Math.max(0, streams.bytes) / 1024).toFixed(0)} KiB of the BFF and ${(streams.ms * 1000).toFixed(0)} µs of its processor a second (${streams.count} of them for 20 s). Idle load is not counted as the cost of any operation, nor is an amount of less than ${chance} ms in a whole run.`,
    '',
  ].join('\n')
}
