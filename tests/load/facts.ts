// Facts from commit to consumed. A fact's id is a UUIDv7, so it carries the time it was made; the inbox row has the time it was handled.
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { CourseChangedSchema } from '@lyceum/proto/course'
import pg from 'pg'
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { cpuOf, cpuSince, inBoth } from './cpu.ts'
import { type Figure, ms, percentile, perSecond } from './figures.ts'

const burst = 20_000
const rate = 200
const coursesWritten = 32

export async function facts(product: Product): Promise<Figure[]> {
  // the steady rate first: after the burst other consumers than the measured one are still busy with it
  const steady = await lag(product)
  return [await throughput(product), steady]
}

/** Many facts committed at once: the rate of relay, bus and the consumer of activity, against writing the same rows by plain SQL. */
async function throughput(product: Product): Promise<Figure> {
  const course = await connect(product.databases.course!)
  const activity = await connect(product.databases.activity!)
  try {
    const org = newId()
    const list = Array.from({ length: burst }, (_, nth) => {
      const id = newId()
      return fact(CourseChangedSchema, { key: `course:${id}`, org }, { course: { id, orgId: org, name: `Course ${nth}`, version: 1n } })
    })
    const began = performance.now()
    await course.query('begin')
    const ids: string[] = []
    for (let from = 0; from < burst; from += 1000) ids.push(...(await emitAll(plain(course), list.slice(from, from + 1000))))
    await course.query('commit')
    const plainRate = burst / ((performance.now() - began) / 1000)
    for (;;) {
      const {
        rows: [seen],
      } = await activity.query(
        'select count(*)::int as n, extract(epoch from max(at) - min(at))::float8 as seconds from kit.inbox where id = any($1::uuid[])',
        [ids],
      )
      if (seen.n === burst) {
        const ours = burst / seen.seconds
        return {
          name: `facts from outbox to handled (burst of ${burst.toLocaleString('en')})`,
          value: perSecond(ours),
          baseline: `written into the outbox ${perSecond(plainRate)}`,
          ratio: plainRate / ours,
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  } finally {
    await Promise.all([course.end(), activity.end()])
  }
}

/** Courses renamed at a steady rate: the time from a fact's creation until activity handles it. */
async function lag(product: Product): Promise<Figure> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const courses = await Promise.all(
    Array.from({ length: coursesWritten }, (_, nth) =>
      teacher.call('POST /api/course', { body: { name: `Steady ${nth}`, course_code: `S${nth}` } }),
    ),
  )
  const activity = await connect(product.databases.activity!)
  try {
    const write = (seconds: number) =>
      steadily(seconds * rate, (nth) =>
        teacher.call('PUT /api/courses/:id', {
          params: { id: courses[nth % courses.length]!.id },
          body: { name: `Steady ${Math.random()}` },
        }),
      )
    // code that has just begun is slow for its first few hundred writes
    await write(3)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const {
      rows: [before],
    } = await activity.query('select clock_timestamp() as at')
    const pid = product.process?.pid
    const cpu = pid && (await cpuOf(pid))
    const took = await write(10)
    const each = pid && cpu ? await cpuSince(pid, cpu, rate * 10) : undefined
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const {
      rows: [seen],
    } = await activity.query(
      `
      select count(*)::int as n, percentile_cont(array[.5, .99]) within group (order by extract(epoch from at - uuid_extract_timestamp(id)) * 1000) as lag
      from kit.inbox where at > $1`,
      [before.at],
    )
    const [p50, p99] = seen.lag as [number, number]
    const most = product.way === 'one' ? 30 : 150
    return {
      name: `lag of a fact at ${rate} facts/s`,
      value: `p50 ${ms(p50)}, p99 ${ms(p99)} (${seen.n} facts)`,
      baseline: `the write itself p50 ${ms(took.p50)}, p99 ${ms(took.p99)}`,
      ratio: p99 / Math.max(1, took.p99),
      aim: `p99 ${most} ms`,
      met: p99 <= most,
      ...(each && {
        note: `of processor time a write, its fact and its three consumers take ${inBoth(each)}: at ${rate} facts/s ${(((each.own + each.others) * rate) / 1000).toFixed(1)} of the two cores that they share with the load generator. The fact is made in the middle of the write, so its lag holds the second half of the write (three round trips and a commit), one trip of the relay and four of each consumer.`,
      }),
    }
  } finally {
    await activity.end()
  }
}

/**
 * Calls at even distances, whether or not those before are answered: a generator of so many per second (autocannon's rate) sends them as
 * fast as it can and then waits for the next second, which measures something else. Answers milliseconds.
 */
async function steadily(count: number, call: (nth: number) => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const began = performance.now()
  const took: number[] = []
  const calls: Promise<void>[] = []
  for (let nth = 0; nth < count; nth++) {
    const wait = began + (nth * 1000) / rate - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const at = performance.now()
    calls.push(call(nth).then(() => void took.push(performance.now() - at)))
  }
  await Promise.all(calls)
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99) }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
