import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type Hint, subscribeToHints } from '@lyceum/kit/kv/hints'
import { actorOf } from '@lyceum/kit/test/actors'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { type TestService, testService, testWorld } from '@lyceum/kit/test/test-service'
import { scaled } from '@lyceum/kit/test/wait'
import { ActivityCreatedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import { CourseCreatedSchema, CoursePublishedSchema, MemberJoinedSchema, MemberLeftSchema } from '@lyceum/proto/course'
import { PersonChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { service as definition } from '../service.ts'
import { activityPath } from './notify-students.ts'

const org = newId(),
  teacher = newId()
let service: TestService, course: TestProducer, activity: TestProducer, identity: TestProducer, database: pg.Pool
const hints: Hint[] = []

beforeAll(async () => {
  const world = await testWorld()
  await subscribeToHints(world.kv, (hint) => hints.push(hint))
  service = await testService(definition, { world })
  course = await testProducer(world, 'course')
  activity = await testProducer(world, 'activity')
  identity = await testProducer(world, 'identity')
  database = new pg.Pool({ connectionString: service.databaseUrl, max: 2 })
})
afterAll(async () => {
  await database.end()
  await Promise.all([course, activity, identity].map((one) => one.stop()))
  await service.stop()
})

let version = 1n
const courseRow = (id: string, published = false) => ({
  course: {
    id,
    orgId: org,
    name: 'Marine Biology II',
    courseCode: 'MBIO 214',
    courseType: 1,
    published,
    createdBy: teacher,
    version: version++,
  },
})
const member = (courseId: string, personId: string, role = 'student', state = 'active') => ({
  member: { courseId, orgId: org, personId, role, state, version: version++ },
})
const activityRow = (courseId: string, id = newId(), type = 'online_video') => ({
  activity: {
    id,
    orgId: org,
    courseId,
    type,
    title: 'Why deep water sinks',
    published: true,
    uploadIds: [],
    sort: 1,
    createdBy: teacher,
    version: version++,
  },
})
const key = (id: string) => ({ key: `course:${id}`, org, actor: teacher })
const as = (person: string): Actor => actorOf({ person, org })
const list = async (person: string, query = '') => (await service.call(as(person), 'GET', `/api/notifications${query}`)).body
const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: scaled(30_000), interval: 20 })

/** A course with these students and its teacher. */
async function courseWith(students: string[], published = false): Promise<string> {
  const id = newId()
  await course.emit(CourseCreatedSchema, key(id), courseRow(id, published))
  await course.emit(MemberJoinedSchema, key(id), member(id, teacher, 'instructor'))
  for (const student of students) await course.emit(MemberJoinedSchema, key(id), member(id, student))
  await until(async () =>
    expect((await database.query('select 1 from mirror.members where course_id = $1', [id])).rowCount).toBe(students.length + 1),
  )
  return id
}

test('every active student is told of a published course, with a deep link, the sender and a hint; teachers and those who left are not', async () => {
  const [ann, bo, gone] = [newId(), newId(), newId()]
  await identity.emit(
    PersonChangedSchema,
    { key: `person:${teacher}`, org },
    { id: teacher, orgId: org, name: 'Dr. Elena Petrova', userNo: 'T1', version: version++ },
  )
  const id = await courseWith([ann, bo, gone])
  await course.emit(MemberLeftSchema, key(id), member(id, gone, 'student', 'left'))
  await course.emit(CoursePublishedSchema, key(id), courseRow(id, true))
  await until(async () => expect((await list(ann)).total).toBe(1))
  expect(await list(ann)).toMatchObject({
    unread_count: 1,
    page: 1,
    pages: 1,
    start: 1,
    end: 1,
    items: [
      {
        type: 'course_published',
        read_at: null,
        org_id: org,
        sender: { id: teacher, name: 'Dr. Elena Petrova' },
        payload: { kind: 'course', course_id: id, course_name: 'Marine Biology II', href: `/course/${id}/content` },
      },
    ],
  })
  expect((await list(bo)).total).toBe(1)
  expect((await list(gone)).total).toBe(0)
  expect((await list(teacher)).total).toBe(0)
  await until(async () =>
    expect(hints.find((hint) => hint.subject === 'notificationsChanged' && hint.people?.includes(ann))?.people?.toSorted()).toEqual(
      [ann, bo].toSorted(),
    ),
  )
})

test('an activity is told once though both of its facts say that it is visible; not in a course that is hidden', async () => {
  const ann = newId()
  const [open, hidden] = [await courseWith([ann], true), await courseWith([ann])]
  const row = activityRow(open)
  await activity.emit(ActivityCreatedSchema, key(hidden), activityRow(hidden))
  await activity.emit(ActivityCreatedSchema, key(open), row)
  await activity.emit(ActivityPublishedSchema, key(open), row)
  await until(async () => expect((await list(ann)).total).toBe(1)) // the next one is later by the clock, too
  const last = activityRow(open, newId(), 'page')
  await activity.emit(ActivityPublishedSchema, key(open), last)
  await until(async () => expect((await list(ann)).total).toBe(2))
  const { items } = await list(ann)
  expect(items.map((one: { payload: { activity_id: string } }) => one.payload.activity_id)).toEqual([last.activity.id, row.activity.id])
  expect(items[1].payload).toEqual({
    kind: 'activity',
    course_id: open,
    course_name: 'Marine Biology II',
    activity_id: row.activity.id,
    activity_title: 'Why deep water sinks',
    activity_type: 'online_video',
    href: `/course/${open}/learning-activity#/${row.activity.id}`,
  })
})

