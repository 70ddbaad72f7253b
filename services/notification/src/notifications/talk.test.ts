// Recipients of notifications of posts: who follows or is answered, who is mentioned, whose post is an answer, who moderates.
import { newId } from '@lyceum/kit/ids'
import { PostChangedSchema, PostReportedSchema, TopicChangedSchema } from '@lyceum/proto/activity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextVersion, org, teacher, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

type Listed = {
  type: string
  sender: { id: string } | null
  payload: { subject: { type: string; title: string }; params: Record<string, string> }
}
const notificationsOf = async (person: string): Promise<Listed[]> => {
  await env.settled()
  return (await env.list(person)).items
}
const typesOf = async (person: string) => (await notificationsOf(person)).map(({ type }) => type)
const post = (course: string, more: object) => ({
  id: newId(),
  orgId: org,
  courseId: course,
  topicId: newId(),
  n: 2,
  scope: 'course',
  kind: 'question',
  state: 'shown',
  version: nextVersion(),
  title: 'Spring tides',
  personIds: [] as string[],
  mentionedIds: [] as string[],
  ...more,
})
const by = (course: string, actor: string) => ({ key: `course:${course}`, org, actor })

test('a reply is news for who follows or is answered, a mention for the mentioned; a change and a removed post are no news', async () => {
  const [ann, bo, cy, dan] = [newId(), newId(), newId(), newId()]
  const course = await env.courseWith([ann, bo, cy], true)
  await env.activity.emit(PostChangedSchema, by(course, ann), post(course, { personIds: [bo, dan], mentionedIds: [cy] }))
  await env.activity.emit(PostChangedSchema, by(course, ann), post(course, {}))
  await env.activity.emit(PostChangedSchema, by(course, ann), post(course, { personIds: [bo], state: 'removed' }))
  await until(async () => expect([await typesOf(bo), await typesOf(cy)]).toEqual([['reply'], ['mention']]))
  // who has left the course reads of nothing more
  expect(await typesOf(dan)).toEqual([])
  expect((await notificationsOf(bo))[0]).toMatchObject({
    payload: { subject: { type: 'topic', title: 'Spring tides' }, params: { n: '2', scope: 'course' } },
  })
})

test('an anonymous post has no sender; an answer that is accepted is its author’s news', async () => {
  const [ann, bo] = [newId(), newId()]
  const course = await env.courseWith([ann, bo], true)
  await env.activity.emit(PostChangedSchema, by(course, ''), post(course, { personIds: [bo], scope: 'activity', scopeId: newId() }))
  const inForum = { type: 'reply', sender: null, payload: { params: { of: expect.any(String) } } }
  await until(async () => expect(await notificationsOf(bo)).toMatchObject([inForum]))
  const topic = {
    id: newId(),
    orgId: org,
    courseId: course,
    scope: 'course',
    kind: 'question',
    title: 'Spring tides',
    version: nextVersion(),
  }
  await env.activity.emit(TopicChangedSchema, by(course, bo), { ...topic, answerN: 3 })
  // whose author has left the course is nobody's news
  const left = newId()
  await env.activity.emit(TopicChangedSchema, by(course, bo), { ...topic, answerN: 2, acceptedId: left })
  await env.activity.emit(TopicChangedSchema, by(course, bo), { ...topic, answerN: 3, acceptedId: ann })
  await until(async () => expect(await typesOf(ann)).toEqual(['accepted']))
  expect(await typesOf(left)).toEqual([])
})

test('a report is news for who teaches, and has no sender', async () => {
  const student = newId()
  const course = await env.courseWith([student], true)
  const { id, orgId, courseId, topicId, n, scope, title } = post(course, {})
  const reported = { id, orgId, courseId, topicId, n, scope, title, reason: 'spam', reports: 1, hidden: false }
  await env.activity.emit(PostReportedSchema, by(course, ''), reported)
  await until(async () =>
    expect((await notificationsOf(teacher)).filter(({ type }) => type === 'reported')).toMatchObject([
      { sender: null, payload: { subject: { title: 'Spring tides' } } },
    ]),
  )
  expect(await typesOf(student)).toEqual([])
})
