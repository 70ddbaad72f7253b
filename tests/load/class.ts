// A class of four hundred: all claim to be present within a second, all answer a vote within another, all read the class after one hint, and each holds
// a stream of hints; beside rows that a bare server reads in the same rhythm.
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@lyceum/kit/test/wait'
import { query } from '../faults/course.ts'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { startBaseline } from './baseline.ts'
import { cpuOf, cpuSince, inBoth, inProcess, type Spent } from './cpu.ts'
import { type Figure, mib, ms, percentile } from './figures.ts'
import { memoryOf } from './memory.ts'
import { type Answered, callsOver, makeWriters, type Writer } from './writers.ts'

const students = Number(process.env.LYCEUM_BENCH_STUDENTS ?? 400)
const sockets = 200
/** Seconds at rest that are measured, and hints of which one is the mean. */
const restSeconds = 15
const hints = 20

type Call = ReturnType<typeof callsOver>['call']
type Round = { times: number[]; failed: number; cpu: Spent }

/** `work` for each within a second. */
async function within(pid: number, writers: readonly Writer[], work: (writer: Writer) => Promise<Answered>): Promise<Round> {
  const before = await cpuOf(pid)
  const began = performance.now()
  const answers = await Promise.all(
    writers.map(async (writer, nth) => {
      await sleep(Math.max(0, (nth / writers.length) * 1000 - (performance.now() - began)))
      return await work(writer)
    }),
  )
  return {
    times: answers.map(({ taken }) => taken),
    failed: answers.filter(({ status }) => status !== 200).length,
    cpu: await cpuSince(pid, before, writers.length),
  }
}

/** Milliseconds until `work` answers true. */
async function untilTrue(work: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  await until(work, 20_000, 20)
  return performance.now() - began
}

type Class = { session: string; teacher: Person; call: Call; pid: number; writers: readonly Writer[] }

async function claims({ session, teacher, call, pid, writers }: Class) {
  const opened = await teacher.call('POST /api/class-sessions/:id/roll-calls', {
    params: { id: session },
    body: { ways: ['number'], minutes: 30 },
  })
  const params = { id: opened.id }
  const { number } = await teacher.call('GET /api/roll-calls/:id/code', { params })
  const round = await within(pid, writers, ({ device, ...writer }) =>
    call({ device, ...writer }, 'POST', `/api/roll-calls/${opened.id}/claim`, { number, device }),
  )
  const board = await untilTrue(
    async () =>
      (await teacher.call('GET /api/class-sessions/:id/board', { params: { id: session } })).counts.present ===
      writers.length - round.failed,
  )
  const closing = performance.now()
  await teacher.call('POST /api/roll-calls/:id/close', { params })
  return { ...round, board, closed: performance.now() - closing }
}

async function answers({ session, teacher, call, pid, writers }: Class) {
  const options = ['A', 'B', 'C', 'D'].map((text, nth) => ({ id: `option${nth}`, text: `<p>${text}</p>` }))
  const vote = await teacher.call('POST /api/class-sessions/:id/votes', {
    params: { id: session },
    body: { question: { type: 'single', stem: '<p>When are tides highest?</p>', content: { options } }, anonymous: false } as never,
  })
  let nth = 0
  const round = await within(pid, writers, (writer) =>
    call(writer, 'PUT', `/api/votes/${vote.id}/answer`, { answer: { choice: options[nth++ % 4]!.id }, seq: 1 }),
  )
  const results = await untilTrue(
    async () => (await teacher.call('GET /api/votes/:id/results', { params: { id: vote.id } })).n === writers.length - round.failed,
  )
  await teacher.call('PUT /api/votes/:id', { params: { id: vote.id }, body: { state: 'closed', version: vote.version } })
  return { ...round, results }
}

