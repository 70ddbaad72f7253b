// My preferences and the rules of the organisation, through their calls.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { ScoreReleasedSchema } from '@lyceum/proto/activity'
import { MemberJoinedSchema, MemberLeftSchema } from '@lyceum/proto/course'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, key, member, nextVersion, org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
  await env.organisation()
})
afterAll(() => env?.stop())

const path = '/api/notification-preferences'
const change = async (person: string, body: object) => await env.service.call(as(person), 'PUT', path, body)
const waysIn = (body: { types: { type: string; channels: Record<string, object> }[] }, type: string) =>
  body.types.find((one) => one.type === type)!.channels

test('a person who has chosen nothing sees the defaults of each type; only the fields that are sent change, and null takes a choice back', async () => {
  const ann = await env.person()
  const before = (await env.service.call(as(ann), 'GET', path)).body
  expect(before).toMatchObject({
    quiet: null,
    digest: 'at_once',
    mail_off: false,
    courses: [],
    mail: { address: `${ann}@school.example`, refused: null },
  })
  expect(waysIn(before, 'score_released')).toEqual({
    page: { wanted: true, standard: true, forced: false },
    mail: { wanted: true, standard: true, forced: false },
    push: { wanted: true, standard: true, forced: false },
  })
  await change(ann, { quiet: { from: '22:00', to: '07:00' }, time_zone: 'Asia/Bangkok' })
  await change(ann, { digest: 'daily', digest_hour: 7, types: { score_released: { mail: false } } })
  const after = (await change(ann, { types: { activity_opened: { push: true } } })).body
  expect(after).toMatchObject({ quiet: { from: '22:00', to: '07:00' }, time_zone: 'Asia/Bangkok', digest: 'daily', digest_hour: 7 })
  expect([waysIn(after, 'score_released').mail, waysIn(after, 'activity_opened').push]).toMatchObject([{ wanted: false }, { wanted: true }])
  expect(waysIn((await change(ann, { types: { score_released: { mail: null } } })).body, 'score_released').mail).toMatchObject({
    wanted: true,
  })
  expect((await change(ann, { quiet: null })).body.quiet).toBeNull()
})

test('notifications of who teaches and of who manages the calendar are listed for them, and for who has a choice in them', async () => {
  const [student, assistant, manager] = [await env.person(), await env.person(), await env.person({ roles: ['admin'] })]
  const course = await env.courseWith([student], true)
  await env.course.emit(MemberJoinedSchema, key(course), member(course, assistant, 'instructor_assistant'))
  const listed = async (person: string) => {
    const { types } = (await env.service.call(as(person), 'GET', path)).body
    return ['work_handed_in', 'meeting_requested'].filter((name) => types.some(({ type }: { type: string }) => type === name))
  }
  await until(async () => expect(await listed(assistant)).toEqual(['work_handed_in']))
  expect([await listed(student), await listed(manager)]).toEqual([[], ['meeting_requested']])
  await change(student, { courses: { [course]: { types: { work_handed_in: { mail: true } } } } })
  expect(await listed(student)).toEqual(['work_handed_in'])
  await env.course.emit(MemberLeftSchema, key(course), member(course, assistant, 'instructor_assistant', 'left'))
  await until(async () => expect(await listed(assistant)).toEqual([]))
})

test('400 names the field: an unknown type, zone, hour or clock', async () => {
  const ann = newId()
  for (const [body, field] of [
    [{ types: { weather: { mail: true } } }, 'types.weather'],
    [{ types: { toString: { mail: true } } }, 'types.toString'],
    [{ time_zone: 'Mars/Base' }, 'time_zone'],
    [{ digest_hour: 24 }, 'digest_hour'],
    [{ quiet: { from: '25:00', to: '07:00' } }, 'quiet.from'],
    [{ courses: { [newId()]: { types: { weather: {} } } } }, 'courses'],
  ] as const) {
    const answer = await change(ann, body)
    expect([answer.status, Object.keys(answer.body.details).some((name) => name.startsWith(field))], field).toEqual([400, true])
  }
})

