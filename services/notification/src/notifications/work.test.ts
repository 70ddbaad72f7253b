// Recipients of notifications of work that was handed in and returned, of reminders and of released scores.
import { newId } from '@lyceum/kit/ids'
import {
  CourseResultFinalSchema,
  PersonalTimesChangedSchema,
  PersonRemindedSchema,
  ScoreReleasedSchema,
  SubmissionChangedSchema,
} from '@lyceum/proto/activity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextVersion, org, teacher, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

type Listed = {
  type: string
  count: number
  sender: { id: string } | null
  payload: { course: { id: string } | null; subject: { title: string }; params: Record<string, string> }
}
const notificationsOf = async (person: string): Promise<Listed[]> => {
  await env.settled()
  return (await env.list(person)).items
}
const work = (course: string, people: string[], state: string, more: object = {}) => ({
  orgId: org,
  courseId: course,
  activityId: newId(),
  submissionId: newId(),
  personIds: people,
  state,
  n: 1,
  late: false,
  at: new Date().toISOString(),
  version: nextVersion(),
  title: 'Salinity report',
  ...more,
})
const by = (course: string, actor: string) => ({ key: `course:${course}`, org, actor })

test('a hand-in is received by everybody whose work it is, and told to who teaches; without names where none are told', async () => {
  const [ann, bo, cy] = [newId(), newId(), newId()]
  const course = await env.courseWith([ann, bo, cy], true)
  await env.activity.emit(SubmissionChangedSchema, by(course, ann), work(course, [ann, bo], 'submitted'))
  await until(async () => expect((await notificationsOf(ann)).map(({ type }) => type)).toEqual(['work_received']))
  expect((await notificationsOf(bo)).map(({ type }) => type)).toEqual(['work_received'])
  expect(await notificationsOf(cy)).toEqual([])
  await until(async () => expect((await notificationsOf(teacher)).find(({ type }) => type === 'work_handed_in')).toBeDefined())

  const other = await env.courseWith([ann], true)
  await env.activity.emit(SubmissionChangedSchema, by(other, ''), work(other, [], 'submitted'))
  await until(async () => expect((await notificationsOf(teacher)).filter(({ type }) => type === 'work_handed_in')).toHaveLength(2))
  expect((await notificationsOf(teacher))[0]).toMatchObject({ sender: null, payload: { subject: { title: 'Salinity report' } } })
})

test('several hand-ins are one; returned work, reminders and scores reach those whom they concern', async () => {
  const [ann, bo] = [newId(), newId()]
  const course = await env.courseWith([ann, bo], true)
  for (const one of [ann, bo]) await env.activity.emit(SubmissionChangedSchema, by(course, one), work(course, [one], 'submitted'))
  const ofCourse = async () =>
    (await notificationsOf(teacher)).filter(({ type, payload }) => type === 'work_handed_in' && payload.course?.id === course)
  await until(async () => expect((await ofCourse()).map(({ count }) => count)).toEqual([2]))
  await env.activity.emit(SubmissionChangedSchema, by(course, teacher), work(course, [bo], 'returned'))
  await env.activity.emit(SubmissionChangedSchema, by(course, teacher), { ...work(course, [bo], 'returned'), rework: true })
  await env.activity.emit(SubmissionChangedSchema, by(course, teacher), { ...work(course, [bo], 'returned'), again: true })
  const due = { orgId: org, courseId: course, activityId: newId(), personIds: [bo], version: nextVersion(), title: 'Salinity report' }
  await env.activity.emit(PersonRemindedSchema, by(course, teacher), { ...due, type: 'submission_missing' })
  await env.activity.emit(PersonRemindedSchema, by(course, teacher), { ...due, type: 'something_newer' })
  for (const title of ['Lab 1', 'Lab 2'])
    await env.activity.emit(ScoreReleasedSchema, by(course, teacher), {
      orgId: org,
      courseId: course,
      itemId: newId(),
      personId: bo,
      points: '62.875',
      max: '100',
      percent: 62,
      state: '',
      version: nextVersion(),
      title,
    })
  await env.activity.emit(PersonalTimesChangedSchema, by(course, teacher), {
    orgId: org,
    courseId: course,
    personId: bo,
    activityIds: [newId()],
    narrowedIds: [],
    version: nextVersion(),
  })
  await until(async () =>
    expect((await notificationsOf(bo)).map(({ type, count }) => [type, count]).sort()).toEqual([
      ['score_released', 2],
      ['submission_missing', 1],
      ['times_changed', 1],
      ['work_received', 1],
      ['work_returned', 1],
      ['work_rework', 1],
    ]),
  )
  expect((await notificationsOf(ann)).map(({ type }) => type)).toEqual(['work_received'])
  expect(JSON.stringify(await notificationsOf(bo))).not.toContain('62.875')
})

test('everybody hears of their own score in an item that several have; nobody of one that is told once more', async () => {
  const [ann, bo, cy] = [newId(), newId(), newId()]
  const course = await env.courseWith([ann, bo, cy], true)
  const itemId = newId()
  const score = (personId: string, again = false) =>
    env.activity.emit(ScoreReleasedSchema, by(course, teacher), {
      orgId: org,
      courseId: course,
      itemId,
      personId,
      version: nextVersion(),
      title: 'Lab',
      again,
    })
  await score(cy, true)
  for (const person of [ann, bo]) await score(person)
  for (const person of [ann, bo])
    await until(async () => expect((await notificationsOf(person)).map(({ type }) => type)).toEqual(['score_released']))
  await env.database.query(`update notices set created_at = created_at - interval '2 days' where about = $1`, [itemId])
  await score(ann, true)
  await env.activity.emit(SubmissionChangedSchema, by(course, teacher), work(course, [cy], 'returned', { again: true }))
  // the last of the topic
  await env.opens(course)
  await until(async () =>
    expect((await notificationsOf(ann)).map(({ type, count }) => [type, count])).toContainEqual(['activity_opened', 1]),
  )
  expect((await notificationsOf(ann)).map(({ type, count }) => [type, count])).toEqual([
    ['activity_opened', 1],
    ['score_released', 1],
  ])
  expect((await notificationsOf(cy)).map(({ type }) => type)).toEqual(['activity_opened'])
})

test('final results that are reopened reach those who teach, with the reason; those that are submitted reach nobody', async () => {
  const ann = newId()
  const course = await env.courseWith([ann], true)
  const results = { orgId: org, courseId: course, by: newId() }
  await env.activity.emit(CourseResultFinalSchema, by(course, newId()), { ...results, final: true, version: nextVersion() })
  const reopened = { ...results, final: false, reason: 'A sum was wrong', version: nextVersion() }
  await env.activity.emit(CourseResultFinalSchema, by(course, newId()), reopened)
  const ofCourse = async () => (await notificationsOf(teacher)).filter(({ payload }) => payload.course?.id === course)
  await until(async () =>
    expect((await ofCourse()).map(({ type, payload }) => [type, payload.params.reason])).toEqual([['results_reopened', 'A sum was wrong']]),
  )
  expect(await notificationsOf(ann)).toEqual([])
})
