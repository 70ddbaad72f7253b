// A published course with a teacher who writes and a student who is notified: the fixture of every fault.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CallFailed } from '@lyceum/kit/calls/client'
import { scaled, until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { makeSchool, type Person, type School } from '../flows/school.ts'
import type { Address } from '../flows/start.ts'

/** The length of an outage, milliseconds: 10 s in CI, a minute in `npm run test:long`. */
export const outage = process.env.LYCEUM_LONG ? 60_000 : 10_000

export type Ground = { school: School; teacher: Person; student: Person; course: string }

export async function makeGround(at: Address): Promise<Ground> {
  const school = await makeSchool(at)
  const [teacher, student] = await Promise.all([school.signIn('teacher'), school.signIn('student')])
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Tides and currents' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  const { access_code } = await teacher.call('GET /api/course/:id/access_code', { params: { id: course } })
  await student.call('POST /api/course/join', { body: { access_code } })
  // the join is a fact on its way: the members at an activity's arrival are notified of it
  await until(() => isMember(at.databases.notification, course, student.id), 30_000, 50)
  return { school, teacher, student, course }
}

const isMember = async (database: string | undefined, course: string, person: string) =>
  (
    await query<{ n: number }>(
      database,
      `select count(*)::int as n from mirror.members where course_id = $1::uuid and person_id = $2::uuid`,
      [course, person],
    )
  )[0]?.n === 1

export async function query<T>(database: string | undefined, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as T[]
  } finally {
    await client.end()
  }
}

export type Writing = {
  /** Ids by title, of every write with status 201. */
  acknowledged: Map<string, string>
  /** Answers other than 2xx, with their times of day; each write was tried again with the same key. */
  refusals: string[]
  /** Longest wait for an answer, milliseconds. */
  slowest: number
  /** Ends the writing; resolves when the writes under way are answered. */
  stop(): Promise<void>
}

/** Publishes pages one after another, each under an Idempotency-Key and tried again until it is acknowledged, as the BFF's callers do. */
export function keepWriting({ teacher, course }: Ground, { writers = 2, pause = 60 }: { writers?: number; pause?: number } = {}): Writing {
  const writing: Writing = { acknowledged: new Map(), refusals: [], slowest: 0, stop: async () => {} }
  let going = true
  const write = async () => {
    while (going) {
      const title = `Page ${randomUUID()}`
      const key = randomUUID()
      for (let attempt = 0; attempt < 600; attempt++) {
        const asked = performance.now()
        const made = await teacher
          .call('POST /api/courses/:id/activities', {
            params: { id: course },
            body: { type: 'page', title, body: '<p>High water</p>', published: true },
            headers: { 'idempotency-key': key },
          })
          .catch((error: unknown) => error)
        writing.slowest = Math.max(writing.slowest, performance.now() - asked)
        if (!(made instanceof Error)) {
          writing.acknowledged.set(title, (made as { id: string }).id)
          break
        }
        writing.refusals.push(
          `${new Date().toISOString()} ${made instanceof CallFailed ? `${made.status} ${made.problem.code}` : made.message}`,
        )
        await sleep(200)
      }
      await sleep(pause)
    }
  }
  const done = Array.from({ length: writers }, write)
  writing.stop = async () => {
    going = false
    await Promise.all(done)
  }
  return writing
}

export type Reading = {
  answered: number
  /** Reads without a 2xx answer. */
  refusals: string[]
  /** Longest wait for an answer, milliseconds. */
  slowest: number
  stop(): Promise<void>
}

/** The reads of an open page, one after another: each once, without retries here. */
export function keepReading({ teacher, student, course }: Ground, { readers = 3, pause = 30 } = {}): Reading {
  const reading: Reading = { answered: 0, refusals: [], slowest: 0, stop: async () => {} }
  const params = { id: course }
  const reads = [
    () => student.call('GET /api/session'),
    () => student.call('GET /api/notifications', { query: { page: 1 } }),
    () => student.call('GET /api/courses/:id/content', { params }),
    () => teacher.call('GET /api/courses/:id', { params }),
    () => teacher.call('GET /api/uploads', { query: {} }),
  ]
  let going = true
  const read = async (first: number) => {
    for (let nth = first; going; nth++) {
      const asked = performance.now()
      await reads[nth % reads.length]!().then(
        () => reading.answered++,
        (error: Error) => reading.refusals.push(`${new Date().toISOString()} read ${nth % reads.length}: ${error.message}`),
      )
      reading.slowest = Math.max(reading.slowest, performance.now() - asked)
      await sleep(pause)
    }
  }
  const done = Array.from({ length: readers }, (_, nth) => read(nth))
  reading.stop = async () => {
    going = false
    await Promise.all(done)
  }
  return reading
}

export type Seen = {
  /** Acknowledged, but not in the course. */
  lost: string[]
  /** Titles that are in the course more than once. */
  doubled: string[]
  /** Acknowledged, but the student was not notified within the time. */
  untold: string[]
  /** Activities of which the student was notified more than once. */
  toldTwice: string[]
  /** Facts that wait or are parked, by service. */
  stuck: Record<string, { waiting: number; parked: number }>
}
export const allWell: Seen = { lost: [], doubled: [], untold: [], toldTwice: [], stuck: {} }

/** The state of the teacher's course and the student's notifications, when all facts have had up to `patience` milliseconds to arrive. */
export async function whatIsThere(at: Address, ground: Ground, { acknowledged }: Writing, patience = 60_000): Promise<Seen> {
  const { teacher, course } = ground
  const content = await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const ids = content.activities.map(({ id }) => id)
  const titles = content.activities.map(({ title }) => title)
  let told: string[] = []
  for (const end = performance.now() + scaled(patience); performance.now() < end; await sleep(200)) {
    told = await notifiedCourses(at, ground)
    if ([...acknowledged.values()].every((id) => told.includes(id))) break
  }
  const stuck: Seen['stuck'] = {}
  for (const [service, database] of Object.entries(at.databases)) {
    for (const end = performance.now() + scaled(10_000); ; ) {
      const [row] = await query<{ waiting: number; parked: number }>(
        database,
        'select (select count(*)::int from kit.outbox where position is null) as waiting, (select count(*)::int from kit.parked) as parked',
      )
      if (row && row.waiting + row.parked === 0) break
      if (performance.now() > end && row) {
        stuck[service] = row
        break
      }
      await sleep(200)
    }
  }
  return {
    lost: [...acknowledged.values()].filter((id) => !ids.includes(id)),
    doubled: repeated(titles),
    untold: [...acknowledged.values()].filter((id) => !told.includes(id)),
    toldTwice: repeated(told),
    stuck,
  }
}

const repeated = (list: string[]) => [...new Set(list.filter((one, at) => list.indexOf(one) !== at))]

/** The activities in the student's notifications, one entry for each time that one stands for them. The call gives the newest of a bundle alone. */
const notifiedCourses = async (at: Address, { student, course }: Ground): Promise<string[]> =>
  (
    await query<{ id: string }>(
      at.databases.notification,
      `select unnest(about)::text as id from notifications where type = 'activity_opened' and person_id = $1 and course_id = $2`,
      [student.id, course],
    )
  ).map(({ id }) => id)
