// The bin: deleted activities and modules come back as they were for 30 days, then they are purged.
import { plain } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { purgeBin } from './bin.ts'
import { purgeCourse } from './purge-course.ts'
import { binLifetime } from '../../activity/lifetime.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const as = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = env.teacher) => env.call(who, method, path, body)
const bin = async () => (await as('GET', `/api/courses/${env.course}/bin`)).body
const addModule = async (name: string) => (await as('POST', `/api/courses/${env.course}/modules`, { name })).body.id as string
const addPage = async (draft: object = {}) =>
  (await as('POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Field notes', published: true, ...draft })).body
    .id as string
const drop = async (id: string, kind = 'activities') => expect((await as('DELETE', `/api/${kind}/${id}`)).status).toBe(204)

test('an activity comes back published, in its module, with its progress; its facts say so', async () => {
  const module = await addModule('First')
  const id = await addPage({ module_id: module })
  await as('POST', `/api/course/activities-read/${id}`, undefined, env.student)
  await drop(id)
  const { items } = await bin()
  expect(items[0]).toMatchObject({ id, kind: 'activity', type: 'page', title: 'Field notes', deleted_by: { id: env.teacher.person } })
  expect(Date.parse(items[0].purge_at) - Date.parse(items[0].deleted_at)).toBe(binLifetime)
  expect((await as('PUT', `/api/activities/${id}/restore`)).body).toMatchObject({ id, module_id: module, published: true })
  expect((await as('GET', `/api/activities/${id}`, undefined, env.student)).body.my.completed).toBe(true)
  expect((await as('PUT', `/api/activities/${id}/restore`)).body.code).toBe('deletedActivity.notFound')
  const facts = (await env.facts('ActivityPublished')).filter((fact) => fact.activity?.id === id)
  expect(facts.at(-1)?.activity).toMatchObject({ deleted: false, published: true })
})

test('an activity whose module is gone comes back without one; the module comes back by itself', async () => {
  const module = await addModule('Second')
  const id = await addPage({ module_id: module, published: false })
  await drop(id)
  const place = async () => (await bin()).items.find((item: { id: string }) => item.id === id).module
  expect(await place()).toEqual({ id: module, name: 'Second', deleted: false })
  await drop(module, 'modules')
  expect(await place()).toEqual({ id: module, name: 'Second', deleted: true })
  expect((await as('PUT', `/api/activities/${id}/restore`)).body).toMatchObject({ module_id: null, published: false })
  expect((await as('PUT', `/api/modules/${module}/restore`)).body).toMatchObject({ id: module, name: 'Second' })
})

test('a module comes back where it was, also where another has taken its place meanwhile', async () => {
  const [first, second, third] = [await addModule('Ebb'), await addModule('Slack'), await addModule('Flood')]
  const ours = new Map([first, second, third].map((id, nth) => [id, nth + 1]))
  const order = async (): Promise<(number | undefined)[]> => {
    const { modules } = (await as('GET', `/api/courses/${env.course}/content`)).body as { modules: { id: string; sort: number }[] }
    expect(new Set(modules.map(({ sort }) => sort)).size).toBe(modules.length)
    return modules.toSorted((a, b) => a.sort - b.sort).flatMap(({ id }) => ours.get(id) ?? [])
  }
  await drop(second, 'modules')
  await as('PUT', `/api/modules/${second}/restore`)
  expect(await order()).toEqual([1, 2, 3])
  const sort = (...ids: string[]) => as('PUT', `/api/courses/${env.course}/module-sort`, { module_ids: ids })
  await drop(second, 'modules')
  // sorting closes the gap
  await sort(third, first)
  await as('PUT', `/api/modules/${second}/restore`)
  expect(await order()).toEqual([3, 1, 2])
  await drop(third, 'modules')
  ours.set(await addModule('Made meanwhile'), 4)
  await sort(first)
  await as('PUT', `/api/modules/${third}/restore`)
  expect(await order()).toEqual([3, 1, 2, 4])
})

test('a thing deleted 30 days ago does not come back, also before it is purged', async () => {
  const [activity, module] = [await addPage(), await addModule('Late')]
  const restored = async (age: number) => {
    await drop(activity)
    await drop(module, 'modules')
    const at = new Date(Date.now() - age)
    for (const table of ['activities', 'modules'])
      await env.db.query(`update ${table} set deleted_at = $2 where id = any($1)`, [[activity, module], at])
    const answers = await Promise.all([`activities/${activity}`, `modules/${module}`].map((one) => as('PUT', `/api/${one}/restore`)))
    return answers.map(({ status, body }) => [status, body.code])
  }
  const done = [200, undefined]
  expect(await restored(binLifetime - 60_000)).toEqual([done, done])
  expect(await restored(binLifetime + 1000)).toEqual([
    [404, 'activity.notFound'],
    [404, 'module.notFound'],
  ])
})

