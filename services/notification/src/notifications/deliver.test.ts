// Recipients of notifications, and their bundles.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { ActivityOpenedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import {
  CourseCreatedSchema,
  CoursePublishedSchema,
  CourseReviewedSchema,
  InviteChangedSchema,
  MemberJoinedSchema,
  MemberLeftSchema,
} from '@lyceum/proto/course'
import { PersonChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import { UploadFailedSchema } from '@lyceum/proto/upload'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registry } from '../registry/registry.ts'
import {
  activityRow,
  as,
  courseRow,
  key,
  member,
  nextVersion,
  org,
  type TestNotifications,
  teacher,
  testNotifications,
  until,
} from '../test/notification-facts.ts'
import { concernsMany } from './deliver.ts'
import { recordNotice } from './notices.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

test('every active student is told of a published course, with a deep link, the sender and a hint; teachers, those who left and those who are suspended are not', async () => {
  const [ann, bo, gone, suspended] = [newId(), newId(), newId(), newId()]
  await env.identity.emit(
    PersonChangedSchema,
    { key: `person:${teacher}`, org },
    { id: teacher, orgId: org, name: 'Dr. Elena Petrova', userNo: 'T1', version: nextVersion() },
  )
  await env.identity.emit(
    PersonChangedSchema,
    { key: `person:${suspended}`, org },
    { id: suspended, orgId: org, name: 'Su', userNo: 'S9', suspendedIn: [org], version: nextVersion() },
  )
  const id = await env.courseWith([ann, bo, gone, suspended])
  await env.course.emit(MemberLeftSchema, { ...key(id), actor: '' }, member(id, gone, 'student', 'left'))
  await env.course.emit(CoursePublishedSchema, key(id), courseRow(id, true))
  await until(async () => expect((await env.list(ann)).total).toBe(1))
  expect(await env.list(ann)).toMatchObject({
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
  expect((await env.list(bo)).total).toBe(1)
  expect((await env.list(gone)).total).toBe(0)
  expect((await env.list(suspended)).total).toBe(0)
  expect((await env.list(teacher)).total).toBe(0)
  await until(async () =>
    expect(env.hints.find((hint) => hint.subject === 'notificationsChanged' && hint.people?.includes(ann))?.people?.toSorted()).toEqual(
      [ann, bo].toSorted(),
    ),
  )
})

test('an activity is told when it is open, once a day, not when it is published; not in a course that is hidden', async () => {
  const ann = newId()
  const [open, hidden] = [await env.courseWith([ann], true), await env.courseWith([ann])]
  const row = activityRow(open)
  await env.opens(hidden)
  await env.activity.emit(ActivityPublishedSchema, key(open), row)
  await env.activity.emit(ActivityOpenedSchema, key(open), row)
  await env.activity.emit(ActivityOpenedSchema, key(open), row)
  await until(async () => expect((await env.list(ann)).total).toBe(1))
  await env.settled()
  const { items } = await env.list(ann)
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
  const [id, other] = [await env.courseWith([ann, bo], true), await env.courseWith([ann], true)]
  const ids = await env.opens(id, 60)
  await env.opens(other)
  const counts = async (person: string) => (await env.notificationsOf(person)).map(([, count]) => count)
  await until(async () => expect((await counts(ann)).toSorted()).toEqual([1, 60]))
  const bundle = (await env.list(bo)).items[0]
  expect([bundle.count, bundle.payload.subjects.length, (await env.list(bo)).unread_count]).toEqual([60, 5, 1])
  expect(bundle.payload.subject).toEqual(bundle.payload.subjects[0])
  const { rows: held } = await env.database.query('select distinct unnest(about) as id from notifications where person_id = $1', [bo])
  expect(new Set(held.map(({ id }) => id))).toEqual(new Set(ids))
  await env.service.call(as(bo), 'PUT', '/api/notifications/read', { all: true })
  await env.opens(id)
  await until(async () => expect(await counts(bo)).toEqual([1, 60]))
  await until(async () => expect((await counts(ann)).toSorted()).toEqual([1, 61]))
})

test('teachers are notified of a review and of those who join by themselves, without their names; not of their own doing', async () => {
  const [ann, bo, cy, manager] = [newId(), newId(), newId(), newId()]
  const id = await env.courseWith([], true)
  await env.course.emit(
    CourseReviewedSchema,
    { ...key(id), actor: manager },
    { course: { ...courseRow(id).course, reviewStatus: 'reviewed' } },
  )
  await until(async () => expect((await env.list(teacher, '?page_size=100')).items[0].payload.course.id).toBe(id))
  for (const student of [ann, bo]) await env.course.emit(MemberJoinedSchema, { ...key(id), actor: student }, member(id, student))
  await env.course.emit(MemberJoinedSchema, key(id), member(id, cy)) // enrolled by the teacher: cy is told, later
  await until(async () =>
    expect(
      (await env.database.query(`update kit.jobs set run_at = now() where kind = 'deliverNotices' and key like '%enrolled%'`)).rowCount,
    ).toBe(1),
  )
  const mine = async () =>
    (await env.list(teacher, '?page_size=100')).items.filter((one: { payload: { course: { id: string } } }) => one.payload.course.id === id)
  await until(async () =>
    expect(await mine()).toMatchObject([
      { type: 'member_joined', count: 2 },
      { type: 'course_reviewed', count: 1 },
    ]),
  )
  await env.settled()
  expect((await mine())[0].payload).toEqual({
    params: {},
    course: { id, name: 'Marine Biology II' },
    subject: { type: 'course', id, title: 'Marine Biology II' },
    subjects: [],
  })
  await env.identity.emit(PersonErasedSchema, { key: `person:${bo}`, org }, null)
  await until(async () => expect(await mine()).toMatchObject([{ count: 1 }, {}]))
  const { rowCount } = await env.database.query(
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
      version: nextVersion(),
    },
  })
  await env.upload.emit(UploadFailedSchema, { key: 'upload:1', org, actor: owner }, film('waited for.mp4'))
  await env.upload.emit(UploadFailedSchema, { key: 'upload:2', org }, film('Deep water.mp4'))
  await until(async () =>
    expect((await env.list(owner)).items).toMatchObject([
      { type: 'upload_failed', payload: { course: null, subject: { type: 'upload', title: 'Deep water.mp4' } } },
    ]),
  )
})

