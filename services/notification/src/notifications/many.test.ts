// Notifications of a thousand people by a few statements: bulk work costs what its batches cost, not what its people do.
import { fact } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { ActivityOpenedSchema, ScoreReleasedSchema } from '@lyceum/proto/activity'
import { CourseCreatedSchema, CoursePublishedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { activityRow, courseRow, key, member, org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

const released = (course: string, personId: string, itemId = newId()) => ({
  courseId: course,
  orgId: org,
  itemId,
  personId,
  title: 'Tides',
  max: '20',
  state: '',
  version: 1n,
})
/** A published course, known here by now. */
const inCourse = async () => {
  const id = newId()
  await env.course.emit(CourseCreatedSchema, key(id), courseRow(id, true))
  await until(async () => expect((await env.database.query('select 1 from mirror.courses where id = $1', [id])).rowCount).toBe(1))
  return id
}

test('a thousand people are told of their own scores by few statements, each of theirs', async () => {
  const students = Array.from({ length: 1000 }, () => newId())
  const [id, items] = [await inCourse(), [newId(), newId(), newId()]]
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  for (const itemId of items) {
    await env.activity.emitAll(students.map((person) => fact(ScoreReleasedSchema, key(id), released(id, person, itemId))))
  }
  await until(async () => {
    const { rows } = await env.database.query(
      `select count(distinct person_id)::int as people, sum(cardinality(about))::int as scores from notifications where course_id = $1`,
      [id],
    )
    expect(rows[0]).toEqual({ people: 1000, scores: 3000 })
  })
  const statements = sent.mock.calls.map(([statement]) =>
    typeof statement === 'string' ? statement : (statement as { text: string }).text,
  )
  sent.mockRestore()
  for (const written of ['into notifications', 'into notices']) {
    const made = statements.filter((text) => text.toLowerCase().includes(`insert ${written}`)).length
    expect([made > 0, made < 100]).toEqual([true, true])
  }
  await env.settled()
  const [ann] = students
  const { items: list } = await env.list(ann!)
  expect(list).toMatchObject([{ type: 'score_released', count: 3, payload: { subject: { type: 'score', id: items[2], title: 'Tides' } } }])
})

test('of scores that come together each is told once, and nobody of one that they gave themselves', async () => {
  const [ann, bo, course] = [newId(), newId(), await inCourse()]
  const [first, own] = [released(course, ann), released(course, bo)]
  await env.activity.emitAll([
    fact(ScoreReleasedSchema, key(course), first),
    fact(ScoreReleasedSchema, key(course), first),
    fact(ScoreReleasedSchema, { ...key(course), actor: bo }, own),
    fact(ScoreReleasedSchema, key(course), released(course, ann)),
  ])
  await until(async () => expect(await env.notificationsOf(ann)).toEqual([['score_released', 2]]))
  await env.settled()
  expect([await env.notificationsOf(ann), await env.notificationsOf(bo)]).toEqual([[['score_released', 2]], []])
})

test('a member who is known late is told of their own scores, not of those of others', async () => {
  const [ann, bo, course] = [newId(), newId(), await inCourse()]
  await env.activity.emitAll([ann, bo].map((person) => fact(ScoreReleasedSchema, key(course), released(course, person))))
  await until(async () => expect(await env.notificationsOf(bo)).toEqual([['score_released', 1]]))
  await env.database.query('delete from notifications where person_id = $1', [bo])
  await env.database.query(`update notices set created_at = created_at + interval '1 minute' where course_id = $1`, [course])
  await env.course.emit(MemberJoinedSchema, { ...key(course), actor: '' }, member(course, bo))
  await until(async () => expect(await env.notificationsOf(bo)).toEqual([['score_released', 1]]))
  expect(await env.notificationsOf(ann)).toEqual([['score_released', 1]])
})

test('more notices than one delivery takes are held once, while their course is not open, and delivered when it is', async () => {
  const ann = newId()
  const course = await env.courseWith([ann])
  const opened = Array.from({ length: 501 }, () => fact(ActivityOpenedSchema, key(course), activityRow(course)))
  await env.activity.emitAll(opened)
  const held = async () =>
    (await env.database.query('select from notices where course_id = $1 and held_until is not null and not delivered', [course])).rowCount
  await until(async () => expect(await held()).toBe(501))
  await env.settled()
  await env.database.query(`update notices set created_at = created_at + interval '1 minute' where course_id = $1`, [course])
  await env.course.emit(CoursePublishedSchema, key(course), courseRow(course, true))
  await until(async () => {
    const counts = (await env.notificationsOf(ann)).filter(([type]) => type === 'activity_opened').map(([, count]) => count)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(501)
  })
})
