// Live lectures: addresses that are taken and kept, the door and its times, presence, news of it, and the secrecy of the address.
import type { Actor } from '@lyceum/kit/calls/actor'
import { secretKeys } from '@lyceum/kit/text/kept-secrets'
import { plainDatabase } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import type { Deps } from '../../deps.ts'
import { noticeMeetings } from '../news.ts'
import { resealAddresses, resyncMeetings } from '../upkeep.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const minutes = (count: number) => new Date(Math.round(Date.now() / 1000) * 1000 + count * 60_000).toISOString()
const secret = 'https://meet.example.edu/tides?pwd=s3cret-4711'
async function lecture(start: number | null, more: object = {}): Promise<string> {
  const times = start === null ? {} : { start_time: minutes(start), end_time: minutes(start + 60) }
  const draft = { type: 'live_lecture', title: 'Live: tides', published: true, ...times, ...more }
  return (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, draft)).id
}
const read = (id: string, who: Actor = env.student) => env.ok(who, 'GET', `/api/activities/${id}/meeting`)
const put = async (id: string, body: object) => {
  const { version } = await read(id, env.teacher)
  return await env.call(env.teacher, 'PUT', `/api/activities/${id}/meeting`, { provider: 'link', version, ...body })
}
const join = (id: string, who: Actor = env.student) => env.call(who, 'POST', `/api/activities/${id}/meeting/join`)
const change = async (id: string, body: object) => {
  const { version } = await env.ok(env.teacher, 'GET', `/api/activities/${id}`)
  return await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { version, ...body })
}
const news = async (id: string) => (await env.facts('LiveChanged')).filter((fact) => fact.id === id && fact.event).map(({ event }) => event)

test('addresses are https without a name in them; those of a type at a host are at it or below it', async () => {
  const id = await lecture(60)
  const fault = async (address: string, of = id) => {
    const { status, body } = await put(of, { address })
    return status === 400 ? body.details.address?.[0]?.code : status
  }
  const refused = [
    'http://meet.example.edu/a',
    'javascript:alert(1)',
    'https://me:pw@meet.example.edu',
    'https://meet.example.edu/\u0007',
    'meet.example.edu',
    '',
    'https://',
  ]
  for (const address of refused) expect([address, await fault(address)]).toEqual([address, 'meeting.address'])
  expect((await put(id, { address: `https://meet.example.edu/${'a'.repeat(2000)}` })).status).toBe(400)
  expect(await fault(` ${secret} `)).toBe(200)
  const tencent = await lecture(60, { type: 'tencent_meeting' })
  for (const address of [secret, 'https://meeting.tencent.com.evil.test/a', 'https://notmeeting.tencent.com/a'])
    expect(await fault(address, tencent)).toBe('meeting.otherHost')
  for (const address of ['https://meeting.tencent.com/dm/1', 'https://eu.voovmeeting.com./dm/1', 'https://MEETING.tencent.com/x'])
    expect(await fault(address, tencent)).toBe(200)
  expect(
    (await env.call(env.teacher, 'PUT', `/api/activities/${id}/meeting`, { provider: 'link', address: secret, version: 0 })).body.code,
  ).toBe('meeting.newer')
  expect((await put(id, { provider: 'zoom', address: secret })).status).toBe(400)
  const page = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Text', published: true })
  expect((await env.call(env.student, 'GET', `/api/activities/${page.id}/meeting`)).body.code).toBe('meeting.notFound')
})

test('the door opens to students 15 minutes before the start and closes at the end; to who teaches before that', async () => {
  const later = await lecture(20)
  expect((await join(later, env.teacher)).body.code).toBe('meeting.noAddress')
  await put(later, { address: secret })
  const before = await read(later)
  expect(before).toMatchObject({
    state: 'before',
    can_join: false,
    has_address: true,
    opens_at: before.opens_at,
    people: 0,
    can: { change: false },
  })
  expect(Date.parse(before.starts_at) - Date.parse(before.opens_at)).toBe(15 * 60_000)
  const early = await join(later)
  expect([early.status, early.body.code, early.body.params]).toEqual([403, 'meeting.notOpen', { opens_at: before.opens_at }])
  expect((await join(later, env.teacher)).body).toEqual({ url: secret })
  expect((await read(later)).state).toBe('before')

  const soon = await lecture(10)
  await put(soon, { address: secret })
  expect(await read(soon)).toMatchObject({ state: 'open', can_join: true })
  expect((await join(soon)).body).toEqual({ url: secret })
  expect((await join(soon)).body).toEqual({ url: secret })
  expect(await read(soon)).toMatchObject({ state: 'running', people: 1 })
  expect((await read(soon)).joined_at).not.toBeNull()
  expect((await env.ok(env.student, 'GET', `/api/activities/${soon}`)).my).toMatchObject({ completed: true })
  const there = await env.ok(env.teacher, 'GET', `/api/activities/${soon}/meeting/people`)
  expect(there).toMatchObject({ total: 1, items: [{ person: { id: env.student.person } }] })
  expect((await env.call(env.student, 'GET', `/api/activities/${soon}/meeting/people`)).status).toBe(403)
  expect((await join(soon, env.stranger)).status).toBeGreaterThanOrEqual(403)

  expect((await env.call(env.student, 'POST', `/api/activities/${soon}/meeting/end`, {})).status).toBe(403)
  expect(await env.ok(env.teacher, 'POST', `/api/activities/${soon}/meeting/end`, {})).toMatchObject({ state: 'ended' })
  expect((await join(soon)).body.code).toBe('meeting.ended')
  await env.ok(env.teacher, 'POST', `/api/activities/${soon}/meeting/end`, { ended: false })
  expect((await join(soon)).status).toBe(200)
  const over = await lecture(-120)
  await put(over, { address: secret })
  expect(await read(over)).toMatchObject({ state: 'ended', can_join: false })
  expect((await join(over)).body.code).toBe('meeting.ended')
  const [fact] = (await env.facts('LiveChanged')).filter((one) => one.id === soon && one.state === 'running')
  expect(fact).toMatchObject({ course_id: env.course, title: 'Live: tides' })
})

