// Tests of joining: seats, waiting and approval.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import type { TestService } from '@lyceum/kit/test/test-service'
import { personKey } from '@lyceum/identity/mirror/person-key'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { create } from '@bufbuild/protobuf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import { consumers } from '../consumers.ts'
import type { JoinRequest } from './api.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
let course: string
let code: string
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
})
afterAll(() => stop?.())
beforeEach(async () => {
  course = (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology II' })).body.id
  code = (await it.call(school.teacher, 'GET', `/api/course/${course}/access_code`)).body.access_code
})

const set = (body: object, actor = school.teacher) => it.call(actor, 'PUT', `/api/courses/${course}/join-settings`, body)
const validate = async (actor = school.student) => (await it.call(actor, 'GET', `/api/course/access-code/${code}/validate`)).body
const join = (actor = school.student) => it.call(actor, 'POST', '/api/course/join', { access_code: code })
const waiting = async (): Promise<string[]> =>
  (await it.call(school.teacher, 'GET', `/api/courses/${course}/join-requests`)).body.items.map(({ person }: JoinRequest) => person.name)
const answer = (people: Actor[], state: string, actor = school.teacher) =>
  it.call(actor, 'PUT', `/api/courses/${course}/join-requests`, { person_ids: people.map(({ person }) => person), state })
const members = async () =>
  (await it.call(school.teacher, 'GET', `/api/courses/${course}/members?page_size=100&conditions={"role":"student"}`)).body
const facts = async () =>
  (
    await school.db.query(
      `select value::jsonb->>'person_id' as person, value::jsonb->>'state' as state from kit.outbox
       where key = $1 and type like '%JoinRequestChanged' order by seq`,
      [`course:${course}`],
    )
  ).rows.map(({ state }) => state)
const people = async (count: number) => {
  const all: Actor[] = []
  for (let nth = 0; nth < count; nth++) all.push(await school.person(`Student ${nth}`, 'student'))
  return all
}

describe('seats', () => {
  test('of forty who join at once ten are in and thirty wait, in their order', async () => {
    await set({ seats: 10 })
    const all = await people(40)
    const answers = await Promise.all(all.map(join))
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201))
    expect(answers.filter(({ body }) => body.waiting).length).toBe(30)
    expect((await members()).total).toBe(10)
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course}/join-settings`)).body).toMatchObject({
      seats: 10,
      students: 10,
      waiting: 30,
    })
    const requestTimes = (await school.db.query('select asked_at from join_requests where course_id = $1 order by asked_at', [course])).rows
    expect(requestTimes).toHaveLength(30)
  })
  test('full: said before, then one waits; again changes nothing, and who waits counts nowhere', async () => {
    await set({ seats: 1 })
    await join(school.stranger)
    expect((await validate()).join).toMatchObject({ state: 'full', seats: 1, seats_left: 0 })
    for (const _ of ['once', 'again']) expect((await join()).body).toMatchObject({ enrollment: null, waiting: true })
    expect((await validate()).join.state).toBe('waiting')
    // whoever waits sees it without the code
    const requestsOf = async (actor: Actor) => (await it.call(actor, 'GET', '/api/my-join-requests')).body.items
    expect(await requestsOf(school.student)).toMatchObject([{ course: { id: course, name: 'Marine Biology II' } }])
    expect(await requestsOf(school.stranger)).toEqual([])
    expect([(await members()).total, await waiting(), await facts()]).toEqual([1, ['Maya Tan'], ['waiting']])
    expect((await it.call(school.student, 'GET', '/api/my-courses')).body.items.map(({ id }: { id: string }) => id)).not.toContain(course)
    const mine = async (who: Actor) =>
      (await it.call(who, 'GET', '/api/my-courses')).body.items.find(({ id }: { id: string }) => id === course)
    expect([(await mine(school.teacher)).waiting, (await mine(school.stranger)).waiting]).toEqual([1, 0])
    expect((await it.call(school.student, 'GET', `/api/courses/${course}/members`)).status).toBe(403)
  })
  test('a seat that becomes free is taken by whoever waits longest; so are more seats', async () => {
    await set({ seats: 1 })
    const [first, second, third] = (await people(3)) as [Actor, Actor, Actor]
    for (const one of [first, second, third]) await join(one)
    const [{ id }] = (await members()).items
    await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [id] })
    expect((await members()).items).toMatchObject([{ person: { id: second.person } }])
    await it.call(school.teacher, 'PUT', '/api/course/enrollments', {
      enrollment_ids: [(await members()).items[0].id],
      role: 'instructor_assistant',
    })
    expect((await members()).items).toMatchObject([{ person: { id: third.person } }])
    await join()
    expect((await set({ seats: null })).body).toMatchObject({ students: 2, waiting: 0, seats: null })
    expect(await facts()).toEqual(['waiting', 'waiting', 'accepted', 'accepted', 'waiting', 'accepted'])
  })
  test('a student comes back by the undo of a removal although the seat was given away, and waits no more', async () => {
    await set({ seats: 1 })
    const [first, second, third] = (await people(3)) as [Actor, Actor, Actor]
    for (const one of [first, second, third]) await join(one)
    const [{ id }] = (await members()).items
    await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [id] })
    // back in the queue by themselves, before it is undone
    expect((await join(first)).body.waiting).toBe(true)
    const restore = () => it.call(school.teacher, 'PUT', '/api/course/enrollments/restore', { enrollment_ids: [id] })
    expect((await restore()).status).toBe(200)
    expect((await members()).items.map(({ person }: { person: { name: string } }) => person.name)).toEqual(['Student 0', 'Student 1'])
    expect(await waiting()).toEqual(['Student 2'])
    expect((await restore()).status).toBe(200)
    // the next seat is free when both have gone
    for (const one of (await members()).items)
      await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [one.id] })
    expect((await members()).items).toMatchObject([{ person: { id: third.person } }])
  })
  test('the seat of an erased person is taken by whoever waits longest; a second delivery lets nobody else in', async () => {
    await set({ seats: 1 })
    const [first, second, third] = (await people(3)) as [Actor, Actor, Actor]
    for (const one of [first, second, third]) await join(one)
    for (const _ of ['once', 'again'])
      await consumers.identity!.personErased!.handle(
        plain(school.db) as never,
        create(PersonErasedSchema) as never,
        { key: personKey(first.person) } as never,
      )
    expect((await members()).items).toMatchObject([{ person: { id: second.person } }])
    expect(await waiting()).toEqual(['Student 2'])
  })
  test('whoever is enrolled or invited comes in beyond the seats, and waits no longer', async () => {
    await set({ seats: 1 })
    await join(school.stranger)
    await join()
    await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [school.student.person], role: 'student' })
    expect([(await members()).total, await waiting()]).toEqual([2, []])
    expect((await validate()).join.seats_left).toBe(0)
  })
})

describe('approval', () => {
  test('let in, declined and asked to wait again; a declined person is told, and may not ask again', async () => {
    await set({ approval: true })
    expect((await validate()).join.state).toBe('approval')
    await join()
    await join(school.stranger)
    expect((await answer([school.student], 'accepted')).body).toEqual({ person_ids: [school.student.person] })
    expect((await answer([school.stranger, school.student], 'declined')).body).toEqual({ person_ids: [school.stranger.person] })
    expect((await validate(school.stranger)).join.state).toBe('declined')
    expect((await join(school.stranger)).body.code).toBe('course.joinDeclined')
    await answer([school.stranger], 'waiting')
    expect(await waiting()).toEqual(['Omar Haddad'])
    expect(await facts()).toEqual(['waiting', 'waiting', 'accepted', 'declined', 'waiting'])
  })
  test('409 when more are let in than there are seats', async () => {
    await set({ approval: true, seats: 1 })
    await join()
    await join(school.stranger)
    expect((await answer([school.student, school.stranger], 'accepted')).body).toMatchObject({ code: 'course.full', params: { left: 1 } })
    expect((await answer([school.student], 'accepted')).status).toBe(200)
    expect((await answer([school.stranger], 'accepted')).body.code).toBe('course.full')
  })
  test('turned off, those who wait are let in as far as there are seats', async () => {
    await set({ approval: true, seats: 1 })
    await join()
    await join(school.stranger)
    await set({ approval: false })
    expect([(await members()).total, await waiting()]).toEqual([1, ['Omar Haddad']])
  })
  test('one’s own request is withdrawn; 404 when there is none', async () => {
    await set({ approval: true })
    await join()
    const withdraw = () => it.call(school.student, 'DELETE', `/api/courses/${course}/join-request`)
    expect([(await withdraw()).status, (await withdraw()).body.code]).toEqual([204, 'joinRequest.notFound'])
    expect((await validate()).join.state).toBe('approval')
  })
})

describe('the window', () => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  test.each([
    [{ opens_at: hours(1) }, 'notYet', 'course.joinNotYet'],
    [{ closes_at: hours(-1) }, 'over', 'course.joinOver'],
  ])('%j', async (settings, state, refusal) => {
    await set(settings)
    expect((await validate()).join).toMatchObject({ state, ...settings })
    expect(await join()).toMatchObject({ status: 409, body: { code: refusal } })
    expect((await join(school.teacher)).status).toBe(201)
  })
  test('400 at the end for one before the begin, also against what is set already', async () => {
    expect((await set({ opens_at: hours(2), closes_at: hours(1) })).body.details.closes_at[0].code).toBe('course.endBeforeStart')
    await set({ opens_at: hours(2) })
    expect((await set({ closes_at: hours(1) })).status).toBe(400)
    expect((await set({ opens_at: null, closes_at: hours(1) })).status).toBe(200)
    expect((await set({ seats: 0 })).status).toBe(400)
  })
})

describe('a code', () => {
  const fault = async (text: string) =>
    (await it.call(school.student, 'GET', `/api/course/access-code/${encodeURIComponent(text)}/validate`)).body.details.access_code?.[0]
      .code
  test.each(['ABC123', 'abc12345', 'ABC-1234', 'ABÇ12345', 'ABC 1234', "ABC1234';--"])('400 for %s, which is none', async (text) =>
    expect(await fault(text)).toBe('accessCode.malformed'),
  )
  test('of a deleted course says so, and opens it again once it is restored', async () => {
    await it.call(school.teacher, 'DELETE', `/api/course/${course}`)
    expect(await fault(code)).toBe('accessCode.courseDeleted')
    expect((await join()).body.details.access_code[0].code).toBe('accessCode.courseDeleted')
    await it.call(school.teacher, 'PUT', `/api/courses/${course}/restore`)
    expect((await join()).status).toBe(201)
  })
  test('of an ended course: the code it had, and that nobody joins any more; it is not reset', async () => {
    await school.db.query(`update courses set end_date = '2020-06-30' where id = $1`, [course])
    expect(await validate()).toMatchObject({ course: { end_date: '2020-06-30' }, join: { state: 'ended' } })
    expect((await join()).body.code).toBe('course.joinEnded')
    expect((await it.call(school.teacher, 'GET', `/api/course/${course}/access_code`)).body).toEqual({
      access_code: code,
      resetable: false,
    })
    expect((await it.call(school.teacher, 'PUT', `/api/course/${course}/access_code`)).body.code).toBe('accessCode.notResetable')
  })
  test('of an unpublished course lets people in, and says that it is not open yet', async () => {
    expect(await validate()).toMatchObject({ course: { published: false }, join: { state: 'open', seats: null, seats_left: null } })
    expect((await join()).body).toMatchObject({ waiting: false, course: { published: false } })
    expect((await validate()).join.state).toBe('member')
  })
})

test('403 for a student and a teacher elsewhere, of whatever is asked', async () => {
  for (const actor of [school.student, school.other]) {
    expect((await set({ seats: 1 }, actor)).status).toBe(403)
    expect((await it.call(actor, 'GET', `/api/courses/${course}/join-settings`)).status).toBe(403)
    expect((await it.call(actor, 'GET', `/api/courses/${course}/join-requests`)).status).toBe(403)
    expect((await answer([school.student], 'accepted', actor)).status).toBe(403)
  }
})