type Stream = { request: ClientRequest; heard: number }
/** A page of each student with its stream; `heard` counts the hints of this class. */
async function openStreams(product: Product, writers: readonly Writer[], org: string, session: string): Promise<Stream[]> {
  const { hostname, port } = new URL(product.url)
  const one = (writer: Writer) =>
    new Promise<Stream>((resolve, reject) => {
      const asked = request({ agent: false, hostname, port, path: `/api/events?scope=${org}`, headers: writer.headers })
      const stream: Stream = { request: asked, heard: 0 }
      asked.on('error', reject)
      asked.on('response', (answer: IncomingMessage) => {
        if (answer.statusCode !== 200) reject(new Error(`a stream was answered with ${answer.statusCode}`))
        answer.setEncoding('utf8')
        answer.on('error', () => {})
        answer.on('data', (text: string) => {
          if (text.includes(session)) stream.heard++
        })
        resolve(stream)
      })
      asked.end()
    })
  const streams: Stream[] = []
  for (let first = 0; first < writers.length; first += 50) streams.push(...(await Promise.all(writers.slice(first, first + 50).map(one))))
  return streams
}

/** Changes of the class one after another, each heard by every stream before the next. */
async function changes({ session, teacher, pid }: Class, streams: readonly Stream[]): Promise<Spent> {
  const params = { id: session }
  let { version } = await teacher.call('GET /api/class-sessions/:id/state', { params, query: {} })
  const before = await cpuOf(pid)
  for (let nth = 0; nth < hints; nth++) {
    const heard = streams.map((stream) => stream.heard)
    const timer = { seconds: 60 + nth, running: false }
    version = (await teacher.call('PUT /api/class-sessions/:id', { params, body: { timer, version } })).version
    await until(() => streams.every((stream, at) => stream.heard > heard[at]!), 10_000, 10)
  }
  return await cpuSince(pid, before, hints)
}

/** Milliseconds of the process in a second, and its least memory meanwhile. */
async function atRest(pid: number): Promise<{ ms: number; bytes: number }> {
  const before = await cpuOf(pid)
  let bytes = Number.POSITIVE_INFINITY
  for (let second = 0; second < restSeconds; second++) {
    await sleep(1000)
    bytes = Math.min(bytes, (await memoryOf(pid)).process)
  }
  return { ms: (await cpuSince(pid, before, restSeconds)).own, bytes }
}

/** Seconds between two reads of a phone that has no stream, and of the whole. */
const rhythm = { every: 4, lasts: 24 }
/** Everybody reads by turns in that rhythm: milliseconds of the process in a second. */
async function polled(pid: number, writers: readonly Writer[], read: (writer: Writer) => Promise<Answered>): Promise<number> {
  const before = await cpuOf(pid)
  const began = performance.now()
  await Promise.all(
    writers.map(async (writer, nth) => {
      for (let at = (nth / writers.length) * rhythm.every; at < rhythm.lasts; at += rhythm.every) {
        await sleep(Math.max(0, at * 1000 - (performance.now() - began)))
        const { status } = await read(writer)
        if (status !== 200) throw new Error(`a read was answered with ${status}`)
      }
    }),
  )
  return (await cpuSince(pid, before, rhythm.lasts)).own
}

/** Also in the course's own list, by which streams know whose hints they carry. */
async function enrol(product: Product, teacher: Person, course: string, writers: readonly Writer[]): Promise<void> {
  const person_ids = writers.map(({ person }) => person)
  await teacher.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids, role: 'student' } })
  const known = `select count(*)::int as n from mirror.members where course_id = $1 and role = 'student' and version > 1`
  await until(async () => (await query<{ n: number }>(product.databases.activity, known, [course]))[0]?.n === writers.length, 60_000, 100)
}

