// The start page of a student of eight courses of sixty activities: the calls that it makes, and its HTML with their answers inside.
import pg from 'pg'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { startBaseline } from './baseline.ts'
import { courseOf } from './content-page.ts'
import { inDatabase, inProcess } from './cpu.ts'
import { type Figure, ms, perSecond } from './figures.ts'
import { readsIn } from './page-html.ts'
import { pound, type Pounded } from './pound.ts'

const [courses, activities, clients] = [8, 60, 8]
const address = '/user/index'
/** Milliseconds of PostgreSQL that a page may take, and pages a second. */
const aim = { postgres: 2.5, pages: 300 }
const day = 86_400_000

/** Of a term that is a little beyond its half: most of the first activities are done, every third has a due time, the last open later. */
const dates = (nth: number) => {
  const at = (days: number) => new Date(Date.now() + days * day).toISOString()
  return {
    ...(nth % 3 === 0 && nth < 48 && { due_time: at((nth - 35) * 1.5) }),
    ...(nth >= 54 && { start_time: at((nth - 53) * 4) }),
  }
}
/** Nothing is left out where each requires the one before it. */
const isDone = (nth: number, required: number) => nth < 36 && (required > 0 || nth % 9 !== 4)

/** A school with such a student. */
export async function studentOf(product: Product): Promise<Person> {
  const school = await makeSchool(product)
  const [teacher, student] = [await school.signIn('teacher'), await school.signIn('student')]
  for (let nth = 0; nth < courses; nth++) {
    // in every second course each activity requires the one before it
    const required = nth % 2
    const course = await courseOf(teacher, activities, [], required, dates)
    const { access_code } = await teacher.call('GET /api/course/:id/access_code', { params: { id: course } })
    await student.call('POST /api/course/join', { body: { access_code } })
    const content = await student.call('GET /api/courses/:id/content', { params: { id: course } })
    const inOrder = content.activities.toSorted((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }))
    for (const [at, { id }] of inOrder.entries())
      if (isDone(at, required)) await student.call('POST /api/course/activities-read/:id', { params: { id } })
  }
  return student
}

export async function startPage(product: Product): Promise<Figure[]> {
  const student = await studentOf(product)
  const reads = (await readsIn(product, address, student.cookie)).map(([call, query = {}]) => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
    return call.replace('GET ', '') + (text && `?${text}`)
  })
  if (reads.length < 5) throw new Error(`the page holds ${reads.length} reads: npm run build`)
  // as autovacuum does within a minute
  for (const url of Object.values(product.databases)) await vacuumed(url)
  const headers = { cookie: student.cookie, 'request-scope': student.org }
  const target = { url: product.url, pid: product.process?.pid, clients, headers, warm: 5 }
  const bare = await startBaseline(product.databases.activity!)
  try {
    const row = await pound({ url: bare.url, shots: [{ path: `/row/${student.id}` }], clients })
    const calls = perPage(await pound({ ...target, shots: reads.map((path) => ({ path })) }), reads.length)
    const shares: string[] = []
    for (const path of reads) {
      shares.push(`${path.split('?')[0]} ${spent(await pound({ ...target, shots: [{ path }], seconds: 3, warm: 1 }))}`)
    }
    const html = await pound({
      ...target,
      headers: { cookie: student.cookie, 'accept-encoding': 'gzip, deflate, br' },
      shots: [{ path: address }],
    })
    const name = `a student of ${courses} courses of ${activities} activities, ${clients} clients`
    return [
      {
        name: `start page of ${name}, ${reads.length} calls`,
        value: `${perSecond(calls.rps)}, of a call p50 ${ms(calls.p50)}, p99 ${ms(calls.p99)}`,
        baseline: `as many calls of a bare route with one query ${perSecond(row.rps / reads.length)}`,
        ratio: row.rps / reads.length / calls.rps,
        aim: `${aim.pages} pages/s, ${aim.postgres} ms of PostgreSQL`,
        met: calls.rps >= aim.pages && (calls.cpu?.others ?? 0) <= aim.postgres,
        note: `of processor time, process + database, a page takes ${spent(calls)}; of the calls alone: ${shares.join(', ')}.`,
      },
      {
        name: `HTML of the start page of ${name}`,
        value: `${perSecond(html.rps)}, p50 ${ms(html.p50)}, p99 ${ms(html.p99)}`,
        baseline: `its reads as calls ${perSecond(calls.rps)}`,
        ratio: calls.rps / html.rps,
        aim: `${aim.pages}/s`,
        met: html.rps >= aim.pages,
        note: `of processor time, process + database, a page takes ${spent(html)}.`,
      },
    ]
  } finally {
    await bare.stop()
  }
}

async function vacuumed(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

const spent = ({ cpu }: Pounded) => cpu && `${inProcess(cpu)} + ${inDatabase(cpu)}`
/** Rates and times of pages of so many calls. */
const perPage = ({ rps, cpu, ...times }: Pounded, count: number): Pounded => ({
  ...times,
  rps: rps / count,
  ...(cpu && { cpu: { own: cpu.own * count, others: cpu.others * count, least: cpu.least * count, leastOthers: cpu.leastOthers * count } }),
})
