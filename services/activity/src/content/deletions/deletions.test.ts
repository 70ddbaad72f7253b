// Several activities deleted at once: who has work in them, who may delete them, and their way back.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const add = async (title: string, draft: object = {}, course = env.course): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${course}/activities`, { type: 'page', title, published: true, ...draft })).id
const check = (ids: string[], who = env.teacher) => env.call(who, 'GET', `/api/activities/delete-check?activity_ids=${ids.join()}`)
const drop = (activity_ids: string[], who = env.teacher) => env.call(who, 'DELETE', '/api/activities', { activity_ids })
const restore = (activity_ids: string[], who = env.teacher) => env.call(who, 'POST', '/api/activities/restore', { activity_ids })
const listed = async (who = env.teacher) =>
  (await env.ok(who, 'GET', `/api/courses/${env.course}/content`)).activities.map(({ id }: { id: string }) => id)

test('the check counts people once, readers, completions and what is handed in, and names what opens without them', async () => {
  const [one, task, untouched] = [await add('One'), await add('Sample', { type: 'learning_activity' }), await add('Untouched')]
  const after = await add('After', { prerequisite_ids: [one, task] })
  expect((await check([one, task, untouched])).body).toMatchObject({ people: 0, readers: 0, items: [], required_by: [{ id: after }] })
  await env.ok(env.student, 'POST', `/api/course/activities-read/${one}`)
  await env.ok(env.student, 'POST', `/api/activities/${task}/done`, { done: true })
  // who teaches and looks at it has no work in it
  await env.ok(env.teacher, 'POST', `/api/course/activities-read/${untouched}`)
  const answer = (await check([one, task, untouched])).body
  expect(answer).toMatchObject({ people: 1, readers: 1, completed: 1, submissions: 1, required_by_total: 1 })
  expect(
    answer.items.map(({ id, people, submissions }: { id: string; people: number; submissions: number }) => [id, people, submissions]),
  ).toEqual([
    [one, 1, 0],
    [task, 1, 1],
  ])
  // what is deleted with them is no obstacle
  expect((await check([one, task, after])).body.required_by_total).toBe(0)
})

test('all go in one write, each with its fact, and come back as they were', async () => {
  const module = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Sea' })).id
  const [shown, draft] = [await add('Shown', { module_id: module }), await add('Draft', { published: false })]
  await env.ok(env.student, 'POST', `/api/course/activities-read/${shown}`)
  expect((await drop([draft, shown])).body).toEqual({ activity_ids: [draft, shown], refused: [] })
  expect(await listed()).not.toEqual(expect.arrayContaining([shown]))
  const deleted = (await env.facts('ActivityDeleted')).map(({ activity }) => activity.id)
  expect(deleted).toEqual(expect.arrayContaining([shown, draft]))
  expect((await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/bin`)).items.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining([shown, draft]),
  )
  expect((await restore([shown, draft])).body).toEqual({ activity_ids: [shown, draft] })
  expect((await env.ok(env.student, 'GET', `/api/activities/${shown}`)).my.completed).toBe(true)
  expect(await env.ok(env.teacher, 'GET', `/api/activities/${draft}`)).toMatchObject({ published: false, module_id: null })
  expect((await env.ok(env.teacher, 'GET', `/api/activities/${shown}`)).module_id).toBe(module)
})

test('one that is gone is named and the others go; when none is there it is not found', async () => {
  const [here, gone] = [await add('Here'), await add('Gone')]
  expect((await drop([gone])).status).toBe(200)
  expect((await drop([gone])).body.code).toBe('activity.notFound')
  expect((await drop([newId(), gone])).body.code).toBe('activity.notFound')
  const answer = (await drop([gone, here])).body
  expect(answer).toEqual({
    activity_ids: [here],
    refused: [{ activity_id: gone, title: null, code: 'activity.unknown', params: { id: gone } }],
  })
  expect(await listed()).not.toContain(here)
  expect((await restore([here])).body).toEqual({ activity_ids: [here] })
  expect((await restore([gone, here])).body.code).toBe('activity.notFound')
  expect(await listed()).not.toContain(gone)
  await env.db.query(`update activities set deleted_at = now() - interval '31 days' where id = $1`, [gone])
  expect((await restore([gone])).status).toBe(404)
})

test('403 for a student, and where one of them is in a course that is not taught', async () => {
  const mine = await add('Mine')
  const elsewhere = (await env.inCourse(env.manager, 'POST', '/api/course', { name: 'Elsewhere' })).body.id
  const foreign = (await env.ok(env.manager, 'POST', `/api/courses/${elsewhere}/activities`, { type: 'page', title: 'Foreign' })).id
  for (const answer of [
    await drop([mine], env.student),
    await check([mine], env.student),
    await drop([mine, foreign]),
    await check([mine, foreign]),
  ])
    expect(answer.status).toBe(403)
  expect(await listed()).toContain(mine)
  await drop([mine])
  expect((await restore([mine], env.student)).status).toBe(403)
})

test('400 for ids that are none, none at all, the same twice and too many', async () => {
  const id = newId()
  for (const ids of ['', 'x', '-'.repeat(36), `${id},`, Array.from({ length: 301 }, () => id).join()])
    expect((await env.call(env.teacher, 'GET', `/api/activities/delete-check?activity_ids=${ids}`)).status).toBe(400)
  for (const ids of [[], ['x'], [id, id], Array.from({ length: 501 }, newId)]) expect((await drop(ids)).status).toBe(400)
  expect((await env.call(env.teacher, 'GET', '/api/activities/delete-check')).body.details.activity_ids[0].code).toBe('field.required')
})
