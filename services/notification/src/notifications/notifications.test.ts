import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type Hint, subscribeToHints } from '@lyceum/kit/kv/hints'
import { actorOf } from '@lyceum/kit/test/actors'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { type TestService, testService, testWorld } from '@lyceum/kit/test/test-service'
import { scaled } from '@lyceum/kit/test/wait'
import { ActivityOpenedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import {
  CourseCreatedSchema,
  CoursePublishedSchema,
  CourseReviewedSchema,
  MemberJoinedSchema,
  MemberLeftSchema,
} from '@lyceum/proto/course'
import { PersonChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plain } from '@lyceum/kit/database/database'
import { UploadFailedSchema } from '@lyceum/proto/upload'
import { registry } from '../registry/registry.ts'
import { service as definition } from '../service.ts'
import { recordNotice } from './notices.ts'

const org = newId(),
  teacher = newId()
let service: TestService, course: TestProducer, activity: TestProducer, identity: TestProducer, upload: TestProducer, database: pg.Pool
const hints: Hint[] = []

beforeAll(async () => {
  const world = await testWorld()
  await subscribeToHints(world.kv, (hint) => hints.push(hint))
  service = await testService(definition, { world })
  course = await testProducer(world, 'course')
  activity = await testProducer(world, 'activity')
  identity = await testProducer(world, 'identity')
  upload = await testProducer(world, 'upload')
  database = new pg.Pool({ connectionString: service.databaseUrl, max: 2 })
})
afterAll(async () => {
  await database.end()
  await Promise.all([course, activity, identity, upload].map((one) => one.stop()))
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

/** Resolves when no notice waits for its delivery. */
const settled = () => until(async () => expect((await database.query(`select 1 from kit.jobs where kind = 'deliver'`)).rowCount).toBe(0))

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
        count: 1,
        payload: {
          params: {},
          course: { id, name: 'Marine Biology II' },
          subject: { type: 'course', id, title: 'Marine Biology II' },
          subjects: [{ type: 'course', id, title: 'Marine Biology II' }],
        },
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

test('an activity is told when it is open, once a day, not when it is published; not in a course that is hidden', async () => {
  const ann = newId()
  const [open, hidden] = [await courseWith([ann], true), await courseWith([ann])]
  const row = activityRow(open)
  await activity.emit(ActivityOpenedSchema, key(hidden), activityRow(hidden))
  await activity.emit(ActivityPublishedSchema, key(open), row)
  await activity.emit(ActivityOpenedSchema, key(open), row)
  await activity.emit(ActivityOpenedSchema, key(open), row)
  await until(async () => expect((await list(ann)).total).toBe(1))
  await settled()
  const { items } = await list(ann)
  expect(items).toMatchObject([
    {
      type: 'activity_opened',
      count: 1,
      payload: {
        params: { activity_type: 'online_video' },
        course: { id: open, name: 'Marine Biology II' },
        subject: { type: 'activity', id: row.activity.id, title: 'Why deep water sinks' },
      },
    },
  ])
})

test('sixty activities of a course are one unread notification that names the newest five; after it is read the next is another', async () => {
  const [ann, bo] = [newId(), newId()]
  const [id, other] = [await courseWith([ann, bo], true), await courseWith([ann], true)]
  const rows = Array.from({ length: 60 }, () => activityRow(id))
  for (const row of rows) await activity.emit(ActivityOpenedSchema, key(id), row)
  await activity.emit(ActivityOpenedSchema, key(other), activityRow(other))
  await until(async () => expect((await list(ann)).items.map(({ count }: { count: number }) => count).toSorted()).toEqual([1, 60]))
  const bundle = (await list(bo)).items[0]
  expect([bundle.count, bundle.payload.subjects.length, (await list(bo)).unread_count]).toEqual([60, 5, 1])
  expect(bundle.payload.subject).toEqual(bundle.payload.subjects[0])
  const { rows: held } = await database.query('select distinct unnest(about) as id from notifications where person_id = $1', [bo])
  expect(new Set(held.map(({ id }) => id))).toEqual(new Set(rows.map(({ activity }) => activity.id)))
  await service.call(as(bo), 'PUT', '/api/notifications/read', { all: true })
  await activity.emit(ActivityOpenedSchema, key(id), activityRow(id))
  await until(async () => expect((await list(bo)).items.map(({ count }: { count: number }) => count)).toEqual([1, 60]))
  await until(async () =>
    expect((await list(ann, `?page_size=50`)).items.map(({ count }: { count: number }) => count).toSorted()).toEqual([1, 61]),
  )
})

test('who teaches is told of a review and of those who join by themselves, without their names; not of their own doing', async () => {
  const [ann, bo, cy, manager] = [newId(), newId(), newId(), newId()]
  const id = await courseWith([], true)
  await course.emit(CourseReviewedSchema, { ...key(id), actor: manager }, { course: { ...courseRow(id).course, reviewStatus: 'reviewed' } })
  await until(async () => expect((await list(teacher, '?page_size=100')).items[0].payload.course.id).toBe(id))
  for (const student of [ann, bo]) await course.emit(MemberJoinedSchema, { ...key(id), actor: student }, member(id, student))
  await course.emit(MemberJoinedSchema, key(id), member(id, cy)) // enrolled by the teacher
  const mine = async () =>
    (await list(teacher, '?page_size=100')).items.filter((one: { payload: { course: { id: string } } }) => one.payload.course.id === id)
  await until(async () =>
    expect(await mine()).toMatchObject([
      { type: 'member_joined', count: 2 },
      { type: 'course_reviewed', count: 1 },
    ]),
  )
  await settled()
  expect((await mine())[0].payload).toEqual({
    params: {},
    course: { id, name: 'Marine Biology II' },
    subject: { type: 'course', id, title: 'Marine Biology II' },
    subjects: [],
  })
  await identity.emit(PersonErasedSchema, { key: `person:${bo}`, org }, null)
  await until(async () => expect(await mine()).toMatchObject([{ count: 1 }, {}]))
  const { rowCount } = await database.query(
    'select 1 from notices n where n::text like $1 union select 1 from notifications n where n::text like $1',
    [`%${bo}%`],
  )
  expect(rowCount).toBe(0)
})

test('the owner of a film that fails later is told; not who waited for it', async () => {
  const owner = newId()
  const film = (name: string) => ({
    upload: {
      id: newId(),
      orgId: org,
      personId: owner,
      name,
      type: 'video',
      status: 'failed',
      reason: 'upload.broken',
      version: version++,
    },
  })
  await upload.emit(UploadFailedSchema, { key: 'upload:1', org, actor: owner }, film('waited for.mp4'))
  await upload.emit(UploadFailedSchema, { key: 'upload:2', org }, film('Deep water.mp4'))
  await until(async () =>
    expect((await list(owner)).items).toMatchObject([
      { type: 'upload_failed', payload: { course: null, subject: { type: 'upload', title: 'Deep water.mp4' } } },
    ]),
  )
})

test('nothing for a fact that is older than a day', async () => {
  const ann = newId()
  const id = await courseWith([ann], true)
  const tx = plain(database)
  const old = { id: newId(), type: '', key: '', org, time: new Date(), rebuilding: false, mayNotify: false }
  const { course_published } = registry
  await recordNotice(tx, 'course_published', course_published!, courseRow(id, true) as never, old)
  await settled()
  expect((await list(ann)).total).toBe(0)
  // and once however often it is recorded
  await recordNotice(tx, 'course_published', course_published!, courseRow(id, true) as never, { ...old, mayNotify: true })
  await recordNotice(tx, 'course_published', course_published!, courseRow(id, true) as never, { ...old, mayNotify: true })
  await until(async () => expect((await list(ann)).total).toBe(1))
})

test('rows of the previous release are read, and it reads those of this one', async () => {
  const [ann, id, page] = [newId(), newId(), newId()]
  const payload = {
    kind: 'activity',
    course_id: id,
    course_name: 'Tides',
    activity_id: page,
    activity_title: 'Neap',
    activity_type: 'page',
    href: '/x',
  }
  for (let nth = 0; nth < 2; nth++)
    await database.query(
      `insert into notifications (id, org_id, person_id, fact_id, type, subject_id, payload, created_at)
       select new_id(now()), $1, $2, $3, 'activity_published', $4, $5, now()`,
      [org, ann, newId(), page, payload],
    )
  expect(await list(ann)).toMatchObject({
    total: 1,
    items: [
      {
        type: 'activity_opened',
        count: 1,
        payload: {
          course: { id, name: 'Tides' },
          params: { activity_type: 'page' },
          subject: { type: 'activity', id: page, title: 'Neap' },
        },
      },
    ],
  })
  const now = await courseWith([ann], true)
  await activity.emit(ActivityOpenedSchema, key(now), activityRow(now))
  await until(async () => expect((await list(ann)).total).toBe(2))
  const { rows } = await database.query('select payload from notifications where course_id = $1', [now])
  expect(rows[0].payload).toMatchObject({
    kind: 'activity',
    course_id: now,
    activity_title: 'Why deep water sinks',
    activity_type: 'online_video',
  })
  // an activity that the previous release notified of is not notified of again
  await activity.emit(ActivityOpenedSchema, key(id), activityRow(id, page))
  await activity.emit(ActivityOpenedSchema, key(now), activityRow(now))
  await until(async () => expect((await list(ann)).items[0].count).toBe(2))
  expect((await list(ann)).total).toBe(2)
})

test('a thousand students are told by one statement, of sixty activities by few', async () => {
  const students = Array.from({ length: 1000 }, () => newId())
  const id = newId()
  await course.emit(CourseCreatedSchema, key(id), courseRow(id, true))
  await until(async () => expect((await database.query('select 1 from mirror.courses where id = $1', [id])).rowCount).toBe(1))
  await database.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) select $1, p, $2, 'student', 'active', 1 from unnest($3::uuid[]) p`,
    [id, org, students],
  )
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  for (let nth = 0; nth < 60; nth++) await activity.emit(ActivityOpenedSchema, key(id), activityRow(id))
  await until(async () => {
    const { rows } = await database.query(
      'select count(*)::int as n, min(cardinality(about)) as held from notifications where course_id = $1',
      [id],
    )
    expect(rows[0]).toEqual({ n: 1000, held: 60 })
  })
  const statements = sent.mock.calls.map(([statement]) =>
    typeof statement === 'string' ? statement : (statement as { text: string }).text,
  )
  sent.mockRestore()
  const made = statements.filter((text) => /insert into notifications/i.test(text))
  expect(made.length).toBeGreaterThan(0)
  expect(made.length).toBeLessThan(30)
})

test('read by ids or all, only my own; the others of mine stay unread', async () => {
  const [ann, bo] = [newId(), newId()]
  for (let nth = 0; nth < 3; nth++) {
    const course = await courseWith([ann, bo], true)
    await activity.emit(ActivityOpenedSchema, key(course), activityRow(course))
  }
  await until(async () => expect((await list(bo)).total).toBe(3))
  await until(async () => expect((await list(ann)).total).toBe(3))
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
  await activity.emit(ActivityOpenedSchema, { ...key(id), actor: bo }, activityRow(id))
  await until(async () => expect((await list(ann)).total).toBe(1))
  await identity.emit(PersonErasedSchema, { key: `person:${ann}`, org }, null)
  await identity.emit(PersonErasedSchema, { key: `person:${bo}`, org }, null)
  await until(async () =>
    expect((await database.query('select 1 from notifications where person_id = $1 or sender_id = $2', [ann, bo])).rowCount).toBe(0),
  )
})