test('409 for a change or a deletion that saw an older version', async () => {
  const id = await addPage()
  const { version } = (await as('GET', `/api/activities/${id}`)).body
  await as('PUT', `/api/activities/${id}`, { title: 'Newer' })
  expect((await as('DELETE', `/api/activities/${id}?version=${version}`)).body.code).toBe('activity.newer')
  const module = await as('POST', `/api/courses/${env.course}/modules`, { name: 'Third' })
  await as('PUT', `/api/modules/${module.body.id}`, { name: 'Renamed' })
  const old = module.body.version
  expect((await as('DELETE', `/api/modules/${module.body.id}?version=${old}`)).body.code).toBe('module.newer')
  expect((await as('PUT', `/api/modules/${module.body.id}`, { name: 'x', version: old })).body.code).toBe('module.newer')
})

test('403 for a student, and what is deleted is not found by other calls', async () => {
  const id = await addPage()
  await drop(id)
  expect((await as('PUT', `/api/activities/${id}/restore`, undefined, env.student)).status).toBe(403)
  expect((await as('GET', `/api/courses/${env.course}/bin`, undefined, env.student)).status).toBe(403)
  expect((await as('GET', `/api/activities/${id}`)).status).toBe(404)
  expect((await as('PUT', `/api/modules/${id}/restore`)).status).toBe(404)
})

test('after 30 days it is forgotten with what hangs on it, in steps', async () => {
  const [module, kept] = [await addModule('Old'), await addPage()]
  const ids = [await addPage({ module_id: module }), await addPage({ prerequisite_ids: [kept] }), await addPage()]
  await as('POST', `/api/course/activities-read/${ids[2]}`, undefined, env.student)
  for (const id of ids) await drop(id)
  await drop(module, 'modules')
  // a process of the release before deletes without a time
  await env.db.query('update activities set deleted_at = null where id = $1', [ids[2]])
  const tx = plain(env.db)
  const later = new Date(Date.now() + binLifetime + 1000)
  await purgeBin(tx, new Date(), 500)
  expect((await bin()).items.filter(({ id }: { id: string }) => [...ids, module].includes(id))).toHaveLength(4)
  const deleted = async (table: string) => Number((await env.db.query(`select count(*) from ${table} where deleted`)).rows[0].count)
  const activities = await deleted('activities')
  expect(await purgeBin(tx, later, 2)).toBe(2)
  expect(await deleted('activities')).toBe(activities - 2)
  expect(await purgeBin(tx, later, 500)).toBe(activities - 2)
  expect([await deleted('activities'), await deleted('modules')]).toEqual([0, 0])
  expect(await purgeBin(tx, later, 500)).toBe(0)
  for (const table of ['progress', 'activity_prerequisites'])
    expect((await env.db.query(`select 1 from ${table} where activity_id = any($1)`, [ids])).rowCount, table).toBe(0)
  expect((await as('PUT', `/api/activities/${ids[0]}/restore`)).status).toBe(404)
  expect((await as('GET', `/api/activities/${kept}`)).status).toBe(200)
})

test('of a course that is forgotten nothing stays; its activities tell that they are gone', async () => {
  const id = await addPage({ module_id: await addModule('Last') })
  await as('POST', `/api/course/activities-read/${id}`, undefined, env.student)
  await as('POST', `/api/courses/${env.course}/syllabuses`, { name: 'Week 1' })
  const tx = plain(env.db)
  for (const _ of ['once', 'again']) await purgeCourse(tx, { courseId: env.course } as never)
  while ((await purgeBin(tx, new Date(), 500)) > 0);
  const tables = (
    await env.db.query(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'course_id' and t.table_type = 'BASE TABLE'`,
    )
  ).rows.map(({ name }) => name as string)
  expect(tables).toContain('progress')
  for (const table of tables)
    expect((await env.db.query(`select 1 from "${table}" where course_id = $1`, [env.course])).rowCount, table).toBe(0)
  expect((await env.facts('ActivityDeleted')).filter((fact) => fact.activity?.id === id)).toHaveLength(1)
})
