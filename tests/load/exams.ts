// An exam of a thousand students: all begin within a second, save each 15 s, hand in within ten; the deadline of a thousand more; and whole exams
// one after another, beside plain SQL that writes the same rows.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { cpuOf, cpuSince, inBoth } from './cpu.ts'
import { type Figure, ms, percentile, perSecond } from './figures.ts'
import { type Answered, callsOver, makeWriters, type Writer } from './writers.ts'

const students = Number(process.env.LYCEUM_BENCH_STUDENTS ?? 1000)
const saveSeconds = Math.min(30, Math.max(5, students / 30))
const [clients, wholeSeconds] = [16, 8]

type Writing = Writer & { attempt: string }
const truth = {
  type: 'true_false',
  title: '',
  stem: '<p>Spring tides come at new moon.</p>',
  content: {},
  key: { right: true },
  feedback: '',
  points: '1',
  tags: [],
}

async function makeExam(teacher: Person, course: string, { fixed, drawn }: { fixed: number; drawn: number }): Promise<string> {
  const bank = async (count: number) => {
    const { id } = await teacher.call('POST /api/banks', { body: { title: 'Questions', course_id: course } })
    const questions = Array.from({ length: count }, () => truth) as never
    const { results } = await teacher.call('POST /api/banks/:id/questions', { params: { id }, body: { questions } })
    return { id, questions: results.flatMap((one) => one.id ?? []) }
  }
  const asked = await bank(fixed)
  const pool = drawn > 0 ? await bank(drawn * 3) : undefined
  const draft = { type: 'exam', title: 'Tides', settings: { limit_minutes: 90, unlimited_attempts: true, shuffle_options: true } } as const
  const { id } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body: draft })
  const entries = [
    ...asked.questions.map((question_id) => ({ question_id, points: '1' })),
    ...(pool ? [{ draw: { bank_id: pool.id, count: drawn }, points: '1' }] : []),
  ]
  const sections = [{ id: 'part1', title: '', text: '', entries }]
  await teacher.call('PUT /api/activities/:id/paper', { params: { id }, body: { sections, version: 0 } })
  await teacher.call('POST /api/courses/:id/publish-activities', { params: { id: course }, body: { activity_ids: [id], published: true } })
  return id
}

/** `work` for each, evenly over so many milliseconds; resolves when all are done. */
async function spread<T, R>(list: readonly T[], over: number, work: (one: T, nth: number) => Promise<R>): Promise<R[]> {
  const began = performance.now()
  return await Promise.all(
    list.map(async (one, nth) => {
      await sleep(Math.max(0, (nth / list.length) * over - (performance.now() - began)))
      return await work(one, nth)
    }),
  )
}
const failures = (answers: readonly Answered[]) => answers.filter(({ status }) => status !== 200).length

export async function exams(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const course = (await teacher.call('POST /api/course', { body: { name: 'A thousand at once' } })).id
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const exam = await makeExam(teacher, course, { fixed: 30, drawn: 10 })
  const short = await makeExam(teacher, course, { fixed: 10, drawn: 0 })
  const writers = await makeWriters(product, school.id, course, students)
  const { call, close } = callsOver(product)
  const client = new pg.Client(product.databases.activity)
  await client.connect()
  const start = (writer: Writer, id = exam) => call(writer, 'POST', `/api/activities/${id}/attempts`, { device: writer.device })
  try {
    // the process has seen the way once
    for (const writer of writers.slice(0, 20)) await start(writer, short)

    const pid = product.process!.pid!
    const atRest = await cpuOf(pid)
    const begun = await spread(writers, 1000, async (writer) => {
      const began = performance.now()
      const started = await start(writer)
      const paper = await call(writer, 'GET', `/api/attempts/${started.body?.id}/paper`)
      return { ...started, status: Math.max(started.status, paper.status), taken: performance.now() - began }
    })
    const startCpu = await cpuSince(pid, atRest, writers.length)
    const writing = writers.map((writer, nth): Writing => ({ ...writer, attempt: begun[nth]!.body.id }))
    const bareStarts = await bareStart(client, exam)

    const rounds = Math.max(1, Math.round(saveSeconds / 15))
    const saved: Answered[] = []
    const beforeSaves = await cpuOf(pid)
    for (let round = 1; round <= rounds; round++)
      saved.push(...(await spread(writing, (saveSeconds / rounds) * 1000, (one, nth) => save(call, one, nth % 40, round))))

    const saveCpu = await cpuSince(pid, beforeSaves, saved.length)

    const handedIn = await spread(writing, 9000, (one) => call(one, 'POST', `/api/attempts/${one.attempt}/submit`, { device: one.device }))
    await until(async () => (await running(client, exam, ['running', 'submitted'])) === 0, 60_000, 100)

    await spread(writers, 4000, (writer) => start(writer))
    await client.query(
      `update attempts set deadline = now() - interval '40 s', accept_until = now() - interval '5 s' where activity_id = $1 and state = 'running'`,
      [exam],
    )
    await until(async () => (await running(client, exam, ['running'])) < students, 20_000, 5)
    const closing = performance.now()
    await until(async () => (await running(client, exam, ['running', 'submitted'])) === 0, 60_000, 20)
    const closed = performance.now() - closing

    const whole = await wholeExams(call, writers.slice(0, clients), short)
    const bareWhole = await bareExams(product, writers.slice(0, clients), short)
    const startTimes = begun.map(({ taken }) => taken)
    const [p95, p99] = [
      percentile(startTimes, 0.95),
      percentile(
        saved.map(({ taken }) => taken),
        0.99,
      ),
    ]
    const handed = percentile(
      handedIn.map(({ taken }) => taken),
      0.95,
    )
    const many = students.toLocaleString('en')
    return [
      {
        name: `${many} starts within a second, 40 questions of which 10 are drawn, each with its paper`,
        value: `p50 ${ms(percentile(startTimes, 0.5))}, p95 ${ms(p95)}, ${failures(begun)} failed`,
        baseline: `its row by one statement p95 ${ms(bareStarts)}`,
        ratio: p95 / bareStarts,
        aim: 'p95 2 s, none failed',
        met: p95 <= 2000 && failures(begun) === 0,
        note: `of processor time a start and its paper take ${inBoth(startCpu)}, the session of the student read and signed too.`,
      },
      {
        name: `${many} students saving an answer each ${Math.round(saveSeconds / rounds)} s`,
        value: `p50 ${ms(
          percentile(
            saved.map(({ taken }) => taken),
            0.5,
          ),
        )}, p99 ${ms(p99)}, ${failures(saved)} failed`,
        aim: 'p99 250 ms',
        met: p99 <= 250 && failures(saved) === 0,
        note: `of processor time ${inBoth(saveCpu)} a save, with what the product does by itself meanwhile.`,
      },
      {
        name: `${many} hand-ins within ten seconds`,
        value: `p95 ${ms(handed)}, ${failures(handedIn)} failed`,
        aim: 'none failed, p95 1 s',
        met: failures(handedIn) === 0 && handed <= 1000,
      },
      { name: `the deadline of ${many}, from the first closed to the last marked`, value: ms(closed), aim: '5 s', met: closed <= 5000 },
      {
        name: `whole exams of ten questions: opened, begun, ten saves, handed in; ${clients} clients`,
        value: perSecond(whole),
        baseline: `their rows by plain SQL ${perSecond(bareWhole)}`,
        ratio: bareWhole / whole,
        aim: '60/s',
        met: whole >= 60,
        note: 'the ratio is how many of plain SQL fit into one.',
      },
    ]
  } finally {
    close()
    await client.end()
  }
}

