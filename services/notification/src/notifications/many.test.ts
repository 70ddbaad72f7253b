// Notifications of a thousand people by a few statements: bulk work costs what its batches cost, not what its people do.
import { fact } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { ScoreReleasedSchema } from '@lyceum/proto/activity'
import { CourseCreatedSchema } from '@lyceum/proto/course'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { courseRow, key, org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

test('a thousand people are told of their own scores by few statements, each of theirs', async () => {
  const students = Array.from({ length: 1000 }, () => newId())
  const [id, items] = [newId(), [newId(), newId(), newId()]]
  await env.course.emit(CourseCreatedSchema, key(id), courseRow(id, true))
  await until(async () => expect((await env.database.query('select 1 from mirror.courses where id = $1', [id])).rowCount).toBe(1))
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  for (const itemId of items) {
    const scores = students.map((personId) => ({
      courseId: id,
      orgId: org,
      itemId,
      personId,
      title: 'Tides',
      max: '20',
      state: '',
      version: 1n,
    }))
    await env.activity.emitAll(scores.map((score) => fact(ScoreReleasedSchema, key(id), score)))
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
