// Facts from commit to consumed. A fact's id is a UUIDv7, so it carries the time it was made; the inbox row has the time it was handled.
import { emitAll, fact } from '@lyceum/kit/outbox'
import { plain } from '@lyceum/kit/db'
import { newId } from '@lyceum/kit/ids'
import { CourseChangedSchema } from '@lyceum/proto/course'
import autocannon from 'autocannon'
import pg from 'pg'
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { cpuOf, cpuSince } from './cpu.ts'
import { type Figure, ms, perSecond } from './figures.ts'

const burst = 20_000
const rate = 200
const clients = 8
const perClient = 4

export async function facts(product: Product): Promise<Figure[]> {
  // the steady rate first: after the burst other consumers than the one that is watched are still at work on it
  const steady = await lag(product)
  return [await throughput(product), steady]
}

/** Many facts committed at once: what relay, bus and the consumer of activity carry, against writing the same rows by plain SQL. */
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

/** Courses renamed at a steady rate: how long after it was made a fact is handled by activity. */
async function lag(product: Product): Promise<Figure> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const courses = await Promise.all(
    Array.from({ length: clients * perClient }, (_, nth) =>
      teacher.call('POST /api/course', { body: { name: `Steady ${nth}`, course_code: `S${nth}` } }),
    ),
  )
  const activity = await connect(product.databases.activity!)
  try {
    const write = (seconds: number) => {
      let at = 0
      return autocannon({
        url: product.url,
        connections: clients,
        duration: seconds,
        overallRate: rate,
        headers: { cookie: teacher.cookie, 'request-scope': teacher.org, 'content-type': 'application/json' },
        // each client has courses of its own: they would else wait for each other's rows, in step
        setupClient: (client) => {
          const own = courses.slice(at, at + perClient)
          at += perClient
          client.setRequests(
            own.map(({ id }) => ({
              method: 'PUT' as const,
              path: `/api/courses/${id}`,
              setupRequest: (request: object) => ({ ...request, body: JSON.stringify({ name: `Steady ${Math.random()}` }) }),
            })),
          )
        },
      })
    }
    // code that has just begun is slow for its first few hundred writes
    await write(3)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const {
      rows: [before],
    } = await activity.query('select clock_timestamp() as at')
    const pid = product.process?.pid
    const cpu = pid && (await cpuOf(pid))
    const result = await write(10)
    const each = pid && cpu ? await cpuSince(pid, cpu, result.requests.total) : undefined
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
      baseline: `the write itself p50 ${ms(result.latency.p50)}, p99 ${ms(result.latency.p99)}`,
      ratio: p99 / Math.max(1, result.latency.p99),
      aim: `p99 ${most} ms`,
      met: p99 <= most,
      ...(each && {
        note: `of processor time a write, its fact and its three consumers take ${each.own.toFixed(1)} ms in the process and ${each.others.toFixed(1)} ms in its database: at ${rate} facts/s ${(((each.own + each.others) * rate) / 1000).toFixed(1)} of the two cores that they share with the load generator. The fact is made in the middle of the write, so its lag holds the second half of the write (three round trips and a commit), one trip of the relay and four of each consumer.`,
      }),
    }
  } finally {
    await activity.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
