// Meetings that nobody looks after any more: one that was moved and left without times, those of a course that is deleted, restored and purged.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainDatabase } from '@lyceum/kit/database/database'
import { type BigBlueButton, startBigBlueButton } from '../../test/bigbluebutton.ts'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { eventually, meetingCalls } from '../../test/meeting-calls.ts'
import { purgeMeetings } from '../upkeep.ts'

let env: TestCourse, stand: BigBlueButton
beforeAll(async () => {
  stand = await startBigBlueButton()
  env = await testCourse({ MEETING_HOSTS: new URL(stand.url).origin })
  await setUp()
})
afterAll(async () => {
  await env?.stop()
  expect(stand?.faults).toEqual([])
  stand?.stop()
})
const { setUp, atProvider, join, sweep, soon, watchOf } = meetingCalls(() => ({ env, stand }))

test('a lecture that was on, moved and left without times is looked at no more, until somebody joins', async () => {
  const id = await atProvider(5)
  await join(id)
  for (const times of [{ start_time: new Date(Date.now() + 86_400_000).toISOString(), end_time: null }, { start_time: null }]) {
    const { version } = await env.ok(env.teacher, 'GET', `/api/activities/${id}`)
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { version, ...times })
  }
  expect((await watchOf(id)).look_at).not.toBeNull()
  stand.meetings.delete(id)
  await sweep('look_at', id)
  await soon()
  await eventually(async () => expect((await watchOf(id)).look_at).toBeNull())
  await join(id)
  expect((await watchOf(id)).look_at).not.toBeNull()
})

test('a meeting of a deleted course is cancelled, made again with the course, and cancelled for good with its activity', async () => {
  const id = await atProvider(5)
  await eventually(() => expect(stand.meetings.has(id)).toBe(true))
  const gone = await env.inCourse(env.teacher, 'DELETE', `/api/course/${env.course}`)
  expect(gone.status).toBeLessThan(300)
  await eventually(() => expect(stand.meetings.has(id)).toBe(false))
  const back = await env.inCourse(env.teacher, 'PUT', `/api/courses/${env.course}/restore`)
  expect(back.status).toBeLessThan(300)
  await eventually(() => expect(stand.meetings.has(id)).toBe(true))
  await eventually(async () => expect((await env.db.query('select 1 from kit.jobs where key = $1', [`meeting:${id}`])).rows).toEqual([]))
  await plainDatabase(env.db).$transaction((tx) => purgeMeetings(tx, [id]))
  await eventually(() => expect(stand.meetings.has(id)).toBe(false))
})