export async function classes(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const course = (await teacher.call('POST /api/course', { body: { name: 'A hall of four hundred' } })).id
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const writers = await makeWriters(product, school.id, course, students)
  await enrol(product, teacher, course, writers)
  const { call, close } = callsOver(product, sockets)
  const { id: session } = await teacher.call('POST /api/courses/:id/class-sessions', {
    params: { id: course },
    body: { title: 'Lecture 7' },
  })
  const pid = product.process!.pid!
  const hall: Class = { session, teacher, call, pid, writers }
  const state = (writer: Writer) => call(writer, 'GET', `/api/class-sessions/${session}/state?device=${writer.device}`)
  const bare = await startBaseline(product.databases.activity!)
  const plain = callsOver({ ...product, url: bare.url }, sockets)
  try {
    // the process has seen the ways once, and everybody's phone the class
    await within(pid, writers, state)
    await claims({ ...hall, writers: writers.slice(0, 100) })
    await answers({ ...hall, writers: writers.slice(0, 100) })

    const bareRow = (writer: Writer) => plain.call(writer, 'GET', `/row/${writer.person}`)
    await within(bare.pid, writers, bareRow)
    const row = await within(bare.pid, writers, bareRow)
    const claimed = await claims(hall)
    const answered = await answers(hall)
    const reads = await within(pid, writers, state)
    const quiet = await atRest(pid)
    const phones = (await polled(pid, writers, state)) - quiet.ms
    const barePhones = await polled(bare.pid, writers, bareRow)
    const alone = await changes(hall, [])
    const streams = await openStreams(product, writers, school.id, session)
    const open = await atRest(pid)
    const heard = await changes(hall, streams)
    for (const stream of streams) {
      stream.request.on('error', () => {})
      stream.request.destroy()
    }
    const hint = Math.max(0, heard.own - alone.own)
    const memory = Math.max(0, open.bytes - quiet.bytes)
    const p95 = ({ times }: Round) => percentile(times, 0.95)
    const baseline = `one row of a bare server p95 ${ms(p95(row))}, ${inProcess(row.cpu)}`
    const figure = (name: string, round: Round, rest: Partial<Figure> & { also?: string; ok?: boolean } = {}): Figure => {
      const { also = '', ok = true, ...more } = rest
      return {
        name,
        value: `p50 ${ms(percentile(round.times, 0.5))}, p95 ${ms(p95(round))}, ${round.failed} failed${also}`,
        baseline,
        ratio: p95(round) / p95(row),
        note: `of processor time each takes ${inBoth(round.cpu)}, the session of the student read and signed too.`,
        ...more,
        met: round.failed === 0 && p95(round) < 500 && ok,
      }
    }
    return [
      figure(`${students} claims by number within a second`, claimed, {
        also: `; all on the board ${ms(claimed.board)} after the last; closed in ${ms(claimed.closed)}`,
        aim: 'p95 500 ms, board 1 s',
        ok: claimed.board < 1000,
      }),
      figure(`${students} answers to a vote within a second`, answered, {
        also: `; all in the results ${ms(answered.results)} after the last`,
        aim: 'p95 500 ms, results 1 s, 1.2 ms of the process each',
        ok: answered.results < 1000 && answered.cpu.own <= 1.2,
      }),
      figure(`${students} reads of the class within a second, as after one hint`, reads, { aim: 'p95 500 ms' }),
      {
        name: `${students} phones that read the class each ${rhythm.every} s`,
        value: `${(phones / 10).toFixed(1)} % of a core`,
        baseline: `one row of a bare server each ${(barePhones / 10).toFixed(1)} %`,
        ratio: phones / barePhones,
      },
      {
        name: `${students} open pages at rest`,
        value: `${((open.ms - quiet.ms) / 10).toFixed(1)} % of a core, ${mib(memory)}`,
        baseline: `without them ${(quiet.ms / 10).toFixed(1)} %, ${mib(quiet.bytes)}`,
        aim: '5 %, 20 MiB',
        met: open.ms - quiet.ms <= 50 && memory <= 20 * 2 ** 20,
      },
      {
        name: `a hint to ${students} pages`,
        value: `${hint.toFixed(1)} ms of the process`,
        baseline: `its change without pages ${alone.own.toFixed(1)} ms`,
        aim: '10 ms',
        met: hint <= 10,
      },
    ]
  } finally {
    close()
    plain.close()
    await bare.stop()
  }
}
