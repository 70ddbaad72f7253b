// The table of searches in meetings, by their titles and by their people.
import { addSearched, brokenSearches, conditions } from '@lyceum/kit/test/searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'

let env: Calendar
let like: string
beforeAll(async () => {
  env = await openCalendar()
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const draft = { title: 'Seas', start_time: inHours(24), end_time: inHours(25) }
  like = (await env.ok(env.school.teacher, 'POST /api/calendar-meeting', draft)).id
})
afterAll(() => env?.close())
const find = async (sought: string): Promise<string[]> =>
  (await env.ok(env.school.manager, `GET /api/management/calendar-meeting?page_size=100&conditions=${conditions(sought)}`)).items.map(
    ({ id }: { id: string }) => id,
  )

test('meetings are found by every row of the table', async () => {
  const ids = await addSearched(env.school.db, { table: 'meetings', like, column: 'title' })
  expect(await brokenSearches(ids, find)).toEqual([])
  await env.school.db.query('delete from meetings where id = any($1)', [[...ids.keys()]])
})
test('meetings are found by their hosts, by every row of the table', async () => {
  const { db, teacher } = env.school
  const hosts = await addSearched(db, { table: 'mirror.persons', like: teacher.person, column: 'name', more: { user_no: '' } })
  const { rows } = await db.query(
    `insert into meetings select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'host_id', h, 'created_by', h))).*
     from meetings m, unnest($2::uuid[]) h where m.id = $1 returning id::text, host_id::text as host`,
    [like, [...hosts.keys()]],
  )
  const ids = new Map(rows.map(({ id, host }): [string, string] => [id, hosts.get(host)!]))
  expect(await brokenSearches(ids, find)).toEqual([])
})
