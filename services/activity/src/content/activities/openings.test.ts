// Openings: ActivityOpened once per opening, at the later of publication and start.
import { plainDatabase } from '@lyceum/kit/database/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { openActivities } from './openings.ts'

let env: TestCourse
let pool: pg.Pool
beforeAll(async () => {
  env = await testCourse()
  pool = new pg.Pool({ connectionString: env.activities.databaseUrl, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await env?.stop()
})

const add = async (draft: object, course = env.course): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${course}/activities`, { type: 'page', title: 'Field notes', ...draft })).id
const change = (id: string, draft: object) => env.ok(env.teacher, 'PUT', `/api/activities/${id}`, draft)
const opened = async (id: string) => (await env.facts('ActivityOpened')).filter(({ activity }) => activity.id === id).length
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const sweep = () => openActivities(plainDatabase(pool), 200)

test('with its publication, once per opening: not again when it is changed, again after it was hidden', async () => {
  const id = await add({})
  expect(await opened(id)).toBe(0)
  await change(id, { published: true })
  expect(await opened(id)).toBe(1)
  await change(id, { title: 'Field notes II' })
  await sweep()
  expect(await opened(id)).toBe(1)
  await change(id, { published: false })
  await change(id, { published: true })
  expect(await opened(id)).toBe(2)
  const types = (await env.db.query(`select type from kit.outbox where value like '%' || $1 || '%' order by seq`, [id])).rows
  expect(types.slice(0, 3).map(({ type }) => type.split('.').at(-1))).toEqual(['ActivityCreated', 'ActivityPublished', 'ActivityOpened'])
})

test('many at once by one call', async () => {
  const ids = [await add({}), await add({})]
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/publish-activities`, { activity_ids: ids, published: true })
  expect(await Promise.all(ids.map(opened))).toEqual([1, 1])
})

test('at its start, when that comes after the publication; a start that is put off opens it again', async () => {
  const id = await add({ published: true, start_time: soon(1) })
  await sweep()
  expect(await opened(id)).toBe(0)
  await env.db.query(`update activities set start_time = now() - interval '1 second' where id = $1`, [id])
  await Promise.all([sweep(), sweep()])
  expect(await opened(id)).toBe(1)
  await change(id, { start_time: soon(1) })
  await change(id, { start_time: soon(-1) })
  expect(await opened(id)).toBe(2)
})

test('not in a course that is hidden: when it is published it is announced alone', async () => {
  const course = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Estuaries' })).body.id
  const id = await add({ published: true }, course)
  await env.inCourse(env.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
  const after = await add({ published: true }, course)
  await sweep()
  expect([await opened(id), await opened(after)]).toEqual([0, 1])
})

test('an activity that the previous release publishes is opened by the sweep', async () => {
  const id = await add({})
  await env.db.query('update activities set published = true where id = $1', [id])
  await sweep()
  expect(await opened(id)).toBe(1)
})
