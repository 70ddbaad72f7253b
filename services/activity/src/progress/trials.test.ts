// Trials: progress of people who are no students of the course counts nowhere, is never emitted, and ends when they become students.
import { zeroId } from '@lyceum/kit/facts/resync'
import { plain, plainDatabase } from '@lyceum/kit/database/database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resyncSteps } from '../resync.ts'
import { type TestCourse, testCourse } from '../test/course.ts'
import { deleteTrials } from './trials.ts'

let env: TestCourse
let video: string
let activity: string
let reading: string
beforeAll(async () => {
  env = await testCourse()
  video = await env.upload(env.teacher)
  activity = await add({ type: 'online_video', upload_ids: [video] })
  reading = await add({ type: 'page', prerequisite_ids: [] })
})
afterAll(async () => {
  await env?.stop()
})
const add = async (draft: object) =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { title: 'Why deep water sinks', published: true, ...draft }))
    .id as string
const see = (active: 'student' | 'instructor') => env.inCourse(env.teacher, 'PUT', `/api/course/${env.course}/role`, { active })
const teacherReads = (id: string) => env.ok(env.teacher, 'POST', `/api/course/activities-read/${id}`)
/** Plays the film and reports its first seconds. */
async function watch(as: TestCourse['teacher'], seconds: number) {
  const { play_session_id } = await env.ok(as, 'POST', `/api/activities/${activity}/play`, {})
  await env.db.query(`update play_sessions set started_at = started_at - interval '100 seconds' where id = $1`, [play_session_id])
  await env.serve(as, video)
  return (await env.call(as, 'POST', `/api/play-sessions/${play_session_id}/heartbeat`, { seq: 1, intervals: [[0, seconds]] })).body
}
const rowOf = async (id: string, person: string) =>
  (await env.db.query('select * from progress where activity_id = $1 and person_id = $2', [id, person])).rows[0]
const facts = async (id: string) => (await env.facts('ProgressChanged')).filter((one) => one.activity_id === id)
const enrol = (person: string, role: string) =>
  env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [person], role })
const leave = async (person: string) => {
  const { items } = (await env.inCourse(env.teacher, 'GET', `/api/courses/${env.course}/members?page_size=100`)).body
  const enrolment = items.find((one: { person: { id: string } }) => one.person.id === person).id
  await env.inCourse(env.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [enrolment] })
}

describe('while a teacher sees the course as a student', () => {
  test('they play, read and go on as students do; every other write is refused', async () => {
    const next = await add({ type: 'page', prerequisite_ids: [reading] })
    await see('student')
    const locked = await env.call(env.teacher, 'POST', `/api/course/activities-read/${next}`)
    expect(locked.body.code).toBe('activity.locked')
    expect(await teacherReads(reading)).toMatchObject({ completed: true })
    expect(await teacherReads(next)).toMatchObject({ completed: true })
    expect(await watch(env.teacher, 20)).toMatchObject({ percent: 20, state: 'counted' })
    const { activities, completeness } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/content`)
    expect(activities.map((one: { my: { completed: boolean } }) => one.my.completed)).toEqual([false, true, true])
    expect(completeness.completed_count).toBe(2)
    expect((await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/study-completeness`)).completed_count).toBe(2)
    await see('instructor')
  })
  test('their rows are trials, told to nobody, not by a resync either, and in no list', async () => {
    for (const id of [activity, reading]) expect(await rowOf(id, env.teacher.person)).toMatchObject({ trial: true, told_percent: 0 })
    const database = new pg.Pool({ connectionString: env.activities.databaseUrl })
    await plainDatabase(database).$transaction(async (tx) => await resyncSteps.progress!(tx as never, zeroId))
    await database.end()
    expect(await facts(activity)).toEqual([])
    expect(await facts(reading)).toEqual([])
    const { items } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/activity-counts`)
    for (const { started, completed } of items) expect([started, completed]).toEqual([0, 0])
    expect((await env.ok(env.teacher, 'GET', `/api/activities/${activity}/watchers`)).summary).toEqual({
      students: 1,
      started: 0,
      completed: 0,
    })
    expect((await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/study-completeness`)).items).toMatchObject([
      { completed_count: 0 },
    ])
  })
})

describe('becoming a student', () => {
  test('begins anew at the first thing they do; until then nothing is theirs', async () => {
    const person = env.other
    await enrol(person.person, 'instructor_assistant')
    await env.ok(person, 'POST', `/api/course/activities-read/${reading}`)
    expect(await watch(person, 30)).toMatchObject({ percent: 30 })
    const before = await rowOf(activity, person.person)
    await leave(person.person)
    await enrol(person.person, 'student')
    const mine = async () => (await env.ok(person, 'GET', `/api/activities/${activity}`)).my
    expect(await mine()).toMatchObject({ percent: 0, watched_seconds: 0, last_seen_at: null })
    expect((await env.ok(person, 'GET', '/api/my-learning')).watching).toEqual([])
    const counts = async () => (await env.ok(env.teacher, 'GET', `/api/activities/${activity}/watchers`)).summary.started
    expect(await counts()).toBe(0)
    expect(await watch(person, 5)).toMatchObject({ percent: 5, watched: [[0, 5]] })
    const after = await rowOf(activity, person.person)
    expect(after).toMatchObject({ trial: false, percent: 5, watched_seconds: 5 })
    expect(after.first_seen_at.getTime()).toBeGreaterThan(before.first_seen_at.getTime())
    expect(await counts()).toBe(1)
    expect(await facts(activity)).toMatchObject([{ person_id: person.person, percent: 5 }])
  })
  test('and what they did as a student stays as it was when they no longer are one', async () => {
    const person = env.other
    await leave(person.person)
    await enrol(person.person, 'instructor_assistant')
    const before = await rowOf(activity, person.person)
    expect(await watch(person, 90)).toMatchObject({ percent: 5, state: 'counted' })
    await env.ok(person, 'POST', `/api/course/activities-read/${activity}`)
    expect(await rowOf(activity, person.person)).toEqual(before)
    await leave(person.person)
  })
  test('a mark by hand begins anew too', async () => {
    const byHand = await add({ type: 'learning_activity', completion_criterion_key: 'by_hand' })
    await env.ok(env.student, 'POST', `/api/course/activities-read/${byHand}`)
    await env.db.query('update progress set trial = true, percent = 40 where activity_id = $1', [byHand])
    const put = (completed: boolean) =>
      env.ok(env.teacher, 'PUT', `/api/activities/${byHand}/completion`, { person_ids: [env.student.person], completed })
    await put(false)
    expect(await rowOf(byHand, env.student.person)).toMatchObject({ trial: true, percent: 40 })
    await put(true)
    expect(await rowOf(byHand, env.student.person)).toMatchObject({ trial: false, percent: 100, read_at: null })
  })
})

test('trials go a week after they began, when they are no longer in use', async () => {
  const sweep = (days: number) => deleteTrials(plain(env.db as never), new Date(Date.now() + days * 86_400_000), 500)
  const [{ trials }] = (await env.db.query('select count(*)::int as trials from progress where trial')).rows
  const real = async () => (await env.db.query('select count(*)::int as n from progress where not trial')).rows[0].n
  const kept = await real()
  expect(trials).toBeGreaterThan(2)
  expect(await sweep(6.9)).toBe(0)
  await env.db.query(`update progress set last_seen_at = now() + interval '7 days' where activity_id = $1 and trial`, [activity])
  expect(await sweep(7.1)).toBe(trials - 1)
  expect(await sweep(8.1)).toBe(1)
  expect(await real()).toBe(kept)
})
