// Dates of activities in calendars: at the reader's own times, of what they see, and by a version for feeds.
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
  // time allowances are of people of the school
  await env.db.query(
    `insert into mirror.memberships (person_id, org_id, roles, department_name) values ($2, $1, '{student}', '') on conflict do nothing`,
    [env.org, env.student.person],
  )
})
afterAll(() => env?.stop())

const began = Math.round(Date.now() / 1000) * 1000
const hours = (count: number) => new Date(began + count * 3_600_000).toISOString()
const span = { start: hours(-24), end: hours(24 * 30) }
const add = async (draft: object) =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Tides', published: true, ...draft }))
    .id
const dates = async (who: Actor) =>
  (await env.ok(who, 'GET', `/api/activity/calendar?start=${span.start}&end=${span.end}`)).dates.map(
    ({ title, what, at, done }: Record<string, unknown>) => [title, what, at, done],
  )
const bff: Actor = { kind: 'job', person: '', org: '', roles: [], session: '' }
const feed = async (known?: string) => {
  const body = { person_id: env.student.person, course_id: null, ...span, ...(known !== undefined && { known }) }
  return (await env.call(bff, 'POST', '/internal-api/activity-dates', body)) as {
    status: number
    body: { version: string; dates: unknown[] | null }
  }
}

test('opens, due, closes: an activity that closes when it is due is due; drafts are seen by teachers alone; one’s own times are one’s own', async () => {
  const id = await add({ start_time: hours(1), due_time: hours(5), end_time: hours(6) })
  await add({ title: 'Draft', published: false, due_time: hours(2) })
  await add({ title: 'Both', due_time: hours(7), end_time: hours(7) })
  await add({ title: 'Another year', due_time: hours(24 * 400) })
  expect(await dates(env.student)).toEqual([
    ['Tides', 'opens', hours(1), false],
    ['Tides', 'due', hours(5), false],
    ['Tides', 'closes', hours(6), false],
    ['Both', 'due', hours(7), false],
  ])
  expect((await dates(env.teacher)).map(([title, , , done]: unknown[]) => [title, done])).toContainEqual(['Draft', null])
  const known = (await feed()).body.version
  expect((await feed(known)).body).toEqual({ version: known, dates: null })
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, {
    person_ids: [env.student.person],
    activity_id: id,
    due: hours(50),
    closes: hours(60),
  })
  expect(await dates(env.student)).toContainEqual(['Tides', 'due', hours(50), false])
  expect(await dates(env.teacher)).toContainEqual(['Tides', 'due', hours(5), null])
  const later = (await feed(known)).body
  expect([later.version === known, later.dates?.length]).toEqual([false, 4])
  expect(await dates(env.stranger)).toEqual([])
})

test('an activity that is done is ticked, and the version of a feed says so', async () => {
  const id = await add({ title: 'Read me', due_time: hours(9), completion_criterion_key: 'read' })
  const known = (await feed()).body.version
  await env.ok(env.student, 'POST', `/api/course/activities-read/${id}`)
  expect(await dates(env.student)).toContainEqual(['Read me', 'due', hours(9), true])
  expect((await feed(known)).body.dates).not.toBeNull()
})

test('nothing of a school that has suspended the reader is in their dates, and the version of a feed says so', async () => {
  await add({ title: 'Ebb', due_time: hours(10) })
  const known = (await feed()).body.version
  const suspendedIn = (orgs: string[]) =>
    env.db.query('update mirror.persons set suspended_in = $2 where id = $1', [env.student.person, orgs])
  await suspendedIn([env.org])
  expect([await dates(env.student), (await feed(known)).body.dates]).toEqual([[], []])
  await suspendedIn([])
  expect(await dates(env.student)).not.toEqual([])
})

test('many feeds at once wait for no second connection', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => feed()))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('400 for a span that ends before it begins, or is longer than 400 days', async () => {
  const fault = async (start: string, end: string) => {
    const { status, body } = await env.call(env.student, 'GET', `/api/activity/calendar?start=${start}&end=${end}`)
    return [status, Object.values(body.details as Record<string, { code: string }[]>)[0]![0]!.code]
  }
  expect(await fault(hours(1), hours(0))).toEqual([400, 'field.invalid'])
  expect(await fault(hours(0), hours(401 * 24))).toEqual([400, 'calendar.spanTooLong'])
})