test('nothing for a fact that is older than a day', async () => {
  const ann = newId()
  const id = await courseWith([ann])
  const { notifyOfCourse } = await import('./notify-students.ts')
  const { plain } = await import('@lyceum/kit/database/database')
  const old = { id: newId(), type: '', key: '', org, time: new Date(), rebuilding: false, mayNotify: false }
  await notifyOfCourse(plain(database), courseRow(id, true) as never, old)
  expect((await list(ann)).total).toBe(0)
  await notifyOfCourse(plain(database), courseRow(id, true) as never, { ...old, mayNotify: true })
  await notifyOfCourse(plain(database), courseRow(id, true) as never, { ...old, mayNotify: true })
  expect((await list(ann)).total).toBe(1)
})

test('a thousand students are told by one statement', async () => {
  const students = Array.from({ length: 1000 }, () => newId())
  const id = newId()
  await course.emit(CourseCreatedSchema, key(id), courseRow(id))
  await until(async () => expect((await database.query('select 1 from mirror.courses where id = $1', [id])).rowCount).toBe(1))
  await database.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) select $1, p, $2, 'student', 'active', 1 from unnest($3::uuid[]) p`,
    [id, org, students],
  )
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await course.emit(CoursePublishedSchema, key(id), courseRow(id, true))
  await until(async () => expect((await database.query('select 1 from notifications where subject_id = $1', [id])).rowCount).toBe(1000))
  const statements = sent.mock.calls.map(([statement]) =>
    typeof statement === 'string' ? statement : (statement as { text: string }).text,
  )
  sent.mockRestore()
  expect(statements.filter((text) => /insert into notifications/i.test(text))).toHaveLength(1)
  // mails, hints and other rows are not sent one by one either
  expect(statements.filter((text) => /^\s*(insert|update|delete)/i.test(text)).length).toBeLessThan(20)
})

test('read by ids or all, only my own; the others of mine stay unread', async () => {
  const [ann, bo] = [newId(), newId()]
  const id = await courseWith([ann, bo], true)
  for (let i = 0; i < 3; i++) await activity.emit(ActivityPublishedSchema, key(id), activityRow(id))
  await until(async () => expect((await list(bo)).total).toBe(3))
  const mine = (await list(ann)).items,
    theirs = (await list(bo)).items
  const read = await service.call(as(ann), 'PUT', '/api/notifications/read', { ids: [mine[0].id, theirs[0].id] })
  expect(read).toMatchObject({ status: 200, body: { unread_count: 2 } })
  expect((await list(bo)).unread_count).toBe(3)
  expect((await list(ann, '?unread=true&page_size=1')).items[0].id).toBe(mine[1].id)
  expect(await list(ann, '?unread=true&page_size=1&page=2')).toMatchObject({ total: 2, pages: 2, start: 2, end: 2 })
  expect((await service.call(as(ann), 'PUT', '/api/notifications/read', { all: true })).body).toEqual({ unread_count: 0 })
  expect((await service.call(as(ann), 'GET', '/api/notifications/unread-count')).body).toEqual({ unread_count: 0 })
  expect((await list(ann)).items[0].read_at).toMatch(/Z$/)
})

test('400 when nothing is named or an id is malformed; 401 for nobody', async () => {
  expect(await service.call(as(newId()), 'PUT', '/api/notifications/read', {})).toMatchObject({
    status: 400,
    body: { details: { ids: [{ code: 'field.required' }] } },
  })
  expect((await service.call(as(newId()), 'PUT', '/api/notifications/read', { ids: ['x'] })).status).toBe(400)
  expect((await service.call(undefined, 'GET', '/api/notifications')).status).toBe(401)
})

test('415 for JSON that calls itself text: only beacons may', async () => {
  expect((await service.call(as(newId()), 'PUT', '/api/notifications/read', '{"all":true}', { 'content-type': 'text/plain' })).status).toBe(
    415,
  )
})

test('nothing remains of an erased person', async () => {
  const [ann, bo] = [newId(), newId()]
  const id = await courseWith([ann, bo], true)
  await activity.emit(ActivityPublishedSchema, { ...key(id), actor: bo }, activityRow(id))
  await until(async () => expect((await list(ann)).total).toBe(1))
  await identity.emit(PersonErasedSchema, { key: `person:${ann}`, org }, null)
  await identity.emit(PersonErasedSchema, { key: `person:${bo}`, org }, null)
  await until(async () =>
    expect((await database.query('select 1 from notifications where person_id = $1 or sender_id = $2', [ann, bo])).rowCount).toBe(0),
  )
})

test('a link leads to the page of its type', () => {
  expect(activityPath('c', { id: 'a', type: 'exam' })).toBe('/course/c/learning-activity#/exam/a')
  expect(activityPath('c', { id: 'a', type: 'page' })).toBe('/course/c/learning-activity#/a')
})
