// Facts that come in another order than they happened: of each service there is a topic, and after an outage one may be far ahead.
import { newId } from '@lyceum/kit/ids'
import { CalendarAlertDueSchema } from '@lyceum/proto/calendar'
import { CoursePublishedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseRow, key, member, org, type TestNotifications, teacher, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

/** So many activities of a course are open, and their deliveries are over. */
async function opened(course: string, many: number): Promise<void> {
  await env.opens(course, many)
  await until(async () =>
    expect((await env.database.query(`select from notices where course_id = $1 and type = 'activity_opened'`, [course])).rowCount).toBe(
      many,
    ),
  )
  await env.settled()
}
/** As if all that is known of a course had happened a minute later than what comes now. */
const happenedLater = (course: string) =>
  env.database.query(`update notices set created_at = created_at + interval '1 minute' where course_id = $1`, [course])

test('an activity that comes before the fact that opens its course is told once the course is open', async () => {
  const ann = newId()
  const course = await env.courseWith([ann])
  await opened(course, 2)
  expect(await env.notificationsOf(ann)).toEqual([])
  await happenedLater(course)
  await env.course.emit(CoursePublishedSchema, key(course), courseRow(course, true))
  await until(async () =>
    expect((await env.notificationsOf(ann)).toSorted()).toEqual([
      ['activity_opened', 2],
      ['course_published', 1],
    ]),
  )
})

test('one that was opened in the draft is part of what the opening of its course tells', async () => {
  const ann = newId()
  const course = await env.courseWith([ann])
  await opened(course, 1)
  await env.course.emit(CoursePublishedSchema, key(course), courseRow(course, true))
  await until(async () => expect(await env.notificationsOf(ann)).toEqual([['course_published', 1]]))
  await env.settled()
  expect(await env.notificationsOf(ann)).toEqual([['course_published', 1]])
})

test('of a course that stays hidden nothing is kept beyond some minutes', async () => {
  const course = await env.courseWith([newId()])
  await opened(course, 1)
  await env.database.query('update notices set held_until = now() where course_id = $1', [course])
  await env.database.query(`update kit.jobs set run_at = now() where kind = 'deliverHeld'`)
  await until(async () => expect((await env.database.query('select from notices where course_id = $1', [course])).rowCount).toBe(0))
})

test('a member who had joined before, and is known here only now, is notified too, once; others are not notified again', async () => {
  const [ann, bo, cy] = [newId(), newId(), newId()]
  const course = await env.courseWith([ann], true)
  await opened(course, 2)
  await happenedLater(course)
  await env.course.emit(MemberJoinedSchema, { ...key(course), actor: '' }, member(course, bo))
  await until(async () => expect(await env.notificationsOf(bo)).toEqual([['activity_opened', 2]]))
  await env.course.emit(MemberJoinedSchema, { ...key(course), actor: '' }, member(course, bo))
  await until(async () => expect((await env.database.query(`select 1 from kit.jobs where kind = 'deliverMissed'`)).rowCount).toBe(0))
  expect([await env.notificationsOf(ann), await env.notificationsOf(bo)]).toEqual([[['activity_opened', 2]], [['activity_opened', 2]]])
  // who joins after it finds it there
  await env.database.query(`update notices set created_at = created_at - interval '2 minutes' where course_id = $1`, [course])
  await env.course.emit(MemberJoinedSchema, { ...key(course), actor: '' }, member(course, cy))
  await until(async () => expect((await env.database.query('select 1 from mirror.members where person_id = $1', [cy])).rowCount).toBe(1))
  await env.settled()
  expect(await env.notificationsOf(cy)).toEqual([])
})

test('the teacher of a course that is not open yet is notified of its events, students are not', async () => {
  const ann = newId()
  const course = await env.courseWith([ann])
  await env.calendar.emit(
    CalendarAlertDueSchema,
    { key: `event:${newId()}`, org },
    {
      eventId: newId(),
      orgId: org,
      title: 'Planning',
      startTime: new Date().toISOString(),
      allDay: false,
      personIds: [teacher, ann],
      sendEmailAlert: false,
      courseId: course,
    },
  )
  await until(async () => expect(await env.notificationsOf(teacher)).toContainEqual(['event_due', 1]))
  expect(await env.notificationsOf(ann)).toEqual([])
})