type Call = ReturnType<typeof callsOver>['call']
const save = (call: Call, { attempt, device, ...writer }: Writing, slot: number, seq: number) =>
  call({ ...writer, device }, 'PUT', `/api/attempts/${attempt}/answers`, { device, items: [{ slot, seq, answer: { value: true } }] })

const running = async (client: pg.Client, exam: string, states: string[]): Promise<number> =>
  (await client.query('select count(*)::int as n from attempts where activity_id = $1 and state = any($2)', [exam, states])).rows[0].n

const insertAttempt = `
  insert into attempts (id, org_id, course_id, activity_id, person_id, paper_id, versions, seed, state, trial, device, started_at, deadline, accept_until, version)
  select $1, org_id, course_id, $2, $3, paper_id, versions, 1, 'marked', true, $1, now(), now(), now(), 1 from attempts where activity_id = $4 limit 1`

async function bareStart(client: pg.Client, exam: string): Promise<number> {
  const taken: number[] = []
  for (let nth = 0; nth < 200; nth++) {
    const began = performance.now()
    await client.query({ name: 'start', text: insertAttempt, values: [randomUUID(), randomUUID(), randomUUID(), exam] })
    taken.push(performance.now() - began)
  }
  return percentile(taken, 0.95)
}

async function wholeExams(call: Call, writers: readonly Writer[], exam: string): Promise<number> {
  const end = performance.now() + wholeSeconds * 1000
  let done = 0
  await Promise.all(
    writers.map(async (writer) => {
      while (performance.now() < end) {
        await call(writer, 'GET', `/api/activities/${exam}/my-attempts`)
        const { body } = await call(writer, 'POST', `/api/activities/${exam}/attempts`, { device: writer.device })
        await call(writer, 'GET', `/api/attempts/${body.id}/paper`)
        for (let slot = 0; slot < 10; slot++) await save(call, { ...writer, attempt: body.id }, slot, 1)
        const { status } = await call(writer, 'POST', `/api/attempts/${body.id}/submit`, { device: writer.device })
        if (status !== 200) throw new Error(`handing in was answered with ${status}`)
        done++
      }
    }),
  )
  return done / wholeSeconds
}

/** The same rows without the product: an attempt, ten answers, its end. */
async function bareExams(product: Product, writers: readonly Writer[], exam: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: product.databases.activity, max: writers.length })
  const end = performance.now() + 3000
  let done = 0
  await Promise.all(
    writers.map(async ({ person }) => {
      while (performance.now() < end) {
        const id = randomUUID()
        await pool.query({ name: 'start', text: insertAttempt, values: [id, randomUUID(), person, exam] })
        for (let slot = 0; slot < 10; slot++)
          await pool.query({
            name: 'save',
            text: `insert into attempt_answers (attempt_id, slot, seq, answer, saved_at) values ($1, $2, 1, '{"value": true}', now())`,
            values: [id, slot],
          })
        await pool.query({ name: 'end', text: 'update attempts set submitted_at = now() where id = $1', values: [id] })
        done++
      }
    }),
  )
  await pool.end()
  return done / 3
}
