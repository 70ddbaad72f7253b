// Completion through the calls: by hand, and by a criterion that changes when people have begun.
import { until } from '@lyceum/kit/test/wait'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(async () => {
  await env?.stop()
})
const add = async (draft: object = {}) =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Tides', published: true, ...draft }))
    .id as string
const my = async (id: string) => (await env.ok(env.student, 'GET', `/api/activities/${id}`)).my
const read = (id: string, who = env.student) => env.ok(who, 'POST', `/api/course/activities-read/${id}`)
const completions = async (id: string) =>
  (await env.facts('ProgressChanged')).filter(({ activity_id }) => activity_id === id).map(({ completed }) => completed)

describe('by hand', () => {
  const complete = (id: string, person_ids: string[], completed = true, who = env.teacher) =>
    env.call(who, 'PUT', `/api/activities/${id}/completion`, { person_ids, completed })
  test('completes, is told, and can be taken back', async () => {
    const id = await add({ completion_criterion_key: 'by_hand' })
    expect((await read(id)).completed).toBe(false)
    expect((await complete(id, [env.student.person])).status).toBe(200)
    expect(await my(id)).toMatchObject({ completed: true, percent: 100 })
    await complete(id, [env.student.person])
    await complete(id, [env.student.person], false)
    expect(await my(id)).toMatchObject({ completed: false, percent: 0 })
    expect(await completions(id)).toEqual([false, true, false])
    const audited = await env.db.query('select action, actor, person from kit.audit where subject = $1 order by at', [`activity:${id}`])
    expect(audited.rows.map(({ action }) => action)).toEqual(['progress.completed', 'progress.takenBack'])
    expect(audited.rows[0]).toMatchObject({ actor: env.teacher.person, person: env.student.person })
  })
  test('of a person who has not opened it, and nothing to take back from them', async () => {
    const id = await add({ completion_criterion_key: 'by_hand' })
    await complete(id, [env.student.person], false)
    expect(await my(id)).toMatchObject({ completed: false, last_seen_at: null })
    await complete(id, [env.student.person])
    expect(await my(id)).toMatchObject({ completed: true, last_seen_at: null })
    const { summary, items } = await env.ok(env.teacher, 'GET', `/api/activities/${id}/watchers`)
    expect([summary, items[0].last_seen_at]).toEqual([{ students: 1, started: 0, completed: 1 }, null])
    // so a mark that is taken back leaves it locked
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { prerequisite_ids: [await add()] })
    await complete(id, [env.student.person], false)
    expect((await env.call(env.student, 'GET', `/api/activities/${id}`)).body.code).toBe('activity.locked')
  })
  test('403 for a student, 400 for who is no student of the course, 409 where it has another criterion', async () => {
    const id = await add({ completion_criterion_key: 'by_hand' })
    expect((await complete(id, [env.student.person], true, env.student)).status).toBe(403)
    for (const person of [env.teacher.person, env.stranger.person]) {
      const { status, body } = await complete(id, [env.student.person, person])
      expect([status, body.details?.person_ids?.[0].code]).toEqual([400, 'completion.notStudent'])
    }
    expect((await my(id)).completed).toBe(false)
    expect((await complete(id, [newId()])).status).not.toBe(200)
    expect((await complete(await add(), [env.student.person])).body.code).toBe('activity.notByHand')
  })
})

test('a student marks as done only what is made for it', async () => {
  const { status, body } = await env.call(env.student, 'POST', `/api/activities/${await add()}/done`, { done: true })
  expect([status, body.code]).toEqual([409, 'activity.notMarkedDone'])
})

describe('a changed criterion', () => {
  const change = (id: string, completion_criterion_key: string) =>
    env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { completion_criterion_key })
  test('completes who has done what it asks for, in steps, and tells it of students alone', async () => {
    const id = await add({ completion_criterion_key: 'none' })
    await read(id)
    await read(id, env.teacher)
    // more than two steps of people, who left the course
    await env.db.query(
      `insert into progress (activity_id, person_id, org_id, course_id, read_at, first_seen_at, last_seen_at, version)
       select $1, gen_random_uuid(), $2, $3, now(), now(), now(), 1 from generate_series(1, 1100)`,
      [id, env.org, env.course],
    )
    expect((await my(id)).completed).toBe(false)
    await change(id, 'read')
    await until(
      async () => (await env.db.query('select 1 from progress where activity_id = $1 and completed_at is null', [id])).rowCount === 0,
    )
    expect(await my(id)).toMatchObject({ completed: true, percent: 100 })
    expect(await completions(id)).toEqual([true])
    const task = async () => (await env.call(env.teacher, 'GET', '/internal-api/tasks')).body.items[0]
    await until(async () => (await task()).state === 'finished')
    expect(await task()).toMatchObject({ kind: 'measureCompletion', subject: `activity:${id}`, progress: 1, result: { people: 1102 } })
    expect((await env.call(env.other, 'GET', `/internal-api/tasks/${(await task()).id}`)).status).toBe(404)
  })
  test('takes nothing away that was earned', async () => {
    const id = await add()
    await read(id)
    const { completed_at } = await my(id)
    await change(id, 'by_hand')
    await until(
      async () =>
        (await env.db.query(`select 1 from kit.tasks where subject = 'activity:' || $1 and state = 'running'`, [id])).rowCount === 0,
    )
    expect(await my(id)).toMatchObject({ completed: true, completed_at, percent: 100 })
  })
})
