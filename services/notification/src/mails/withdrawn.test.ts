// Mails that are planned, when their people may no longer open what they tell of: it is not mailed.
import { newId } from '@lyceum/kit/ids'
import { MeetingChangedSchema } from '@lyceum/proto/calendar'
import {
  CourseDeletedSchema,
  CourseReviewedSchema,
  CourseUnpublishedSchema,
  JoinRequestChangedSchema,
  MemberChangedSchema,
  MemberLeftSchema,
} from '@lyceum/proto/course'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type TestMails, testMails } from '../test/mails.ts'
import { courseRow, key, member, org, until } from '../test/notification-facts.ts'

let env: TestMails
beforeAll(async () => {
  env = await testMails({ MAIL_GATHER_SECONDS: '3600' })
})
afterAll(() => env?.stop())

const waiting = (person: string, many: number) => until(async () => expect(await env.waits(person)).toBe(many))
/** The outcome of a person's planned mail. */
async function outcomeOf(person: string): Promise<string> {
  await env.goOn(person)
  await until(async () => expect(['sent', 'not_sent']).toContain((await env.stateOf(person))[0]))
  return (await env.stateOf(person)).join()
}
const textTo = (person: string) => env.sink.to(addressOf(person))[0]?.text ?? ''
const leaves = async (course: string, person: string) => {
  await env.course.emit(MemberLeftSchema, { ...key(course), actor: '' }, member(course, person, 'student', 'left'))
  await until(async () => {
    const { rows } = await env.database.query('select state from mirror.members where course_id = $1 and person_id = $2', [course, person])
    expect(rows).toEqual([{ state: 'left' }])
  })
}

test('a mail has nothing of a course that its reader has left, and is none where nothing else is in it; a person who stays gets it', async () => {
  const [ann, bo, cy] = [await env.person(), await env.person(), await env.person()]
  const [left, kept] = [await env.courseWith([ann, bo, cy], true), await env.courseWith([bo], true)]
  for (const person of [ann, bo, cy]) await env.score(left, person, 'Tides')
  await env.score(kept, bo, 'Currents')
  for (const [person, many] of [
    [ann, 1],
    [bo, 2],
    [cy, 1],
  ] as const)
    await waiting(person, many)
  for (const person of [ann, bo]) await leaves(left, person)
  expect([await outcomeOf(ann), await outcomeOf(bo), await outcomeOf(cy)]).toEqual(['not_sent', 'sent', 'sent'])
  expect(textTo(bo)).toContain('Currents')
  expect(textTo(bo)).not.toContain('Tides')
  expect(textTo(cy)).toContain('Tides')
  // on the page it was told already
  expect((await env.list(ann)).total).toBe(1)
})

test('students get nothing of a course that is unpublished meanwhile, nobody of a deleted one; teachers get their own', async () => {
  const [dee, eve, fay, gil] = [await env.person(), await env.person(), await env.person(), await env.person()]
  const [closed, deleted] = [await env.courseWith([dee, eve, fay], true), await env.courseWith([gil], true)]
  for (const person of [eve, fay])
    await env.course.emit(MemberChangedSchema, { ...key(closed), actor: '' }, member(closed, person, 'instructor'))
  await env.score(closed, dee)
  await env.score(deleted, gil)
  await env.course.emit(CourseReviewedSchema, key(closed), { course: { ...courseRow(closed, true).course, reviewStatus: 'reviewed' } })
  for (const person of [dee, eve, fay, gil]) await waiting(person, 1)
  await env.course.emit(CourseUnpublishedSchema, key(closed), courseRow(closed))
  await env.course.emit(CourseDeletedSchema, key(deleted), { course: { ...courseRow(deleted).course, deleted: true } })
  // learns in the course where they taught: what concerns who teaches is not theirs any more
  await env.course.emit(MemberChangedSchema, { ...key(closed), actor: '' }, member(closed, fay, 'student'))
  await until(async () => {
    const { rows } = await env.database.query(
      `select (select not published from mirror.courses where id = $1) and (select deleted from mirror.courses where id = $2)
         and (select role = 'student' from mirror.members where course_id = $1 and person_id = $3) as known`,
      [closed, deleted, fay],
    )
    expect(rows).toEqual([{ known: true }])
  })
  const outcomes = [await outcomeOf(dee), await outcomeOf(eve), await outcomeOf(fay), await outcomeOf(gil)]
  expect(outcomes).toEqual(['not_sent', 'sent', 'not_sent', 'not_sent'])
})

test('a declined person, and the host of a meeting of the course, are notified though they have left', async () => {
  const [hal, ivy] = [await env.person(), await env.person()]
  const course = await env.courseWith([hal, ivy], true)
  for (const person of [hal, ivy]) await leaves(course, person)
  await env.course.emit(JoinRequestChangedSchema, key(course), { courseId: course, orgId: org, personId: hal, state: 'declined' })
  const id = newId()
  const times = { startTime: '2026-11-24T02:00:00.000Z', endTime: '2026-11-24T03:00:00.000Z' }
  await env.calendar.emit(
    MeetingChangedSchema,
    { key: `meeting:${id}`, org, actor: newId() },
    { id, orgId: org, title: 'Curriculum', ...times, auditStatus: 'agree', news: 'agreed', hostId: ivy, courseId: course, version: 1n },
  )
  for (const person of [hal, ivy]) await waiting(person, 1)
  expect([await outcomeOf(hal), await outcomeOf(ivy)]).toEqual(['sent', 'sent'])
})
