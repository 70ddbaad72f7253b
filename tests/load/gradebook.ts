// The gradebook of a course of a thousand students and sixty items: read, a cell saved, and all results once more after a change of the policy.
import pg from 'pg'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms, percentile } from './figures.ts'

const students = 1000
const items = 60
const reads = 20
const cells = 100

export async function gradebook(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const course = (await teacher.call('POST /api/course', { body: { name: 'A thousand by sixty' } })).id
  // activity knows the course once it has answered
  await teacher.call('GET /api/courses/:id/gradebook', { params: { id: course } })
  const client = new pg.Client(product.databases.activity)
  await client.connect()
  try {
    await fill(client, school.id, course)
    const read = await timedTimes(reads, async () => {
      const book = await teacher.call('GET /api/courses/:id/gradebook', { params: { id: course } })
      if (book.students.length !== students || Object.keys(JSON.parse(book.students[0]!.cells)).length !== items)
        throw new Error('the book is not whole')
    })
    const bareRead = await timedTimes(reads, () =>
      client.query('select person_id, json_object_agg(item_id, points) from scores where course_id = $1 group by person_id', [course]),
    )
    const written = await writeCells(teacher, client, course)
    const bareWrite = await timedTimes(cells, (nth) =>
      client.query('update scores set points = $3 where item_id = $1 and person_id = $2', [written.item, written.people[nth], nth % 10]),
    )
    const recalculated = await recalculate(teacher, course)
    const bareScores = await timedTimes(reads, () =>
      client.query('select item_id, person_id, points from scores where course_id = $1', [course]),
    )
    const [p50, p95] = [percentile(read, 0.5), percentile(written.taken, 0.95)]
    return [
      {
        name: `gradebook of ${students.toLocaleString('en')} × ${items} in one call`,
        value: `p50 ${ms(p50)}, p95 ${ms(percentile(read, 0.95))}`,
        baseline: `its cells by one statement p50 ${ms(percentile(bareRead, 0.5))}`,
        ratio: p50 / percentile(bareRead, 0.5),
        aim: '300 ms',
        met: p50 <= 300,
      },
      {
        name: 'a cell saved, with history, audit line and result',
        value: `p50 ${ms(percentile(written.taken, 0.5))}, p95 ${ms(p95)}`,
        baseline: `its row by one statement p95 ${ms(percentile(bareWrite, 0.95))}`,
        ratio: p95 / percentile(bareWrite, 0.95),
        aim: 'p95 60 ms',
        met: p95 <= 60,
      },
      {
        name: 'all results after a change of the policy, until the task has ended',
        value: `p50 ${ms(percentile(recalculated, 0.5))}, longest ${ms(Math.max(...recalculated))}`,
        baseline: `all scores read by one statement p50 ${ms(percentile(bareScores, 0.5))}`,
        ratio: percentile(recalculated, 0.5) / percentile(bareScores, 0.5),
        aim: '1 s',
        met: percentile(recalculated, 0.5) <= 1000,
      },
    ]
  } finally {
    await client.end()
  }
}

/** Students, six categories that drop one of ten, items and every score, without calls. */
export async function fill(client: pg.Client, org: string, course: string): Promise<void> {
  await client.query(
    `
    with people as (
      insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version)
      select gen_random_uuid(), $1::uuid, 'Student ' || n, 'G' || n || right($2::uuid::text, 6), '', '', 'en', false, 1 from generate_series(1, ${students}) n returning id),
    members as (
      insert into mirror.members (course_id, person_id, org_id, role, state, version) select $2::uuid, id, $1::uuid, 'student', 'active', 1 from people returning person_id),
    categories as (
      insert into score_categories (id, org_id, course_id, name, weight, drop, sort, version)
      select gen_random_uuid(), $1::uuid, $2::uuid, 'Part ' || n, 10 + n, 1, n, 1 from generate_series(1, 6) n returning id, sort),
    items as (
      insert into score_items (id, org_id, course_id, no, title, category_id, points, sort, version)
      select gen_random_uuid(), $1::uuid, $2::uuid, n, 'Item ' || n, c.id, 10 + n % 7, n, 1 from generate_series(1, ${items}) n join categories c on c.sort = 1 + n % 6
      returning id, no)
    insert into scores (item_id, person_id, org_id, course_id, points, earned, released, version)
    select i.id, m.person_id, $1::uuid, $2::uuid, (i.no * 7 + get_byte(uuid_send(m.person_id), 15)) % 41 / 4.0, null, true, 1 from items i cross join members m`,
    [org, course],
  )
  await client.query(
    `insert into score_policies (course_id, org_id, aggregation, last_no, version) values ($1, $2, 'weighted', ${items}, 1)
     on conflict (course_id) do update set aggregation = 'weighted', last_no = ${items}`,
    [course, org],
  )
  await client.query('analyze scores')
}

async function timedTimes(times: number, work: (nth: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const began = performance.now()
    await work(nth)
    taken.push(performance.now() - began)
  }
  return taken
}

async function writeCells(teacher: Person, client: pg.Client, course: string) {
  const { rows } = await client.query(
    `select s.item_id, s.person_id, trim_scale(s.points)::text as points from scores s join score_items i on i.id = s.item_id and i.no = 1
     where s.course_id = $1 order by s.person_id limit ${cells}`,
    [course],
  )
  const taken = await timedTimes(cells, (nth) => {
    const { item_id, person_id, points } = rows[nth]
    const cell = { item_id, person_id, points: points === '1.5' ? '2.5' : '1.5', saw: points }
    return teacher.call('PUT /api/courses/:id/scores', { params: { id: course }, body: { cells: [cell] } })
  })
  return { taken, item: rows[0].item_id as string, people: rows.map(({ person_id }) => person_id as string) }
}

/** From the change until the task that it starts has ended; the first run makes the rows of the results. */
async function recalculate(teacher: Person, course: string): Promise<number[]> {
  const once = async (digits: number) => {
    const began = performance.now()
    await teacher.call('PUT /api/courses/:id/score-policy', { params: { id: course }, body: { digits } })
    while ((await teacher.call('GET /api/courses/:id/score-policy', { params: { id: course } })).recalculating !== null)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return performance.now() - began
  }
  await once(2)
  return [await once(1), await once(0), await once(2), await once(1), await once(0)]
}