test('nothing for a fact that is older than a day', async () => {
  const ann = newId()
  const id = await env.courseWith([ann], true)
  const tx = plain(env.database)
  const old = { id: newId(), type: '', key: '', org, time: new Date(), rebuilding: false, mayNotify: false }
  const { course_published } = registry
  await recordNotice(tx, 'course_published', course_published!, courseRow(id, true) as never, old)
  await env.settled()
  expect((await env.list(ann)).total).toBe(0)
  // and once however often it is recorded
  await recordNotice(tx, 'course_published', course_published!, courseRow(id, true) as never, { ...old, mayNotify: true })
  await recordNotice(tx, 'course_published', course_published!, courseRow(id, true) as never, { ...old, mayNotify: true })
  await until(async () => expect((await env.list(ann)).total).toBe(1))
})

test('a thousand students are told by one statement, of sixty activities by few', async () => {
  const students = Array.from({ length: 1000 }, () => newId())
  const id = newId()
  await env.course.emit(CourseCreatedSchema, key(id), courseRow(id, true))
  await until(async () => expect((await env.database.query('select 1 from mirror.courses where id = $1', [id])).rowCount).toBe(1))
  await env.database.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) select $1, p, $2, 'student', 'active', 1 from unnest($3::uuid[]) p`,
    [id, org, students],
  )
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await env.opens(id, 60)
  await until(async () => {
    const { rows } = await env.database.query(
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

test('an invited person is told, a stranger to the course, once a day; not of a cancelled one', async () => {
  const [ann, bo] = [newId(), newId()]
  const id = await env.courseWith([])
  const invite = (personId: string, inviteId: string, state = 'sent') =>
    env.course.emit(InviteChangedSchema, key(id), {
      inviteId,
      courseId: id,
      orgId: org,
      personId,
      role: 'student',
      state,
      inviterId: teacher,
      version: nextVersion(),
    })
  const [first, second] = [newId(), newId()]
  await invite(bo, second, 'cancelled')
  await invite(ann, first)
  await invite(ann, first)
  await invite(ann, first, 'joined')
  await until(async () => expect((await env.list(ann)).total).toBe(1))
  await env.settled()
  expect((await env.list(ann)).items).toMatchObject([
    { type: 'course_invited', payload: { params: { role: 'student' }, course: { id }, subject: { type: 'invite', id: first } } },
  ])
  expect([(await env.list(ann)).total, (await env.list(bo)).total]).toEqual([1, 0])
})

test('a delivery is work in bulk only where a hundred people or more are concerned', async () => {
  const course = newId()
  const tx = plain(env.database)
  const notice = (type: string, bundle: string, recipients: string[]) =>
    env.database.query(
      `insert into notices (fact_id, type, bundle, org_id, course_id, recipient_id, about, subject, params, created_at, recipients)
       values ($1, $2, $3, $4, $5, $6, $1, '{}', '{}', now(), $7)`,
      [newId(), type, bundle, org, course, newId(), recipients],
    )
  const isMany = (bundle: string) => concernsMany(tx, [bundle, null, new Date()])
  await notice('score_released', `few ${course}`, [])
  await notice('member_joined', `named ${course}`, Array.from({ length: 100 }, newId))
  await notice('activity_opened', `class ${course}`, [])
  expect([await isMany(`none ${course}`), await isMany(`few ${course}`), await isMany(`named ${course}`)]).toEqual([false, false, true])
  expect(await isMany(`class ${course}`)).toBe(false)
  await env.database.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) select $1, gen_random_uuid(), $2, 'student', 'active', 1 from generate_series(1, 100)`,
    [course, org],
  )
  expect(await isMany(`class ${course}`)).toBe(true)
  await env.database.query('delete from notices where course_id = $1', [course])
})
