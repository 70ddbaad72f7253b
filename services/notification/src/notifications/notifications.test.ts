// The calls on my notifications, rows of the previous release, erasure.
import { readFile } from 'node:fs/promises'
import { newId } from '@lyceum/kit/ids'
import { testDatabase } from '@lyceum/kit/test/test-database'
import { ActivityOpenedSchema } from '@lyceum/proto/activity'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityRow, as, key, org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

test('the migration keeps every row of the previous release', async () => {
  const client = new pg.Client(await testDatabase('kit'))
  await client.connect()
  const script = (name: string) => readFile(new URL(`../../prisma/migrations/${name}/migration.sql`, import.meta.url), 'utf8')
  await client.query(await script('20261120000000_notification'))
  const [id, page] = [newId(), newId()]
  const rows = [
    ['course_published', id, { kind: 'course', course_id: id, course_name: 'Tides', href: '/x' }],
    [
      'activity_published',
      page,
      {
        kind: 'activity',
        course_id: id,
        course_name: 'Tides',
        activity_id: page,
        activity_title: 'Neap',
        activity_type: 'exam',
        href: '/x',
      },
    ],
  ]
  for (const [type, subject, payload] of rows)
    await client.query(
      `insert into notifications (id, org_id, person_id, fact_id, type, subject_id, payload, created_at)
       values (new_id(now()), $1, $2, $3, $4, $5, $6, now())`,
      [org, newId(), newId(), type, subject, payload],
    )
  await client.query(await script('20261122202500_bundles'))
  const { rows: kept } = await client.query('select type, course_id, about, payload from notifications order by type desc')
  await client.end()
  const course = { id, name: 'Tides' }
  const of = (type: string, subject: string, title: string) => ({ type, id: subject, title })
  expect(kept).toMatchObject([
    {
      type: 'course_published',
      course_id: id,
      about: [id],
      payload: { params: {}, course, subject: of('course', id, 'Tides'), href: '/x' },
    },
    {
      type: 'activity_opened',
      course_id: id,
      about: [page],
      payload: {
        params: { activity_type: 'exam' },
        course,
        subject: of('activity', page, 'Neap'),
        subjects: [of('activity', page, 'Neap')],
      },
    },
  ])
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
    await env.database.query(
      `insert into notifications (id, org_id, person_id, fact_id, type, subject_id, payload, created_at)
       select new_id(now()), $1, $2, $3, 'activity_published', $4, $5, now()`,
      [org, ann, newId(), page, payload],
    )
  expect(await env.list(ann)).toMatchObject({
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
  const now = await env.courseWith([ann], true)
  await env.opens(now)
  await until(async () => expect((await env.list(ann)).total).toBe(2))
  const { rows } = await env.database.query('select payload from notifications where course_id = $1', [now])
  expect(rows[0].payload).toMatchObject({
    kind: 'activity',
    course_id: now,
    activity_title: 'Why deep water sinks',
    activity_type: 'online_video',
  })
  // an activity that the previous release notified of is not notified of again
  await env.activity.emit(ActivityOpenedSchema, key(id), activityRow(id, page))
  await env.opens(now)
  await until(async () => expect((await env.list(ann)).items[0].count).toBe(2))
  expect((await env.list(ann)).total).toBe(2)
})

test('unread ones are counted up to a thousand, listed without an end', async () => {
  const ann = newId()
  await env.database.query(
    `insert into notifications (id, org_id, person_id, fact_id, type, subject_id, about, payload, created_at)
     select new_id(now()), $1, $2, gen_random_uuid(), 'course_published', $1, array[$1::uuid],
       '{"params":{},"course":null,"subject":{"type":"course","id":"","title":"x"},"subjects":[]}', now() from generate_series(1, 1010)`,
    [org, ann],
  )
  expect(await env.list(ann, '?unread=true&page_size=1')).toMatchObject({ total: 1010, unread_count: 1000 })
})

test('read by ids or all, only my own; the others of mine stay unread', async () => {
  const [ann, bo] = [newId(), newId()]
  for (let nth = 0; nth < 3; nth++) {
    const course = await env.courseWith([ann, bo], true)
    await env.opens(course)
  }
  await until(async () => expect((await env.list(bo)).total).toBe(3))
  await until(async () => expect((await env.list(ann)).total).toBe(3))
  const mine = (await env.list(ann)).items,
    theirs = (await env.list(bo)).items
  const read = await env.service.call(as(ann), 'PUT', '/api/notifications/read', { ids: [mine[0].id, theirs[0].id] })
  expect(read).toMatchObject({ status: 200, body: { unread_count: 2 } })
  expect((await env.list(bo)).unread_count).toBe(3)
  expect((await env.list(ann, '?unread=true&page_size=1')).items[0].id).toBe(mine[1].id)
  expect(await env.list(ann, '?unread=true&page_size=1&page=2')).toMatchObject({ total: 2, pages: 2, start: 2, end: 2 })
  const ofTopic = (topic: string) => env.service.call(as(ann), 'PUT', '/api/notifications/read', { topic })
  expect([(await ofTopic('scores')).body.unread_count, (await ofTopic('courses')).body.unread_count]).toEqual([2, 0])
  await env.service.call(as(ann), 'PUT', '/api/notifications/unread', { ids: [mine[1].id] })
  expect((await env.service.call(as(ann), 'PUT', '/api/notifications/read', { all: true })).body).toMatchObject({ unread_count: 0 })
  expect((await env.service.call(as(ann), 'GET', '/api/notifications/unread-count')).body).toEqual({ unread_count: 0 })
  expect((await env.list(ann)).items[0].read_at).toMatch(/Z$/)
})

test('400 when nothing is named or an id is malformed; 401 for nobody', async () => {
  expect(await env.service.call(as(newId()), 'PUT', '/api/notifications/read', {})).toMatchObject({
    status: 400,
    body: { details: { ids: [{ code: 'field.required' }] } },
  })
  expect((await env.service.call(as(newId()), 'PUT', '/api/notifications/read', { ids: ['x'] })).status).toBe(400)
  expect((await env.service.call(undefined, 'GET', '/api/notifications')).status).toBe(401)
})

test('415 for JSON that calls itself text: only beacons may', async () => {
  expect(
    (await env.service.call(as(newId()), 'PUT', '/api/notifications/read', '{"all":true}', { 'content-type': 'text/plain' })).status,
  ).toBe(415)
})

test('nothing remains of an erased person', async () => {
  const [ann, bo] = [newId(), newId()]
  const id = await env.courseWith([ann, bo], true)
  await env.activity.emit(ActivityOpenedSchema, { ...key(id), actor: bo }, activityRow(id))
  await until(async () => expect((await env.list(ann)).total).toBe(1))
  await env.identity.emit(PersonErasedSchema, { key: `person:${ann}`, org }, null)
  await env.identity.emit(PersonErasedSchema, { key: `person:${bo}`, org }, null)
  await until(async () =>
    expect((await env.database.query('select 1 from notifications where person_id = $1 or sender_id = $2', [ann, bo])).rowCount).toBe(0),
  )
})

test('lists, counts, marks and preferences at the same time are all answered: none waits for a second connection', async () => {
  const person = newId()
  const call = (method: string, url: string, body?: unknown) =>
    env.service.call(as(person), method, url, body, { ...(body ? { 'idempotency-key': newId() } : {}) })
  const round = (n: number) => [
    call('GET', '/api/notifications'),
    call('GET', '/api/notifications/unread-count'),
    call('PUT', '/api/notifications/read', { all: true }),
    call('PUT', '/api/notifications/unread', { ids: [newId()] }),
    call('PUT', '/api/notification-preferences', { digest_hour: n % 24 }),
    call('GET', '/api/notification-preferences'),
    call('GET', '/api/push-devices'),
  ]
  const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => round(n)).flat())
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
})
