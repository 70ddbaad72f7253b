// Tests of the review of published courses.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import type { ReviewedCourse } from './api.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
const [science, tides, arts] = [newId(), newId(), newId()]
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
  for (const [id, path] of [
    [science, [science]],
    [tides, [science, tides]],
    [arts, [arts]],
  ] as const)
    await school.db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'D', $3, '', false, 1)`,
      [id, school.org, path],
    )
})
afterAll(() => stop?.())

const published = async (name: string, draft: object = {}): Promise<string> => {
  const { id } = (await it.call(school.teacher, 'POST', '/api/course', { name, ...draft })).body
  await it.call(school.teacher, 'PUT', `/api/courses/${id}/publish`, { published: true })
  return id
}
const review = (id: string, body: object, actor = school.manager) => it.call(actor, 'PUT', `/api/course/${id}/manager/review`, body)
const list = async (state = 'waiting', actor: Actor = school.manager) =>
  (await it.call(actor, 'GET', `/api/management/reviews?state=${state}`)).body as { items: ReviewedCourse[]; total: number }
const names = async (state?: string, actor?: Actor) => (await list(state, actor)).items.map(({ name }) => name)

test('published courses without a review wait; drafts, ended and reviewed courses do not', async () => {
  const waits = await published('Currents')
  await it.call(school.teacher, 'POST', '/api/course', { name: 'A draft' })
  const ended = await published('Last year')
  await school.db.query(`update courses set end_date = '2020-01-01' where id = $1`, [ended])
  expect(await names()).toEqual(['Currents'])
  await review(waits, { type: 'reviewed' })
  expect(await names()).toEqual([])
  // the undo
  await review(waits, { type: 'unreviewed' })
  expect(await names()).toEqual(['Currents'])
  await review(waits, { type: 'reviewed' })
})

test('sent back with a reason it leaves the list until it is published again; its teachers are told why', async () => {
  const id = await published('Reefs')
  expect((await review(id, { type: 'reviewed', reason: 'No' })).body.details.reason[0].code).toBe('course.reviewReason')
  expect((await review(id, { type: 'unreviewed', reason: ' The outline\n is missing ' })).status).toBe(200)
  expect(await names()).toEqual([])
  const { items } = await list('returned')
  expect(items).toMatchObject([{ id, returned: { reason: 'The outline is missing', by: 'Mei Lin' } }])
  const facts = await school.db.query(
    `select value::jsonb->>'reason' as reason from kit.outbox where key = $1 and type like '%CourseReviewed'`,
    [`course:${id}`],
  )
  expect(facts.rows).toEqual([{ reason: 'The outline is missing' }])
  for (const on of [false, true]) await it.call(school.teacher, 'PUT', `/api/courses/${id}/publish`, { published: on })
  expect([await names(), await names('returned')]).toEqual([['Reefs'], []])
  await review(id, { type: 'unreviewed', reason: 'Still missing' })
  await review(id, { type: 'unreviewed' })
  expect(await names()).toEqual(['Reefs'])
  await review(id, { type: 'reviewed' })
})

test('a manager of a department sees its courses, those below it and those of none; another school sees nothing', async () => {
  await published('Science', { department: { id: science, name: '' } })
  await published('Tides', { department: { id: tides, name: '' } })
  await published('Arts', { department: { id: arts, name: '' } })
  await published('Of none')
  const of = (department: string) => ({ ...school.manager, department })
  expect(await names('waiting', of(science))).toEqual(['Science', 'Tides', 'Of none'])
  expect(await names('waiting', of(tides))).toEqual(['Tides', 'Of none'])
  expect(await names()).toHaveLength(4)
  expect(await names('waiting', { ...school.manager, org: newId() })).toEqual([])
  const numbers = async (actor: Actor) => (await it.call(actor, 'GET', '/api/management/course-numbers')).body
  expect(await numbers(of(tides))).toMatchObject({ courses: 6, published: 5, waiting: 2, counted_at: expect.any(String) })
  expect(await numbers(school.manager)).toMatchObject({ courses: 8, published: 7, waiting: 4 })
})

test('403 for a teacher, and for a manager whose school demands a code that was not entered', async () => {
  const ask = (actor: Actor) => it.call(actor, 'GET', '/api/management/reviews')
  expect((await ask(school.teacher)).body.code).toBe('forbidden')
  expect((await ask({ ...school.teacher, codeNeeded: true })).body.code).toBe('forbidden')
  expect((await ask({ ...school.manager, codeNeeded: true })).body.code).toBe('authCode.needed')
  expect((await ask(school.manager)).status).toBe(200)
})
