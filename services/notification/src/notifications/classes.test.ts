// Recipients of notifications of classes: the students when one begins, and whoever was absent in a roll call, once.
import { newId } from '@lyceum/kit/ids'
import { AttendanceChangedSchema, ClassChangedSchema, ClassReportedSchema } from '@lyceum/proto/activity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextVersion, org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

const typesOf = async (person: string): Promise<string[]> => {
  await env.settled()
  return (await env.list(person)).items.map(({ type }: { type: string }) => type)
}
const by = (course: string, actor: string) => ({ key: `course:${course}`, org, actor })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('a class that begins is news for its students once, whatever changes in it', async () => {
  const [ann, bo, teacher] = [newId(), newId(), newId()]
  const course = await env.courseWith([ann, bo], true)
  const began = { id: newId(), orgId: org, courseId: course, title: 'Lecture 7', state: 'running', startedAt: minutesAgo(0) }
  await env.activity.emit(ClassChangedSchema, by(course, teacher), { ...began, version: nextVersion() })
  await env.activity.emit(ClassChangedSchema, by(course, teacher), { ...began, version: nextVersion() })
  const later = { ...began, id: newId(), startedAt: minutesAgo(30), version: nextVersion() }
  await env.activity.emit(ClassChangedSchema, by(course, teacher), later)
  await env.activity.emit(ClassChangedSchema, by(course, teacher), { ...later, id: newId(), state: 'ended', startedAt: minutesAgo(0) })
  await until(async () => expect([await typesOf(ann), await typesOf(bo)]).toEqual([['class_begun'], ['class_begun']]))
})

test('an absence is news for the student, once for a roll call; not long afterwards, and not once more', async () => {
  const [ann, bo, cy, teacher] = [newId(), newId(), newId(), newId()]
  const course = await env.courseWith([ann, bo, cy], true)
  const rollCallId = newId()
  const noted = (person: string, more: object = {}) =>
    env.activity.emit(AttendanceChangedSchema, by(course, teacher), {
      ...{ orgId: org, courseId: course, sessionId: newId(), rollCallId, personId: person, state: 'absent', at: minutesAgo(0) },
      ...{ version: nextVersion(), title: 'Lecture 7', heldAt: minutesAgo(5), again: false },
      ...more,
    })
  await noted(bo, { state: 'late' })
  await noted(cy, { heldAt: minutesAgo(25 * 60) })
  await noted(cy, { again: true })
  await noted(ann)
  await noted(ann)
  await until(async () => expect(await typesOf(ann)).toEqual(['roll_call_missed']))
  expect([await typesOf(bo), await typesOf(cy)]).toEqual([[], []])
})

test('a report is news for those whom it was sent to, not for its sender', async () => {
  const [ann, bo, teacher] = [newId(), newId(), newId()]
  const course = await env.courseWith([ann, bo], true)
  const report = { id: newId(), orgId: org, courseId: course, title: 'Lecture 7', personIds: [ann, teacher] }
  await env.activity.emit(ClassReportedSchema, by(course, teacher), report)
  await until(async () => expect(await typesOf(ann)).toEqual(['class_report']))
  expect([await typesOf(bo), await typesOf(teacher)]).toEqual([[], []])
})
