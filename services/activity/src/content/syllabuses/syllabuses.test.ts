// The plan of a course: its weeks, what is in them, who sees it, and two who plan at once.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeBin } from '../../course-life/bin/bin.ts'
import { binLifetime } from '../../activity/lifetime.ts'
import { type TestCourse, testCourse } from '../../test/course.ts'
import type { Syllabus } from './api.ts'
import { copySyllabuses } from './copy-syllabuses.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const as = (method: string, path: string, body?: object, who = env.teacher) => env.call(who, method, path, body)
const addModule = async (draft: object = {}): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Tides', ...draft })).id
const add = async (title: string, draft: object = {}): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title, published: true, ...draft })).id
const make = async (...syllabuses: object[]): Promise<Syllabus[]> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/syllabuses`, { syllabuses })).syllabuses
const plan = async (who = env.teacher, course = env.course): Promise<Syllabus[]> =>
  (await env.ok(who, 'GET', `/api/courses/${course}/syllabuses`)).syllabuses
const week = async (id: string, who = env.teacher) => (await plan(who)).find((one) => one.id === id)
const bring = (id: string, items: object, who = env.teacher) => as('PUT', `/api/syllabus/${id}/activity-sort`, items, who)
const clear = () => env.db.query('delete from syllabuses')

test('the weeks of a term at once, the dated ones first; their days and names are changed', async () => {
  const made = await make(
    { name: 'Projects' },
    { name: ' Week 2 ', starts_on: '2026-09-14', ends_on: '2026-09-20' },
    { name: 'Week 1', starts_on: '2026-09-07' },
  )
  expect(made.map(({ name, sort }) => [name, sort])).toEqual([
    ['Projects', 1],
    ['Week 2', 2],
    ['Week 1', 3],
  ])
  expect((await plan()).map(({ name }) => name)).toEqual(['Week 1', 'Week 2', 'Projects'])
  const first = made[2]!
  const changed = await env.ok(env.teacher, 'PUT', `/api/syllabuses/${first.id}`, { ends_on: '2026-09-07', version: first.version })
  expect(changed).toMatchObject({ name: 'Week 1', starts_on: '2026-09-07', ends_on: '2026-09-07' })
  expect((await as('PUT', `/api/syllabuses/${first.id}`, { name: 'Older', version: first.version })).body.code).toBe('syllabus.newer')
  expect(await env.ok(env.teacher, 'PUT', `/api/syllabuses/${first.id}`, { starts_on: null, ends_on: null })).toMatchObject({
    starts_on: null,
  })
  expect((await env.facts('SyllabusChanged')).at(-1)).toMatchObject({ id: first.id, course_id: env.course, name: 'Week 1' })
  await clear()
})

test('a week holds modules and single activities, each in one week; students see those that are published', async () => {
  const [one, two] = await make({ name: 'One' }, { name: 'Two' })
  const [module, hidden] = [await addModule(), await addModule({ published: false })]
  const [a, b, draft, inside] = [
    await add('a'),
    await add('b'),
    await add('draft', { published: false }),
    await add('inside', { module_id: hidden }),
  ]
  await bring(one!.id, { module_ids: [module, hidden], activity_ids: [a, draft, inside] })
  expect((await bring(one!.id, { activity_ids: [b], before: draft })).body).toMatchObject({
    module_ids: [module, hidden],
    activity_ids: [a, b, draft, inside],
  })
  expect(await week(one!.id, env.student)).toMatchObject({ module_ids: [module], activity_ids: [a, b] })
  await bring(two!.id, { activity_ids: [a], module_ids: [hidden] })
  expect([(await week(one!.id))?.activity_ids, (await week(two!.id))?.module_ids]).toEqual([[b, draft, inside], [hidden]])
  const [emptied] = (await env.facts('SyllabusChanged')).filter(({ id }) => id === one!.id).slice(-1)
  expect(emptied).toMatchObject({ module_ids: [module], activity_ids: [b, draft, inside] })
  // what is deleted is not in the plan, and is where it was when it comes back
  await env.ok(env.teacher, 'DELETE', `/api/activities/${b}`)
  expect((await week(one!.id))?.activity_ids).toEqual([draft, inside])
  await env.ok(env.teacher, 'PUT', `/api/activities/${b}/restore`)
  expect((await week(one!.id))?.activity_ids).toEqual([b, draft, inside])
  expect(
    (await as('DELETE', `/api/courses/${env.course}/syllabus-items`, { activity_ids: [b, newId()], module_ids: [module] })).status,
  ).toBe(204)
  expect(await week(one!.id)).toMatchObject({ module_ids: [], activity_ids: [draft, inside] })
  await clear()
})

test('a week that is deleted comes back with what stands in no other meanwhile, for 30 days', async () => {
  const [one, two] = await make({ name: 'One' }, { name: 'Two' })
  const [a, b] = [await add('a'), await add('b')]
  await bring(one!.id, { activity_ids: [a, b] })
  expect((await as('DELETE', `/api/syllabuses/${one!.id}?version=${one!.version}`)).body.code).toBe('syllabus.newer')
  expect((await as('DELETE', `/api/syllabuses/${one!.id}`)).status).toBe(204)
  await bring(two!.id, { activity_ids: [a] })
  expect((await as('PUT', `/api/syllabuses/${one!.id}`, { name: 'Gone' })).status).toBe(404)
  expect((await as('PUT', `/api/syllabuses/${one!.id}/restore`)).body).toMatchObject({ name: 'One', activity_ids: [b] })
  await as('DELETE', `/api/syllabuses/${one!.id}`)
  const later = new Date(Date.now() + binLifetime + 1000)
  await env.ok(env.teacher, 'DELETE', `/api/activities/${a}`)
  expect(await purgeBin(plain(env.db), later, 500)).toBe(1)
  expect((await as('PUT', `/api/syllabuses/${one!.id}/restore`)).status).toBe(404)
  expect((await env.db.query('select item_id from syllabus_items')).rowCount).toBe(0)
  await clear()
})

test('two teachers who plan at once: everything is in one week, and each sees what the other did', async () => {
  const [one, two] = await make({ name: 'One' }, { name: 'Two' })
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((title) => add(title)))
  const [a = '', b = '', c = '', d = ''] = ids
  await bring(one!.id, { activity_ids: ids })
  const answers = await Promise.all([
    bring(two!.id, { activity_ids: [a] }),
    bring(one!.id, { activity_ids: [d], before: b }, env.manager),
    bring(two!.id, { activity_ids: [c] }, env.manager),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await week(one!.id))?.activity_ids).toEqual([d, b])
  expect((await week(two!.id))?.activity_ids.toSorted()).toEqual([a, c].toSorted())
  await Promise.all([bring(one!.id, { activity_ids: [a] }), bring(two!.id, { activity_ids: [a] }, env.manager)])
  expect((await plan()).flatMap(({ activity_ids }) => activity_ids).toSorted()).toEqual(ids.toSorted())
  await clear()
})

test('refused: days the wrong way round or none, too many weeks, strangers, a student', async () => {
  const post = (syllabuses: object[], who = env.teacher) => as('POST', `/api/courses/${env.course}/syllabuses`, { syllabuses }, who)
  expect((await post([{ name: 'ok' }, { name: 'x', starts_on: '2026-09-08', ends_on: '2026-09-07' }])).body.details).toMatchObject({
    'syllabuses.1.ends_on': [{ code: 'syllabus.endBeforeStart' }],
  })
  expect((await post([{ name: 'x', starts_on: '2026-02-31' }])).body.details['syllabuses.0.starts_on'][0].code).toBe('field.format')
  expect((await post([{ name: '  ' }])).body.details['syllabuses.0.name'][0].code).toBe('field.required')
  expect((await post([{ name: 'x' }], env.student)).status).toBe(403)
  const weeks = Array.from({ length: 50 }, (_, nth) => ({ name: `${nth}` }))
  await post(weeks)
  await post(weeks)
  expect((await post([{ name: 'one more' }])).body).toMatchObject({ code: 'syllabus.tooMany', params: { most: 100 } })
  const [{ id } = { id: '' }] = await plan()
  const elsewhere = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Elsewhere' })).body.id
  const foreign = (await env.ok(env.teacher, 'POST', `/api/courses/${elsewhere}/modules`, { name: 'There' })).id
  expect((await bring(id, { module_ids: [foreign] })).body.details.module_ids[0].code).toBe('module.unknown')
  expect((await bring(id, { activity_ids: [newId()] })).body.details.activity_ids[0].code).toBe('activity.unknown')
  expect((await bring(id, { activity_ids: [] }, env.student)).status).toBe(403)
  await clear()
})

test('a copy of the plan has the new ids, shifted by days, without what was not copied', async () => {
  const [dated] = await make({ name: 'Week 1', starts_on: '2026-02-26', ends_on: '2026-03-04' }, { name: 'Projects' })
  const [module, a, b] = [await addModule(), await add('a'), await add('b')]
  await bring(dated!.id, { module_ids: [module], activity_ids: [a, b] })
  const course = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Next year' })).body.id
  const module2 = (await env.ok(env.teacher, 'POST', `/api/courses/${course}/modules`, { name: 'Tides' })).id
  const b2 = (await env.ok(env.teacher, 'POST', `/api/courses/${course}/activities`, { type: 'page', title: 'b' })).id
  const as2 = new Map([
    [module, module2],
    [b, b2],
  ])
  expect(await copySyllabuses(plain(env.db), env.course, { org: env.org, course }, as2, 364)).toBe(2)
  expect(await plan(env.teacher, course)).toMatchObject([
    { name: 'Week 1', starts_on: '2027-02-25', ends_on: '2027-03-03', module_ids: [module2], activity_ids: [b2] },
    { name: 'Projects', starts_on: null, module_ids: [] },
  ])
  expect(await week(dated!.id)).toMatchObject({ module_ids: [module], activity_ids: [a, b] })
  await clear()
})