test('a muted course tells nothing; a type that is off on the page still goes by mail', async () => {
  const [ann, bo] = [await env.person(), await env.person()]
  const [course, other] = [await env.courseWith([ann, bo], true), await env.courseWith([ann, bo], true)]
  expect((await change(ann, { courses: { [course]: { muted: true } } })).body.courses).toMatchObject([
    { id: course, name: 'Marine Biology II', muted: true },
  ])
  await change(bo, { types: { score_released: { page: false } } })
  for (const [to, person] of [
    [course, ann],
    [other, ann],
    [course, bo],
  ] as const)
    await env.activity.emit(ScoreReleasedSchema, key(to), {
      courseId: to,
      orgId: org,
      itemId: newId(),
      personId: person,
      title: 'x',
      max: '1',
      state: '',
      version: nextVersion(),
    })
  await until(async () =>
    expect((await env.list(ann)).items.map((one: { payload: { course: { id: string } } }) => one.payload.course.id)).toEqual([other]),
  )
  await until(async () =>
    expect((await env.database.query('select hidden from notifications where person_id = $1', [bo])).rows).toEqual([{ hidden: true }]),
  )
  expect(await env.list(bo)).toMatchObject({ total: 0, unread_count: 0 })
  expect((await env.database.query(`select 1 from waiting where person_id = $1 and channel = 'mail'`, [bo])).rowCount).toBe(1)
})

test('a channel that the organisation demands is marked, and nobody turns it off; only those who change the organisation decide it', async () => {
  const admin = actorOf({ person: newId(), org, roles: ['admin'] })
  const rules = '/api/org/notification-rules'
  expect((await env.service.call(as(newId()), 'GET', rules)).status).toBe(403)
  const { body } = await env.service.call(admin, 'GET', rules)
  const set = (version: number, forced: object) => env.service.call(admin, 'PUT', rules, { version, forced })
  expect((await set(body.version, { course_published: ['mail'] })).status).toBe(200)
  expect(await set(body.version, {})).toMatchObject({ status: 409, body: { code: 'notification.newerRules' } })
  const ann = await env.person()
  expect(waysIn((await env.service.call(as(ann), 'GET', path)).body, 'course_published').mail).toEqual({
    wanted: true,
    standard: true,
    forced: true,
  })
  expect(await change(ann, { types: { course_published: { mail: false } } })).toMatchObject({
    status: 400,
    body: { details: { 'types.course_published.mail': [{ code: 'notification.forced' }] } },
  })
  const { rows } = await env.database.query(`select after from kit.audit where action = 'notificationRules.changed'`)
  expect(rows).toEqual([{ after: { course_published: ['mail'] } }])
})

test('undo: notifications that one call marked as read are unread again', async () => {
  const ann = await env.person()
  const course = await env.courseWith([ann], true)
  for (let nth = 0; nth < 2; nth++) {
    await env.activity.emit(ScoreReleasedSchema, key(course), {
      courseId: course,
      orgId: org,
      itemId: newId(),
      personId: ann,
      title: 'x',
      max: '1',
      state: '',
      version: nextVersion(),
    })
    await until(async () => expect((await env.list(ann)).unread_count).toBe(1))
    if (nth === 0) await env.service.call(as(ann), 'PUT', '/api/notifications/read', { course_id: course })
  }
  const { read_at } = (await env.service.call(as(ann), 'PUT', '/api/notifications/read', { all: true })).body
  expect((await env.service.call(as(ann), 'PUT', '/api/notifications/unread', { read_at })).body).toEqual({ unread_count: 1 })
  const [newest] = (await env.list(ann, `?topic=scores&course_id=${course}`)).items
  expect((await env.service.call(as(ann), 'GET', `/api/notifications/${newest.id}`)).body.id).toBe(newest.id)
  expect((await env.service.call(as(newId()), 'GET', `/api/notifications/${newest.id}`)).status).toBe(404)
  expect(await env.list(ann, '?topic=files')).toMatchObject({ total: 0, unread_count: 1 })
  expect((await env.service.call(as(ann), 'GET', '/api/notifications/courses')).body.courses).toEqual([
    { id: course, name: 'Marine Biology II' },
  ])
})