test('a student who was shown a lecture is notified once that it moved, was called off, or begins within ten minutes', async () => {
  const id = await lecture(60)
  expect(await news(id)).toEqual([])
  await change(id, { title: 'Live: tides II' })
  expect(await news(id)).toEqual([])
  await change(id, { start_time: minutes(8), end_time: minutes(68) })
  expect(await news(id)).toEqual(['moved'])
  const sweep = () => plainDatabase(env.db).$transaction((tx) => noticeMeetings(tx, new Date(), 100))
  await sweep()
  await sweep()
  expect(await news(id)).toEqual(['moved', 'soon'])
  await change(id, { published: false })
  expect(await news(id)).toEqual(['moved', 'soon', 'called_off'])
  expect((await read(id, env.teacher)).state).toBe('called_off')
  // students read what they knew, and nothing of what is written since
  await change(id, { title: 'Secret plans', start_time: minutes(9), end_time: minutes(100) })
  const off = await read(id)
  expect(off).toMatchObject({ state: 'called_off', title: 'Live: tides II', can_join: false, has_address: false, recordings: [] })
  expect(Date.parse(off.ends_at) - Date.parse(off.starts_at)).toBe(60 * 60_000)
  expect((await join(id)).status).toBe(404)
  await change(id, { published: true })
  expect(await read(id)).toMatchObject({ state: 'open', title: 'Secret plans' })
  const { version } = await env.ok(env.teacher, 'GET', `/api/activities/${id}`)
  await env.ok(env.teacher, 'DELETE', `/api/activities/${id}`, { version })
  expect(await read(id)).toMatchObject({ state: 'called_off', title: 'Secret plans' })
  expect((await env.call(env.teacher, 'GET', `/api/activities/${id}/meeting`)).status).toBe(404)
  const draft = await lecture(30, { published: false })
  expect((await env.call(env.student, 'GET', `/api/activities/${draft}/meeting`)).status).toBe(404)
  await change(draft, { start_time: minutes(40), end_time: minutes(90) })
  // what is written with the hiding is nobody's news
  const renamed = await lecture(30)
  await change(renamed, { title: 'Secret plans', published: false })
  expect(await read(renamed)).toMatchObject({ state: 'called_off', title: 'Live: tides' })
  const gone = await lecture(-120)
  await env.ok(env.teacher, 'DELETE', `/api/activities/${gone}`, {
    version: (await env.ok(env.teacher, 'GET', `/api/activities/${gone}`)).version,
  })
  expect([await news(draft), await news(gone)]).toEqual([[], []])
})

