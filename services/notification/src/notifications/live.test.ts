// Recipients of notifications of live lectures: the students, when one is moved, called off, begins soon or has a recording.
import { newId } from '@lyceum/kit/ids'
import { LiveChangedSchema } from '@lyceum/proto/activity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextVersion, org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

test('a change that people are told of is news for the students, each time it moves and once for each recording', async () => {
  const [ann, teacher, recording] = [newId(), newId(), newId()]
  const course = await env.courseWith([ann], true)
  const live = {
    id: newId(),
    orgId: org,
    courseId: course,
    title: 'Live: tides',
    state: 'before',
    recordings: 0,
    startsAt: '2026-12-09T09:00:00.000Z',
  }
  const emit = (event: string, more: object = {}) =>
    env.activity.emit(
      LiveChangedSchema,
      { key: `course:${course}`, org, actor: teacher },
      { ...live, event, newsId: live.id, version: nextVersion(), ...more },
    )
  await emit('')
  await emit('moved', { wasAt: '2026-12-08T09:00:00.000Z' })
  await emit('moved', { wasAt: '2026-12-09T09:00:00.000Z', startsAt: '2026-12-10T09:00:00.000Z' })
  await emit('soon')
  await emit('recording', { newsId: recording })
  await emit('recording', { newsId: recording })
  await emit('called_off', { wasAt: live.startsAt })
  const types = async (person: string): Promise<string[]> => {
    await env.settled()
    return (await env.list(person)).items.map(({ type }: { type: string }) => type).toSorted()
  }
  await until(async () =>
    expect(await types(ann)).toEqual(['live_called_off', 'live_in_ten_minutes', 'live_moved', 'live_moved', 'recording_ready']),
  )
  expect(await types(teacher)).toEqual([])
})
