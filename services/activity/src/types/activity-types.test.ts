// The life of an activity of every type: its example is created, published, changed, listed, asked of a student, counted and erased.
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { testProducer, type TestProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activityTypes, definitionOf } from './activity-types.ts'
import { ActivityType, type AvailableType, settingsByType } from './activity-types/api.ts'
import { questionTypes } from '../questions/question-types.ts'
import { criterionOf } from './rules.ts'
import { type TestCourse, testCourse } from '../test/course.ts'

let env: TestCourse
let identity: TestProducer
beforeAll(async () => {
  env = await testCourse()
  identity = await testProducer(env.activities.world, 'identity')
})
afterAll(async () => {
  await identity?.stop()
  await env?.stop()
})

const types = Object.keys(activityTypes) as AvailableType[]
const inList = async (who = env.student, id: string) =>
  (await env.ok(who, 'GET', `/api/courses/${env.course}/content`)).activities.find((row: { id: string }) => row.id === id)
const inTodo = async (id: string) =>
  (await env.ok(env.student, 'GET', '/api/todo?page_size=50')).items.some((item: { activity_id: string }) => item.activity_id === id)

/** Activities that ask questions are published with a paper that has one. */
async function writePaper(id: string): Promise<void> {
  const { id: bank } = await env.ok(env.teacher, 'POST', '/api/banks', { title: 'Questions', course_id: env.course })
  const question = { type: 'single', title: '', feedback: '', points: '1', tags: [], ...questionTypes.single.example }
  const { results } = await env.ok(env.teacher, 'POST', `/api/banks/${bank}/questions`, { questions: [question] })
  const sections = [{ id: 'part1', title: '', text: '', entries: [{ question_id: results[0].id, points: '2' }] }]
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}/paper`, { sections, version: 0 })
}

describe.each(types)('%s', (type) => {
  const definition = definitionOf(type)!
  let id: string
  const { least, types: uploadTypes = ['document'] } = definition.uploads
  const someUploads = () => Promise.all(Array.from({ length: least }, () => env.upload(env.teacher, { type: uploadTypes[0] })))
  test('a word of the wire, with settings that its defaults name', () => {
    expect((ActivityType as unknown as { enum: string[] }).enum).toContain(type)
    expect(Object.keys(definition.defaults).sort()).toEqual(Object.keys(settingsByType[type].properties).sort())
  })
  test('its example is created as a draft', async () => {
    const uploads = await someUploads()
    const draft = { ...definition.example, type, upload_ids: uploads }
    const activity = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, draft)
    id = activity.id
    expect(activity).toMatchObject({
      type,
      published: false,
      uploads: uploads.map((upload) => ({ id: upload })),
      completion_criterion_key: definition.example.completion_criterion_key ?? definition.defaultCriterion,
      settings: { ...definition.defaults, ...definition.example.settings },
    })
    const { settings: _, ...fields } = definition.example
    for (const [field, value] of Object.entries(fields)) expect(activity[field], field).toEqual(value)
    expect(await inList(env.student, id)).toBeUndefined()
    if (definition.asks) await writePaper(id)
  })
  test('published and changed', async () => {
    await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/publish-activities`, { activity_ids: [id], published: true })
    const takenAway = Object.fromEntries(Object.keys(definition.defaults).map((name) => [name, null]))
    const changed = await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { title: 'Changed', settings: takenAway })
    expect(changed).toMatchObject({ title: 'Changed', published: true, settings: definition.defaults })
    expect((await env.facts('ActivityChanged')).at(-1).activity).toMatchObject({ id, type, title: 'Changed' })
  })
  test('copied as a draft that says the same', async () => {
    const original = await env.ok(env.teacher, 'GET', `/api/activities/${id}`)
    const copied = await env.ok(env.teacher, 'POST', `/api/activities/${id}/copy`, { title: 'Copy' })
    const { body, type: same, settings, points, due_time, uploads } = original
    expect(copied).toMatchObject({ type: same, title: 'Copy', published: false, body, settings, points, due_time, uploads })
    expect(await inList(env.student, copied.id)).toBeUndefined()
  })
  test('in the list of a student, and asked of them until it is done', async () => {
    expect(await inList(env.student, id)).toMatchObject({ type, title: 'Changed', availability: 'open', my: { completed: false } })
    expect(await inTodo(id)).toBe(true)
    const key = (definition.criteria as readonly string[]).includes('read') ? 'read' : 'by_hand'
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { completion_criterion_key: key })
    await env.ok(env.student, 'POST', `/api/course/activities-read/${id}`)
    if (key === 'by_hand')
      await env.ok(env.teacher, 'PUT', `/api/activities/${id}/completion`, { person_ids: [env.student.person], completed: true })
    expect(await inTodo(id)).toBe(false)
  })
  if (definition.markedDone)
    test('marked as done by the student, and not done after all', async () => {
      const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
        title: 'x',
        type,
        published: true,
        upload_ids: await someUploads(),
        completion_criterion_key: 'submitted',
      })
      const count = async () =>
        (await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/activity-counts`)).items.find(
          (item: { activity_id: string }) => item.activity_id === id,
        )
      expect(await env.ok(env.student, 'POST', `/api/activities/${id}/done`, { done: true })).toMatchObject({ completed: true })
      expect([await inTodo(id), await count()]).toEqual([false, { activity_id: id, started: 1, completed: 1, submitted: 1 }])
      await env.ok(env.student, 'POST', `/api/activities/${id}/done`, { done: false })
      expect([await inTodo(id), await count()]).toEqual([true, { activity_id: id, started: 1, completed: 0, submitted: 0 }])
      await env.ok(env.teacher, 'DELETE', `/api/activities/${id}`)
      expect(await count()).toBeUndefined()
    })
  test('counted for who teaches', async () => {
    const { students, items } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/activity-counts`)
    expect(students).toBe(1)
    expect(items).toContainEqual(expect.objectContaining({ activity_id: id, started: 1, completed: 1 }))
    expect((await env.call(env.student, 'GET', `/api/courses/${env.course}/activity-counts`)).status).toBe(403)
  })
  test('each criterion that it offers is taken, no other is', async () => {
    const keys = {
      ...{ none: 'none', read: 'read', watched: 'watched_50', submitted: 'submitted', scored: 'scored_60', posted: 'posted_2' },
      ...{ attended: 'attended', answered: 'answered', passed: 'passed', by_hand: 'by_hand' },
    }
    expect(criterionOf(definition.defaultCriterion).kind).toBe(definition.criteria[0])
    for (const [kind, key] of Object.entries(keys)) {
      const { status } = await env.call(env.teacher, 'PUT', `/api/activities/${id}`, { completion_criterion_key: key })
      expect([kind, status]).toEqual([kind, (definition.criteria as readonly string[]).includes(kind) ? 200 : 400])
    }
  })
})

test('nothing of an erased student stays', async () => {
  const left = async () =>
    (await env.db.query('select count(*)::int as left from progress where person_id = $1', [env.student.person])).rows[0].left as number
  expect(await left()).toBeGreaterThanOrEqual(types.length)
  await identity.emit(PersonErasedSchema, { key: `person:${env.student.person}`, org: env.org }, null)
  await until(async () => (await left()) === 0)
})
