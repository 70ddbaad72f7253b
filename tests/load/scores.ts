// Sixty thousand scores written by sixty calls: the time until all that follows has been done, and another page's call meanwhile.
import pg from 'pg'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms, percentile } from './figures.ts'
import { fill } from './gradebook.ts'

/** Longest time until no job is due, seconds; and what another call may take more meanwhile. */
const aim = { seconds: 30, slower: 1.3 }
/** Milliseconds between two of its calls. */
const between = 50

export async function scores(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const course = (await teacher.call('POST /api/course', { body: { name: 'Sixty thousand scores' } })).id
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  // activity knows the course once it has answered
  await teacher.call('GET /api/courses/:id/gradebook', { params: { id: course } })
  const services = new Map<string, pg.Client>()
  for (const [name, url] of Object.entries(product.databases)) services.set(name, new pg.Client(url))
  for (const client of services.values()) await client.connect()
  const activity = services.get('activity')!
  try {
    await fill(activity, school.id, course)
    await copyPeople(activity, services.get('notification')!, course)
    const { rows: items } = await activity.query<{ item: string; cells: { person_id: string; points: string }[] }>(
      `select item_id as item, json_agg(json_build_object('person_id', person_id, 'points', trim_scale(points)::text)) as cells
       from scores where course_id = $1 group by item_id`,
      [course],
    )
    const clients = [...services.values()]
    await settled(clients)
    const alone = await callsDuring(teacher, () => new Promise((resolve) => setTimeout(resolve, 5000)))
    const plain = await timed(() => activity.query('update scores set points = points + 0 where course_id = $1', [course]))
    let written = 0
    const writing = await callsDuring(teacher, async () => {
      for (const { item, cells } of items) {
        const changed = cells.map(({ person_id, points }) => ({
          item_id: item,
          person_id,
          points: points === '1.5' ? '2.5' : '1.5',
          saw: points,
        }))
        await teacher.call('PUT /api/courses/:id/scores', { params: { id: course }, body: { cells: changed } })
        written += changed.length
      }
    })
    const began = performance.now()
    const following = await callsDuring(teacher, async () => {
      await settled(clients)
      // mails gather for a minute
      await services.get('notification')!.query(`update kit.jobs set run_at = now() where kind in ('gatherMail', 'gatherPush')`)
      await settled(clients)
    })
    const after = performance.now() - began
    const { rows: mails } = await services
      .get('notification')!
      .query(`select count(*)::int as made from mails where org_id = $1`, [school.id])
    const [quiet, slow] = [percentile(alone, 0.95), percentile(following, 0.95)]
    return [
      {
        name: `${written.toLocaleString('en')} scores by ${items.length} calls, until no job is due`,
        value: `${(after / 1000).toFixed(1)} s after the last call`,
        baseline: `their rows by one statement ${ms(plain)}`,
        ratio: after / plain,
        aim: `${aim.seconds} s`,
        met: after <= aim.seconds * 1000,
        note: `${mails[0].made} mails among it, which otherwise gather for a minute.`,
      },
      {
        name: 'the start page’s to-dos while what follows is done',
        value: `p95 ${ms(slow)}`,
        baseline: `with nothing beside p95 ${ms(quiet)}`,
        ratio: slow / quiet,
        aim: `${aim.slower} ×`,
        met: slow <= aim.slower * quiet,
      },
      {
        name: 'the start page’s to-dos while the scores are written',
        value: `p95 ${ms(percentile(writing, 0.95))}`,
        baseline: `with nothing beside p95 ${ms(quiet)}`,
        ratio: percentile(writing, 0.95) / quiet,
      },
    ]
  } finally {
    await Promise.all([...services.values()].map((client) => client.end()))
  }
}

/** The students that only activity knows, with addresses, where notifications are made. */
async function copyPeople(activity: pg.Client, notification: pg.Client, course: string): Promise<void> {
  const { rows } = await activity.query(
    `select p.id, p.org_id, p.name, p.user_no from mirror.persons p join mirror.members m on m.person_id = p.id and m.role = 'student' where m.course_id = $1`,
    [course],
  )
  const people = JSON.stringify(rows)
  await notification.query(
    `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version)
     select id, org_id, name, user_no, user_no || '@example.edu', '', 'en', false, 1
     from jsonb_to_recordset($1::jsonb) as p(id uuid, org_id uuid, name text, user_no text) on conflict do nothing`,
    [people],
  )
  await notification.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version)
     select $2::uuid, id, org_id, 'student', 'active', 1 from jsonb_to_recordset($1::jsonb) as p(id uuid, org_id uuid) on conflict do nothing`,
    [people, course],
  )
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Milliseconds of each of a teacher's calls for the to-dos while `work` goes on. */
async function callsDuring(teacher: Person, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  let ended = false
  const working = work().finally(() => {
    ended = true
  })
  while (!ended) {
    taken.push(await timed(() => teacher.call('GET /api/todo', { query: {} })))
    await new Promise((resolve) => setTimeout(resolve, between))
  }
  await working
  return taken
}

/** Resolves when for a second no fact is under way and no job is due. */
async function settled(clients: pg.Client[]): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet++) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (const client of clients) {
      const { rows } = await client.query(
        `select exists (select from kit.outbox where position is null) or exists (
           select from kit.jobs where not dead and run_at <= clock_timestamp() and key not like 'every:%') as busy`,
      )
      if (rows[0].busy) quiet = -1
    }
  }
}
