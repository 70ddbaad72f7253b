// A post in a forum beside an ordinary write of the same service, and a page of the attendance of a course with ten thousand rows beside these rows in one
// statement.
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { cpuOf, cpuSince, inBoth, type Spent } from './cpu.ts'
import { type Figure, ms, percentile } from './figures.ts'
import { type Answered, callsOver, makeWriters, type Writer } from './writers.ts'

const students = 200
const rollCalls = 50
const writes = 400
const reads = 20

type Timed = { times: number[]; cpu: Spent }

/** One after another; throws at a refusal. */
async function timed(pid: number, count: number, work: (nth: number) => Promise<Answered>, status: number): Promise<Timed> {
  const before = await cpuOf(pid)
  const times: number[] = []
  for (let nth = 0; nth < count; nth++) {
    const answer = await work(nth)
    if (answer.status !== status) throw new Error(`answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
    times.push(answer.taken)
  }
  return { times, cpu: await cpuSince(pid, before, count) }
}

/** Closed roll calls of a class that is over, with a row of every student in each. */
async function fillAttendance(client: pg.Client, org: string, course: string): Promise<void> {
  const session = newId()
  await client.query(
    `insert into class_sessions (id, org_id, course_id, title, state, started_at, ended_at, taught_at, version)
     values ($1, $2, $3, 'Lectures', 'ended', now() - interval '1 day', now(), now(), 1)`,
    [session, org, course],
  )
  await client.query(
    `with calls as (
       insert into roll_calls (id, session_id, course_id, ways, opened_at, closes_at, closed_at, recorded_at, version)
       select gen_random_uuid(), $1, $2, '{number}', now() - n * interval '1 hour', now(), now(), now(), 1 from generate_series(1, $4::int) n returning id)
     insert into attendance (roll_call_id, person_id, org_id, course_id, state, way, at, version)
     select c.id, m.person_id, $3, $2, (array['present', 'present', 'present', 'late', 'absent'])[1 + floor(random() * 5)::int], 'number', now(), 1
     from calls c cross join mirror.members m where m.course_id = $2 and m.role = 'student'`,
    [session, course, org, rollCalls],
  )
  await client.query('analyze class_sessions, roll_calls, attendance, mirror.members')
}

async function posts(pid: number, call: ReturnType<typeof callsOver>['call'], course: string, teacher: Person, writers: readonly Writer[]) {
  // each in a topic of their own: whoever posts follows, and is notified of every post of the others
  const topics: string[] = []
  const begun = { scope: 'course', kind: 'discussion', title: 'Tides', body: '<p>When are they highest?</p>' }
  for (const writer of writers) topics.push((await call(writer, 'POST', `/api/courses/${course}/topics`, begun)).body.id)
  const leader = {
    person: teacher.id,
    device: newId(),
    headers: { cookie: teacher.cookie, 'request-scope': teacher.org, 'content-type': 'application/json' },
  }
  const post = (nth: number) =>
    call(writers[nth % writers.length]!, 'POST', `/api/topics/${topics[nth % writers.length]}/posts`, {
      body: `<p>At new and full moon, says observation ${nth}.</p>`,
    })
  const module = (nth: number) => call(leader, 'POST', `/api/courses/${course}/modules`, { name: `Tides ${nth}` })
  await timed(pid, 50, post, 201)
  await timed(pid, 50, module, 201)
  return { posted: await timed(pid, writes, post, 201), ordinary: await timed(pid, writes, module, 201) }
}

export async function talk(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const course = (await teacher.call('POST /api/course', { body: { name: 'A forum of two hundred' } })).id
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const writers = await makeWriters(product, school.id, course, students)
  const pid = product.process!.pid!
  const { call, close } = callsOver(product)
  const client = new pg.Client(product.databases.activity)
  await client.connect()
  try {
    const { posted, ordinary } = await posts(pid, call, course, teacher, writers)
    await fillAttendance(client, school.id, course)
    const read = async () => {
      const began = performance.now()
      const page = await teacher.call('GET /api/courses/:id/attendance', { params: { id: course }, query: { page_size: 100 } })
      if (page.items.length !== 100 || page.items[0]!.cells.length !== rollCalls) throw new Error('the page is not whole')
      return performance.now() - began
    }
    const bareRead = async () => {
      const began = performance.now()
      await client.query('select person_id, roll_call_id, state, reason, doubts from attendance where course_id = $1', [course])
      return performance.now() - began
    }
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
    for (let nth = 0; nth < reads + 5; nth++) {
      const [ours, bare] = [await read(), await bareRead()]
      // the first ones compile what runs
      if (nth < 5) continue
      times.ours.push(ours)
      times.bare.push(bare)
    }
    const ratio = posted.cpu.own / ordinary.cpu.own
    const p50 = percentile(times.ours, 0.5)
    return [
      {
        name: 'a post in a forum',
        value: `p50 ${ms(percentile(posted.times, 0.5))}, ${inBoth(posted.cpu)}`,
        baseline: `a module of a course p50 ${ms(percentile(ordinary.times, 0.5))}, ${inBoth(ordinary.cpu)}`,
        ratio,
        aim: '1.3 of an ordinary write',
        met: ratio <= 1.3,
        note: 'the ratio is that of the processor time in the process. Nobody else follows the topics: each follower is a notification more.',
      },
      {
        name: `a page of the attendance of ${students} students in ${rollCalls} roll calls`,
        value: `p50 ${ms(p50)}, p95 ${ms(percentile(times.ours, 0.95))}`,
        baseline: `all its rows by one statement p50 ${ms(percentile(times.bare, 0.5))}`,
        ratio: p50 / percentile(times.bare, 0.5),
        aim: '300 ms',
        met: p50 <= 300,
      },
    ]
  } finally {
    close()
    await client.end()
  }
}
