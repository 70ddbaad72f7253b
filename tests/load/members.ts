// The members page of a course of 5,000, and 1,000 people enrolled by a pasted list until every service knows of them.
import { makePerson } from '@lyceum/identity/demo'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms, percentile } from './figures.ts'

const students = 6000
const inCourse = 5000
const listed = 1000
const reads = 200
const mirrors = ['activity', 'upload', 'notification'] as const

export async function members(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const tag = school.id.slice(-6)
  const number = (nth: number) => `${tag}${String(nth).padStart(5, '0')}`
  const people = await makePeople(product, school.id, number)
  const make = async (name: string) => (await teacher.call('POST /api/course', { body: { name } })).id
  const [large, fresh] = [await make('Five thousand'), await make('A thousand by list')]
  const enrol = (course: string, person_ids: string[]) =>
    teacher.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids, role: 'student' } })
  for (let from = 0; from < inCourse; from += 1000) await enrol(large, people.slice(from, from + 1000))

  const taken: number[] = []
  for (let nth = 0; nth < reads; nth++) taken.push(await timed(() => readPage(teacher, large, nth)))
  const bare = await timedQueries(product, large)

  const lines = Array.from({ length: listed }, (_, nth) => number(inCourse + nth))
  const began = performance.now()
  const preview = await teacher.call('POST /api/courses/:id/enrollments/preview', { params: { id: fresh }, body: { lines } })
  const previewed = performance.now() - began
  const { enrollments } = await enrol(
    fresh,
    preview.lines.flatMap(({ state, person }) => (state === 'found' && person ? [person.id] : [])),
  )
  const enrolled = performance.now() - began
  if (enrollments.length !== listed) throw new Error(`${enrollments.length} of ${listed} were enrolled`)
  const known = await Promise.all(mirrors.map((service) => knownIn(product, service, fresh)))
  const consumed = Math.max(...known) - began - enrolled
  const p95 = percentile(taken, 0.95)
  return [
    {
      name: `members page, ${inCourse.toLocaleString('en')} members, any page, search, class or order`,
      value: `p50 ${ms(percentile(taken, 0.5))}, p95 ${ms(p95)}`,
      baseline: `counting them p50 ${ms(bare)}`,
      ratio: p95 / bare,
      aim: 'p95 150 ms',
      met: p95 <= 150,
    },
    {
      name: `enrolling ${listed.toLocaleString('en')} by list: preview and enrolment`,
      value: `${ms(enrolled)}, of which the preview ${ms(previewed)}`,
      aim: '3 s',
      met: enrolled <= 3000,
    },
    {
      name: `until ${mirrors.join(', ')} know of all of them`,
      value: `${ms(Math.max(0, consumed))} more`,
      aim: '5 s more',
      met: consumed <= 5000,
    },
  ]
}

const orders = [{}, { sort: 'name' }, { sort: 'klass', order: 'descending' }, { sort: 'joined' }] as const

/** Another page, order and search each time. */
const readPage = (teacher: Person, id: string, nth: number) =>
  teacher.call('GET /api/courses/:id/members', {
    params: { id },
    query: {
      ...orders[nth % orders.length],
      page_size: 100,
      ...(nth % 5 === 0 ? { conditions: JSON.stringify({ keyword: `udent ${nth}` }) } : { page: 1 + ((nth * 7) % 50) }),
    },
  })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function timedQueries(product: Product, course: string): Promise<number> {
  const client = new pg.Client(product.databases.course)
  await client.connect()
  try {
    const taken: number[] = []
    for (let nth = 0; nth < 50; nth++)
      taken.push(await timed(() => client.query(`select count(*) from enrolments where course_id = $1 and state = 'active'`, [course])))
    return percentile(taken, 0.5)
  } finally {
    await client.end()
  }
}

/** Makes the students; resolves when course has them. */
async function makePeople(product: Product, org: string, number: (nth: number) => string): Promise<string[]> {
  const people = Array.from({ length: students }, () => newId())
  const identity = new pg.Client(product.databases.identity)
  await identity.connect()
  try {
    for (let from = 0; from < students; from += 1000) {
      await identity.query('begin')
      for (const [nth, id] of people.slice(from, from + 1000).entries())
        await makePerson(plain(identity), { id, org, name: `Student ${from + nth}`, user_no: number(from + nth), roles: ['student'] })
      await identity.query('commit')
    }
  } finally {
    await identity.end()
  }
  await countIn(product, 'course', 'select count(*)::int as n from mirror.persons where id = any($1::uuid[])', [people], students)
  return people
}

/** When the mirror of a service has all members of the course: milliseconds of this process. */
async function knownIn(product: Product, service: string, course: string): Promise<number> {
  const text = `select count(*)::int as n from mirror.members where course_id = $1 and role = 'student' and state = 'active'`
  await countIn(product, service, text, [course], listed)
  return performance.now()
}

async function countIn(product: Product, service: string, text: string, values: unknown[], wanted: number): Promise<void> {
  const client = new pg.Client(product.databases[service])
  await client.connect()
  try {
    while ((await client.query(text, values)).rows[0].n < wanted) await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    await client.end()
  }
}