test('a module that moves its lecture, hides and shows it is news as if the lecture itself were changed', async () => {
  const term = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Week 9' })
  const id = await lecture(60, { module_id: term.id })
  const module = async (body: object) => {
    const { modules } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/content`)
    const { version } = modules.find((one: { id: string }) => one.id === term.id)
    await env.ok(env.teacher, 'PUT', `/api/modules/${term.id}`, { version, ...body })
  }
  const starts_at = minutes(90)
  await module({ starts_at })
  expect(await news(id)).toEqual(['moved'])
  expect((await env.facts('LiveChanged')).findLast((fact) => fact.id === id)).toMatchObject({ starts_at })
  await module({ published: false })
  expect([await news(id), (await read(id)).state]).toEqual([['moved', 'called_off'], 'called_off'])
})

test('a lecture of the next 24 hours is to be done until it is joined, ended or over; calendars and feeds have its times', async () => {
  const [soon, far, endless] = [await lecture(8), await lecture(25 * 60), await lecture(-13 * 60, { end_time: null })]
  const todo = async () => (await env.ok(env.student, 'GET', '/api/todo?page_size=100')).items.map((one: any) => one.activity_id)
  expect(await todo()).toContain(soon)
  expect(await todo()).not.toContain(far)
  expect(await todo()).not.toContain(endless)
  const late = await env.ok(env.student, 'GET', '/api/todo?page_size=100&conditions={"state":"upcoming"}')
  expect(late.items.map((one: any) => one.activity_id)).toEqual([far])
  const end = (ended: boolean) => env.ok(env.teacher, 'POST', `/api/activities/${soon}/meeting/end`, { ended })
  await end(true)
  expect(await todo()).not.toContain(soon)
  await end(false)
  expect(await todo()).toContain(soon)
  const span = { start: minutes(-60), end: minutes(3 * 24 * 60) }
  const { dates } = await env.ok(env.student, 'GET', `/api/activity/calendar?start=${span.start}&end=${span.end}`)
  const of = (list: any[]) => list.filter(({ activity_id }) => activity_id === far).map(({ what }) => what)
  expect(of(dates)).toEqual(['opens', 'closes'])
  const job: Actor = { kind: 'job', person: '', org: '', roles: [], session: '' }
  const feed = async () =>
    of((await env.ok(job, 'POST', '/internal-api/activity-dates', { person_id: env.student.person, course_id: null, ...span })).dates)
  expect(await feed()).toEqual(['opens', 'closes'])
  await change(far, { published: false })
  expect(await feed()).toEqual([])
  await put(soon, { address: secret })
  await join(soon)
  expect(await todo()).not.toContain(soon)
})

test('the address is in no answer but that of joining, in no fact, no log of changes, no list and no plain row', async () => {
  const id = await lecture(5)
  await put(id, { address: secret })
  const ann = await newStudent(env, 'Ann')
  const bodies: unknown[] = []
  for (const who of [env.student, ann, env.teacher]) {
    for (const url of [
      `/api/activities/${id}`,
      `/api/activities/${id}/meeting`,
      `/api/courses/${env.course}/content`,
      `/api/courses/${env.course}/live-record`,
      '/api/todo',
    ])
      bodies.push((await env.call(who, 'GET', url)).body)
    const span = `start=${minutes(-60)}&end=${minutes(600)}`
    for (const url of [`/api/activity/calendar?${span}`, `/api/activity/cloud-classroom?${span}`])
      bodies.push((await env.call(who, 'GET', url)).body)
  }
  bodies.push((await join(id, env.stranger)).body, (await put(id, { address: 'https://x@y.test' })).body)
  expect((await join(id)).body.url).toBe(secret)
  expect(JSON.stringify(bodies)).not.toContain('s3cret-4711')
  const { rows: tables } = await env.db.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables) {
    const { rows: found } = await env.db.query(`select 1 from ${name} t where t::text like '%s3cret-4711%' or t::text like $1 limit 1`, [
      `%${Buffer.from('s3cret-4711').toString('hex')}%`,
    ])
    expect([name, found.length]).toEqual([name, 0])
  }
})

test('a live lecture stands among the cloud classrooms, and is read by students before its start', async () => {
  await env.db.query(
    `update mirror.orgs set settings = jsonb_set(coalesce(settings, '{}'), '{toggles}', '["cloud_classrooms"]') where id = $1`,
    [env.org],
  )
  const id = await lecture(90, { title: 'Live: ebb' })
  const { classrooms } = await env.ok(env.student, 'GET', `/api/activity/cloud-classroom?start=${minutes(-60)}&end=${minutes(600)}`)
  expect(classrooms).toContainEqual(expect.objectContaining({ id, title: 'Live: ebb', type: 'live_lecture' }))
  expect(await env.ok(env.student, 'GET', `/api/activities/${id}`)).toMatchObject({ availability: 'open', is_locked: false })
  const { items } = await env.ok(env.student, 'GET', `/api/courses/${env.course}/live-record`)
  expect(items.map((row: { id: string }) => row.id)).toContain(id)
})

test('a resync emits every lecture again with a newer version, and notifies nobody', async () => {
  const id = await lecture(60)
  const before = (await env.facts('LiveChanged')).length
  const { version } = await read(id)
  const db = plainDatabase(env.db)
  for (let after: string | undefined = ''; after !== undefined; ) after = await db.$transaction((tx) => resyncMeetings(tx, after!))
  const again = (await env.facts('LiveChanged')).slice(before)
  expect(again.filter((fact) => fact.id === id)).toMatchObject([{ title: 'Live: tides' }])
  expect(Number(again.find((fact) => fact.id === id).version)).toBeGreaterThan(version)
  expect(again.filter(({ event }) => event)).toEqual([])
})

test('a copy has no address; a newer key seals the kept ones anew, and without the older one they are written again', async () => {
  const id = await lecture(5)
  await put(id, { address: secret })
  const copy = await env.ok(env.teacher, 'POST', `/api/activities/${id}/copy`, { title: 'Live: neaps' })
  expect(await read(copy.id, env.teacher)).toMatchObject({ has_address: false, can_join: false })
  const older = `test:${Buffer.alloc(32, 9).toString('base64')}`
  const config = { secretKeys: secretKeys(`newer:${Buffer.alloc(32, 8).toString('base64')},${older}`) } as Deps['config']
  expect(await resealAddresses(plainDatabase(env.db), { config }, 2)).toBeGreaterThan(2)
  expect(await resealAddresses(plainDatabase(env.db), { config }, 2)).toBe(0)
  expect((await join(id)).body.code).toBe('meeting.noAddress')
  await put(id, { address: secret })
  expect((await join(id)).body).toEqual({ url: secret })
})
