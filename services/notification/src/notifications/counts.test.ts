// The kept counts of notifications are those of the rows, whatever is written, also at once; and of the rows from before they were kept.
import { readFile } from 'node:fs/promises'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { testDatabase } from '@lyceum/kit/test/test-database'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeOld, purgeRead } from './purge.ts'
import { as, org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

const types = ['course_published', 'activity_opened', 'score_released', 'event_due']
const insert = `insert into notifications (id, org_id, person_id, fact_id, type, subject_id, course_id, about, payload, created_at, hidden)
  select new_id(now()), $1, p, $2, $3, $4, $4, array[$4::uuid], '{"params":{},"course":null,"subject":{"type":"course","id":"","title":"x"},"subjects":[]}', now(), $6
  from unnest($5::uuid[]) p on conflict (fact_id, person_id) do nothing`

type Step = {
  what: 'made' | 'again' | 'read' | 'unread' | 'readAll' | 'readTopic' | 'gone' | 'hidden' | 'extended'
  who: number
  type: number
  some: number
}
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('made', 'made', 'made', 'again', 'read', 'unread', 'readAll', 'readTopic', 'gone', 'hidden', 'extended'),
  who: fc.nat(4),
  type: fc.nat(types.length - 1),
  some: fc.nat(3),
})
const facts = Array.from({ length: 4 }, () => newId())
const courses = Array.from({ length: 4 }, () => newId())

/** One thing that happens to the notifications of some of these people. */
async function happen(people: string[], { what, who, type, some }: Step): Promise<unknown> {
  const person = people[who]!
  const put = (path: string, body: object) => env.service.call(as(person), 'PUT', `/api/notifications/${path}`, body)
  const here = `(select id from notifications where person_id = $1 order by id desc limit ${some + 1})`
  // rows of others are written in another order here and there: PostgreSQL may end one of two such statements
  const run = async (text: string, values: unknown[]): Promise<pg.QueryResult> =>
    await env.database.query(text, values).catch((error) => {
      if (error.code === '40P01') return run(text, values)
      throw error
    })
  const ids = async () => (await run(`select id from notifications where id in ${here}`, [person])).rows.map(({ id }) => id as string)
  if (what === 'made') return await run(insert, [org, newId(), types[type], courses[some], people.slice(0, who + 1).reverse(), some === 3])
  if (what === 'again') return await run(insert, [org, facts[some], types[type], courses[some], people.slice(who), false])
  if (what === 'readAll') return await put('read', { all: true })
  if (what === 'readTopic') return await put('read', { topic: 'scores' })
  if (what === 'gone') return await run(`delete from notifications where id in ${here}`, [person])
  if (what === 'hidden') return await run(`update notifications set hidden = not hidden where id in ${here}`, [person])
  if (what === 'extended')
    return await run(`update notifications set about = about || $1 where person_id = any($2)`, [[newId()], people.toSorted()])
  const newest = await ids()
  return newest.length > 0 && (await put(what, { ids: newest }))
}

const kept = `select person_id, type, total, unread from notification_counts where person_id = any($1) and (total <> 0 or unread <> 0) order by 1, 2`
const counted = `select person_id, type, count(*)::int as total, count(*) filter (where read_at is null)::int as unread from notifications
  where person_id = any($1) and not hidden group by 1, 2 order by 1, 2`
const rowsOf = async (text: string, people: string[]) => (await env.database.query(text, [people])).rows

test('whatever is written, one after the other or at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 }), async (rounds) => {
      const people = Array.from({ length: 5 }, () => newId())
      // of a round all at once
      for (const round of rounds) await Promise.all(round.map((one) => happen(people, one)))
      expect(await rowsOf(kept, people)).toEqual(await rowsOf(counted, people))
    }),
    { numRuns: 12 },
  )
})

