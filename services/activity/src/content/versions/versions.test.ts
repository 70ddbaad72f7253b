// Kept versions of a text: one with each saving, within bounds, restored as a new one; their pictures stay held.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const as = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = env.teacher) => env.call(who, method, path, body)
const addPage = async (draft: object = {}) =>
  (await as('POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Tides', body: '<p>One</p>', ...draft })).body
    .id as string
const change = (id: string, body: object) => as('PUT', `/api/activities/${id}`, body)
const versions = async (id: string, query = '') => (await as('GET', `/api/activities/${id}/versions${query}`)).body
const picture = (upload: string) => `<p><img data-upload="${upload}" alt="" /></p>`

test('each saving of title or text keeps a version; other changes and types without a text keep none', async () => {
  const id = await addPage()
  await change(id, { body: '<p>Two</p>' })
  await change(id, { published: true })
  await change(id, { title: 'Ebb' })
  const { items, total } = await versions(id)
  expect([total, items.map(({ title }: { title: string }) => title)]).toEqual([3, ['Ebb', 'Tides', 'Tides']])
  expect(items[0].person).toMatchObject({ id: env.teacher.person })
  expect((await as('GET', `/api/activities/${id}/versions/${items[2].id}`)).body).toMatchObject({ body: '<p>One</p>', previous: null })
  expect((await as('GET', `/api/activities/${id}/versions/${items[1].id}`)).body.previous).toEqual({ title: 'Tides', body: '<p>One</p>' })
  expect((await versions(id, '?page=2&page_size=2')).items).toHaveLength(1)
  const video = await addPage({ type: 'online_video', upload_ids: [await env.upload(env.teacher)], body: '' })
  await change(video, { title: 'Film' })
  expect((await versions(video)).total).toBe(0)
  expect((await as('GET', `/api/activities/${id}/versions`, undefined, env.student)).status).toBe(403)
  expect((await as('GET', `/api/activities/${video}/versions/${items[0].id}`)).body.code).toBe('version.notFound')
})

test('a text from before versions is kept when it is changed', async () => {
  const id = await addPage()
  await env.db.query('delete from text_versions where activity_id = $1', [id])
  await change(id, { body: '<p>Two</p>' })
  const { items } = await versions(id)
  expect([items.length, items[1].person]).toEqual([2, null])
  expect((await as('GET', `/api/activities/${id}/versions/${items[1].id}`)).body.body).toBe('<p>One</p>')
})

test('a version comes back as a new one with the pictures it had, which were held meanwhile', async () => {
  const upload = await env.upload(env.teacher, { type: 'image' })
  const id = await addPage({ body: picture(upload) })
  await change(id, { body: '<p>Without</p>' })
  const held = (await env.facts('FilesHeld')).filter(({ holder }) => holder === `activity:${id}`).at(-1)
  expect(held).toMatchObject({ upload_ids: [upload], by_right: true })
  expect((await env.facts('ActivityChanged')).at(-1).activity).toMatchObject({ id, upload_ids: [upload] })
  const { items } = await versions(id)
  const path = `/api/activities/${id}/versions/${items[1].id}/restore`
  expect((await as('POST', path, { version: 1 })).body.code).toBe('activity.newer')
  // a colleague, who does not own the picture
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [env.other.person], role: 'instructor' })
  expect((await as('POST', path, {}, env.other)).body).toMatchObject({ body: picture(upload), uploads: [{ id: upload }] })
  const after = await versions(id)
  expect(after.items[0]).toMatchObject({ restored_from: items[1].created_at, person: { id: env.other.person } })
})

test('a version whose picture was deleted comes back, and a text with one can be saved', async () => {
  const upload = await env.upload(env.teacher, { type: 'image' })
  const id = await addPage({ body: picture(upload) })
  await change(id, { body: '<p>Without</p>' })
  await env.db.query('update uploads set deleted = true where id = $1', [upload])
  const { items } = await versions(id)
  const restored = await as('POST', `/api/activities/${id}/versions/${items[1].id}/restore`, {})
  expect([restored.status, restored.body.body, restored.body.uploads]).toEqual([200, picture(upload), []])
  expect((await change(id, { body: `<p>More</p>${picture(upload)}` })).status).toBe(200)
  const draft = { title: 'Tides', body: `<p>Most</p>${picture(upload)}`, base_version: 1 }
  expect((await as('PUT', `/api/activities/${id}/draft`, draft)).status).toBe(200)
  // elsewhere it is unknown, as before
  const elsewhere = await change(await addPage(), { body: picture(upload) })
  expect([elsewhere.status, elsewhere.body.errors.upload_ids]).toEqual([400, expect.anything()])
})

test('the last fifty are kept, and of the days before the last of each', async () => {
  const id = await addPage()
  await env.db.query('delete from text_versions where activity_id = $1', [id])
  await env.db.query(
    `insert into text_versions (id, activity_id, title, body, created_at)
     select gen_random_uuid(), $1, 'Tides', 'v' || n, now() - n * interval '8 hours' from generate_series(1, 110) as n`,
    [id],
  )
  await change(id, { body: '<p>Two</p>' })
  const { total } = await versions(id)
  const days = (
    await env.db.query(`select count(distinct (created_at at time zone 'utc')::date)::int as n from text_versions where activity_id = $1`, [
      id,
    ])
  ).rows[0].n
  // 112 rows in all, three a day: of those before the last fifty a third
  expect(days).toBeGreaterThanOrEqual(37)
  expect(total).toBeGreaterThanOrEqual(50 + 19)
  expect(total).toBeLessThanOrEqual(50 + 22)
})
