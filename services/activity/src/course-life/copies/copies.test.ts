// Copies: an activity's content and files once more, as a draft in its place; nobody's progress, times or dependents.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
let module: string
beforeAll(async () => {
  env = await testCourse()
  module = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Waves' })).id
})
afterAll(() => env?.stop())

const add = (draft: object) =>
  env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Notes', published: true, ...draft })
const copy = (id: string, draft: object = {}, who = env.teacher) => env.call(who, 'POST', `/api/activities/${id}/copy`, draft)
const titles = async (of: string | null) =>
  (await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/content`)).activities
    .filter((row: { module_id: string | null }) => row.module_id === of)
    .map(({ title, sort }: { title: string; sort: number }) => `${sort} ${title}`)

test('a draft with text, files, settings, dates and prerequisites, after the original; without progress and own times', async () => {
  const [film, first] = [await env.upload(env.teacher), await add({ title: 'First', module_id: module })]
  const original = await add({
    type: 'online_video',
    title: 'Tides',
    module_id: module,
    upload_ids: [film],
    body: '<p>Twice a day</p>',
    due_time: '2050-05-14T10:00:00.000Z',
    completion_criterion_key: 'watched_60',
    settings: { forward_seeking: false },
    prerequisite_ids: [first.id],
  })
  const last = await add({ title: 'Last', module_id: module, prerequisite_ids: [original.id] })
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, {
    activity_id: original.id,
    person_ids: [env.student.person],
    extra_minutes: 30,
  })
  await env.ok(env.student, 'POST', `/api/course/activities-read/${first.id}`)
  await env.ok(env.student, 'POST', `/api/course/activities-read/${original.id}`)
  const { status, body } = await copy(original.id, { title: 'Copy of Tides' })
  expect(status).toBe(201)
  const { id, title, sort, published, version, created_at, updated_at, my, availability, ...same } = body
  expect({ title, sort, published, my: my.percent }).toEqual({ title: 'Copy of Tides', sort: 3, published: false, my: 0 })
  expect(original).toMatchObject(same)
  expect(await titles(module)).toEqual(['1 First', '2 Tides', '3 Copy of Tides', '4 Last'])
  const counted = async (sql: string) => Number((await env.db.query(sql, [id])).rows[0].count)
  expect(await counted('select count(*) from progress where activity_id = $1')).toBe(0)
  expect(await counted('select count(*) from personal_times where activity_id = $1')).toBe(0)
  expect(await counted('select count(*) from activity_prerequisites where required_id = $1')).toBe(0)
  expect((await env.facts('FilesHeld')).at(-1)).toMatchObject({ holder: `activity:${id}`, upload_ids: [film] })
  expect((await env.facts('ActivityCreated')).at(-1).activity).toMatchObject({ id, title: 'Copy of Tides', sort: 3 })
  expect((await env.facts('ActivityChanged')).at(-1).activity).toMatchObject({ id: last.id, sort: 4 })
})

test('at a place that is asked for, in another module or in none; several at once each have their own', async () => {
  const other = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Shores' })).id
  const [one] = [await add({ title: 'One', module_id: other }), await add({ title: 'Two', module_id: other })]
  await copy(one.id, { sort: 1, title: 'Zero' })
  expect(await titles(other)).toEqual(['1 Zero', '2 One', '3 Two'])
  await copy(one.id, { sort: 99, title: 'Far' })
  expect((await titles(other)).at(-1)).toBe('4 Far')
  expect((await copy(one.id, { module_id: null })).body).toMatchObject({ module_id: null, title: 'One', sort: 1 })
  const answers = await Promise.all(Array.from({ length: 4 }, () => copy(one.id, { module_id: module })))
  expect(new Set(answers.map(({ body }) => body.sort)).size).toBe(4)
})

test('refused: a module of another course, a title of blanks, a deleted activity, a student', async () => {
  const { id } = await add({})
  const course = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Elsewhere' })).body.id
  const foreign = (await env.ok(env.teacher, 'POST', `/api/courses/${course}/modules`, { name: 'There' })).id
  expect((await copy(id, { module_id: foreign })).body.details.module_id[0].code).toBe('module.unknown')
  expect((await copy(id, { title: '  ' })).body.details.title[0].code).toBe('field.required')
  expect((await copy(id, {}, env.student)).status).toBe(403)
  await env.ok(env.teacher, 'DELETE', `/api/activities/${id}`)
  expect((await copy(id)).status).toBe(404)
})