test('the list and its counts say so, by each filter', async () => {
  const ann = newId()
  for (let nth = 0; nth < 30; nth++) await happen([ann], { what: 'made', who: 0, type: nth % types.length, some: nth % 3 })
  await env.database.query('update notifications set read_at = now() where person_id = $1 and course_id = $2', [ann, courses[0]])
  const ids = async (query: string) => {
    const { items, total, unread_count } = await env.list(ann, `?page_size=50&${query}`)
    expect(unread_count).toBe(20)
    expect(items).toHaveLength(total)
    return items.map(({ id }: { id: string }) => id) as string[]
  }
  const all = await ids('')
  expect(all).toEqual(all.toSorted().reverse())
  expect([all.length, (await ids('unread=true')).length, (await ids(`course_id=${courses[1]}`)).length]).toEqual([30, 20, 10])
  expect([(await ids('topic=courses')).length, (await ids('topic=bulletins')).length]).toEqual([16, 0])
  expect(await ids(`topic=courses&unread=true&course_id=${courses[0]}`)).toEqual([])
  const pages = await Promise.all([1, 2, 3, 4].map((page) => env.list(ann, `?page_size=9&page=${page}`)))
  expect(pages.flatMap(({ items }) => items.map(({ id }: { id: string }) => id))).toEqual(all)
  expect(await env.list(ann, '?page_size=9&page=5')).toMatchObject({ items: [], total: 30 })
})

test('read ones go after three months, all after a year, and the counts with them', async () => {
  const ann = newId()
  const make = async (days: number, read?: number) => {
    const { rows } = await env.database.query(
      `insert into notifications (id, org_id, person_id, fact_id, type, subject_id, payload, created_at, read_at)
       select new_id(at), $1, $2, $3, 'event_due', $3, '{}', at, now() - make_interval(days => $5)
       from (select now() - make_interval(days => $4) as at) t returning id::text`,
      [org, ann, newId(), days, read],
    )
    return rows[0].id as string
  }
  const kept = [await make(364), await make(200, 89), await make(1, 1), await make(0)]
  for (const [days, read] of [[91, 91], [366], [400, 10], [800]] as const) await make(days, read)
  const [tx, purging] = [plain(env.database), { now: () => new Date(), config: { readDays: 90, keptDays: 365 } }]
  // more than a batch
  for (const purge of [purgeRead, purgeOld]) await repeatWhileFull((size) => purge(tx, purging, size), 1)
  const left = await env.database.query('select id::text from notifications where person_id = $1 order by id', [ann])
  expect(left.rows.map(({ id }) => id)).toEqual(kept.toSorted())
  expect(await rowsOf('select total, unread from notification_counts where person_id = any($1)', [ann])).toEqual([{ total: 4, unread: 2 }])
})

test('nothing is counted of who is erased', async () => {
  const [ann, bo] = [newId(), newId()]
  await happen([ann, bo], { what: 'made', who: 1, type: 0, some: 0 })
  await env.identity.emit(PersonErasedSchema, { key: `person:${ann}`, org }, null)
  await until(async () =>
    expect((await env.database.query('select from notification_counts where person_id = $1', [ann])).rowCount).toBe(0),
  )
  expect(await rowsOf(kept, [ann, bo])).toEqual(await rowsOf(counted, [bo]))
})

test('the rows from before are counted by the migration', async () => {
  const client = new pg.Client(await testDatabase('kit'))
  await client.connect()
  const script = async (name: string) =>
    await client.query(await readFile(new URL(`../../prisma/migrations/${name}/migration.sql`, import.meta.url), 'utf8'))
  for (const name of ['20261120000000_notification', '20261122202500_bundles', '20261129100000_deliveries']) await script(name)
  const people = [newId(), newId()]
  for (const type of types) await client.query(insert, [org, newId(), type, courses[0], people, false])
  await client.query(insert, [org, newId(), types[0], courses[0], people, true])
  await client.query('update notifications set read_at = now() where person_id = $1', [people[0]])
  await script('20261206090000_notification_counts')
  for (const fact of [newId(), newId()]) await client.query(insert, [org, fact, types[0], courses[0], people, false])
  const { rows: sum } = await client.query('select * from notification_counts order by 1, 2')
  expect(sum).toEqual((await client.query(counted, [people])).rows)
  expect(sum).toHaveLength(8)
  await client.end()
})
