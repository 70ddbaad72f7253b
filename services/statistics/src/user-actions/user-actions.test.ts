// Tests of the call that takes user actions.
import type { Actor } from '@lyceum/kit/calls/actor'
import { visitor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { type TestService, testService, testWorld } from '@lyceum/kit/test/test-service'
import { scaled } from '@lyceum/kit/test/wait'
import { OrgChangedSchema, PersonChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { service as definition } from '../service.ts'
import { recordActions } from './record.ts'

const org = newId(),
  second = newId(),
  silent = newId(),
  ann = newId()
let service: TestService, identity: TestProducer, database: pg.Pool
const click = { action: 'course.publish', screen_width: 1440, screen_height: 900 }
const person = actorOf({ person: ann, org })

beforeAll(async () => {
  const world = await testWorld()
  service = await testService(definition, { world })
  identity = await testProducer(world, 'identity')
  database = new pg.Pool({ connectionString: service.databaseUrl, max: 2 })
  for (const [id, userActionTracking] of [
    [org, true],
    [second, true],
    [silent, false],
  ] as const)
    await identity.emit(
      OrgChangedSchema,
      { key: `org:${id}`, org: id },
      { id, orgId: id, name: 'School', locale: 'en', settings: { userActionTracking }, version: 1n },
    )
  await identity.emit(
    PersonChangedSchema,
    { key: `person:${ann}`, org },
    { id: ann, orgId: org, name: 'Ann', version: 1n, memberships: [org, second].map((orgId) => ({ orgId, roles: ['student'] })) },
  )
  await vi.waitFor(async () => expect((await database.query('select 1 from mirror.persons')).rowCount).toBe(1), scaled(30_000))
})
afterAll(async () => {
  await database.end()
  await identity.stop()
  await service.stop()
})

const send = (actor: Actor | undefined, body: unknown, headers: Record<string, string> = {}) =>
  service.call(actor, 'POST', '/api/user-actions', body, headers)
const storedActions = async () =>
  (await database.query('select key, value::jsonb as value from kit.actions order by position')).rows as {
    key: string
    value: Record<string, unknown>
  }[]

test('202 and in the log: one action or a list, person and organisation taken from the session', async () => {
  const course_id = newId()
  expect(await send(person, { ...click, course_id, attributes: { section: 'header' }, path: '/course/1/content' })).toMatchObject({
    status: 202,
    body: { accepted: 1 },
  })
  expect(await send(person, [click, { ...click, user_id: ann, org_id: org }])).toMatchObject({ status: 202, body: { accepted: 2 } })
  const rows = await storedActions()
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({
    key: `person:${ann}`,
    value: {
      user_id: ann,
      org_id: org,
      course_id,
      action: 'course.publish',
      attributes: { section: 'header' },
      screen_width: 1440,
      screen_height: 900,
      path: '/course/1/content',
    },
  })
  expect(new Set(rows.map(({ value }) => value.id)).size).toBe(3)
})

test('202 for a beacon, which sends it as text/plain', async () => {
  const previous = (await storedActions()).length
  const token = await service.world.actorKeys.sign(person)
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/user-actions',
    payload: JSON.stringify(click),
    headers: { 'content-type': 'text/plain;charset=UTF-8', authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode).toBe(202)
  expect(await storedActions()).toHaveLength(previous + 1)
})

test('202 in another organisation that the page names and the person belongs to', async () => {
  expect((await send(person, { ...click, org_id: second })).status).toBe(202)
  expect((await storedActions()).at(-1)!.value.org_id).toBe(second)
})

test('400 for what a page without a session never sends: many, large or unknown actions', async () => {
  const mine = { ...click, org_id: org }
  const status = async (body: unknown) => (await send(visitor(), body)).status
  expect(await status(Array(20).fill(mine))).toBe(202)
  expect(await status(Array(21).fill(mine))).toBe(400)
  expect(await status({ ...mine, action: 'anything.else' })).toBe(400)
  const attributes = Object.fromEntries(Array.from({ length: 20 }, (_, nth) => [`a${nth}`, 'x'.repeat(200)]))
  expect(await status(Array(5).fill({ ...mine, attributes }))).toBe(400)
  // who is signed in may use a name of a later page
  expect((await send(person, { ...click, action: 'anything.else' })).status).toBe(202)
})

test('a visitor is recorded without a person, in an organisation that they name', async () => {
  expect((await send(undefined, { ...click, org_id: org })).status).toBe(202)
  const last = (await storedActions()).at(-1)!
  expect(last.value.user_id).toBeUndefined()
  expect(last.key).toBe(`action:${last.value.id}`)
  expect(await send(visitor(), click)).toMatchObject({ status: 400, body: { details: { org_id: [{ code: 'field.required' }] } } })
})

test('403 for somebody else, another organisation, or a person without a session', async () => {
  const previous = (await storedActions()).length
  for (const [actor, more] of [
    [person, { user_id: newId() }],
    [person, { org_id: silent }],
    [undefined, { user_id: ann, org_id: org }],
    [actorOf({ person: ann, org: '' }), { org_id: silent }],
  ] as const)
    expect(await send(actor, { ...click, ...more })).toMatchObject({ status: 403, body: { code: 'userAction.foreign' } })
  expect(await storedActions()).toHaveLength(previous)
})

test('nothing is stored where the organisation does not track or is not known', async () => {
  const previous = (await storedActions()).length
  expect(await send(actorOf({ org: silent }), click)).toMatchObject({ status: 202, body: { accepted: 0 } })
  expect(await send(undefined, { ...click, org_id: newId() })).toMatchObject({ status: 202, body: { accepted: 0 } })
  expect(await storedActions()).toHaveLength(previous)
})

test('400 with the field named for what is malformed; 413 for too much', async () => {
  for (const wrong of [
    {},
    { ...click, action: '' },
    { ...click, action: 'a b' },
    { ...click, extra: 1 },
    { ...click, screen_width: '1' },
    { ...click, attributes: { A: '1' } },
    [],
  ])
    expect((await send(person, wrong)).status, JSON.stringify(wrong)).toBe(400)
  expect((await send(person, { ...click, path: 'x'.repeat(2_000_000) })).status).toBe(413)
})

test('many pages in one call: valid bodies are stored, null for each that its own call must refuse', async () => {
  const previous = (await storedActions()).length
  const bff: Actor = { kind: 'job', person: '', org: '', roles: [], session: '' }
  const of = (body: unknown, sender = { person: ann, org }) => ({ ...sender, body: typeof body === 'string' ? body : JSON.stringify(body) })
  const batch = [
    of(click),
    of([click, click]),
    of({ ...click, user_id: newId() }),
    of({ ...click, course_id: 'x' }),
    of({ ...click, occurred_at: '9999-12-31T23:59:59-14:00' }),
    of('{'),
    of(click, { person: '', org: '' }),
    of({ ...click, org_id: org }, { person: '', org: '' }),
    of(click, { person: newId(), org: silent }),
  ]
  expect(await service.call(bff, 'POST', '/internal-api/user-actions', { batch })).toMatchObject({
    status: 200,
    body: { results: [1, 2, null, null, null, null, null, 1, 0] },
  })
  expect(await storedActions()).toHaveLength(previous + 4)
  expect((await service.call(person, 'POST', '/internal-api/user-actions', { batch })).status).toBe(403)
})

test('nothing remains of an erased person', async () => {
  const gone = newId()
  await send(actorOf({ person: gone, org }), click)
  expect((await storedActions()).at(-1)!.key).toBe(`person:${gone}`)
  await identity.emit(PersonErasedSchema, { key: `person:${gone}`, org }, null)
  await vi.waitFor(async () => expect((await storedActions()).some(({ key }) => key === `person:${gone}`)).toBe(false), scaled(30_000))
})

test('503 busy when too many wait, and when the bus is away', async () => {
  vi.useFakeTimers()
  try {
    const deps = {
      actions: { append: () => new Promise<void>(() => {}), close: async () => {} },
      load: { waiting: 0 },
      maxWaiting: 2,
      now: () => new Date(),
      db: undefined as never,
      tracking: { tracks: async () => true, belongs: async () => true },
    }
    const waiting = [click, click].map((one) => recordActions(deps, person, one).catch((error) => error))
    await vi.advanceTimersByTimeAsync(1)
    await expect(recordActions(deps, person, click)).rejects.toMatchObject({ status: 503, code: 'busy', headers: { 'retry-after': '2' } })
    await vi.advanceTimersByTimeAsync(10_000)
    for (const one of await Promise.all(waiting)) expect(one).toMatchObject({ status: 503, code: 'busy' })
  } finally {
    vi.useRealTimers()
  }
})
