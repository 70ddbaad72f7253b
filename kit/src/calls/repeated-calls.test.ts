// Tests of repeated calls: one key, one write, one person; and calls that need no key.
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsFor } from './contract.ts'
import { newId } from '../ids.ts'
import { mount, routes } from './routes.ts'
import { actorOf } from '../test/actors.ts'
import { known, startThings, teacher, type ThingDeps, type Things } from '../test/things.ts'

let things: Things
const call: Things['call'] = (...of) => things.call(...of)
beforeAll(async () => {
  things = await startThings()
})
afterAll(() => things.stop())

test('the same key answers the same and writes once', async () => {
  const before = await things.count()
  const headers = { 'idempotency-key': newId() }
  const [first, second] = [
    await call('POST', '/api/things', { name: 'once' }, headers),
    await call('POST', '/api/things', { name: 'once' }, headers),
  ]
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(await things.count()).toBe(before + 1)
  expect((await call('POST', '/api/things', { name: 'other' }, headers)).status).toBe(422)
})

test('a repeatable write stores no answer and runs again under the same key', async () => {
  const headers = { 'idempotency-key': newId() }
  const stored = async () => (await things.pool.query('select count(*)::int as count from kit.idempotency')).rows[0].count
  const before = await stored()
  const [first, second] = [await call('PUT', '/api/beats', undefined, headers), await call('PUT', '/api/beats', undefined, headers)]
  expect([first.status, second.status, await stored()]).toEqual([200, 200, before])
  expect(second.body.id).not.toBe(first.body.id)
})

test('a read that says it is repeatable does not start', async () => {
  const wrong = callsFor<'teach' | 'view', 'thing'>()({
    'GET /api/wrong': { summary: '', may: 'anyone', repeatable: true, reply: Type.Null() },
  })
  expect(() => mount(things.app, routes(wrong)<ThingDeps>({ 'GET /api/wrong': async () => null }), {} as never)).toThrow(
    'GET /api/wrong is a read',
  )
})

test('two at once with the same key write once: 409 or the same answer', async () => {
  const before = await things.count()
  const headers = { 'idempotency-key': newId() }
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', '/api/things', { name: 'race' }, headers)))
  expect(await things.count()).toBe(before + 1)
  for (const { status } of answers) expect([201, 409]).toContain(status)
})

test('a key belongs to its person', async () => {
  const headers = { 'idempotency-key': newId() }
  const mine = await call('POST', '/api/things', { name: 'mine' }, headers)
  const theirs = await call('POST', '/api/things', { name: 'mine' }, headers, actorOf({ roles: ['instructor'] }))
  expect(theirs.body.id).not.toBe(mine.body.id)
})

test.each([
  ['organisation', { ...teacher, org: newId() }],
  ['kind of actor', { ...teacher, kind: 'job' as const }],
  ['simulated role', { ...teacher, simulating: { course: known, as: 'student' as const } }],
])('a key of another %s is refused: 422, and nothing is written', async (_, actor) => {
  const headers = { 'idempotency-key': newId() }
  const mine = await call('POST', '/api/things', { name: 'mine' }, headers)
  const before = await things.count()
  expect(await call('POST', '/api/things', { name: 'mine' }, headers, actor)).toMatchObject({
    status: 422,
    body: { code: 'idempotency.otherBody' },
  })
  expect(await things.count()).toBe(before)
  // another session of the same person goes on with what it has sent
  const again = await call('POST', '/api/things', { name: 'mine' }, headers, { ...teacher, session: newId() })
  expect(again.body).toEqual(mine.body)
})

test.each([
  ['path', '/api/tries/two?how=fast'],
  ['query', '/api/tries/one?how=slow'],
])('a key of another %s is refused, also where the call opens its own transactions', async (_, other) => {
  const headers = { 'idempotency-key': newId() }
  const first = await call('POST', '/api/tries/one?how=fast', undefined, headers)
  expect((await call('POST', '/api/tries/one?how=fast', undefined, headers)).body).toEqual(first.body)
  expect((await call('POST', other, undefined, headers)).status).toBe(422)
  expect((await call('POST', '/api/tries/one?how=fast', undefined, headers, { ...teacher, org: newId() })).status).toBe(422)
})

test('a simulating actor may make the writes that are open to a trial, and no other, also a repeated one', async () => {
  const simulating = { ...teacher, simulating: { course: known, as: 'student' as const } }
  const before = await things.count()
  for (const [method, url, body] of [
    ['POST', '/api/things', { name: 'simulated' }],
    ['POST', '/api/tries/one', undefined],
    ['PUT', '/api/beats', undefined],
  ] as const)
    expect(await call(method, url, body, {}, simulating), url).toMatchObject({ status: 409, body: { code: 'simulation.readOnly' } })
  expect(await things.count()).toBe(before)
  expect((await call('POST', '/api/trials', undefined, {}, simulating)).status).toBe(200)
  expect((await call('GET', `/api/things/${known}`, undefined, {}, simulating)).status).toBe(200)
})

test('a visitor never has the answer of another visitor', async () => {
  const headers = (address: string) => ({ 'idempotency-key': 'k', 'x-forwarded-for': address })
  const [one, same, other] = [
    await call('POST', '/api/visits', undefined, headers('192.0.2.1'), null),
    await call('POST', '/api/visits', undefined, headers('192.0.2.1'), null),
    await call('POST', '/api/visits', undefined, headers('192.0.2.2'), null),
  ]
  expect(same.body).toEqual(one.body)
  expect(other.body).not.toEqual(one.body)
})

test('an answer that a pod of the release before has kept is found, and the other way round', async () => {
  const headers = { 'idempotency-key': newId() }
  const first = await call('POST', '/api/things', { name: 'during an upgrade' }, headers)
  const { rows } = await things.pool.query('update kit.idempotency set scope = null where answer::text like $1 returning id, hash', [
    `%${first.body.id}%`,
  ])
  // the value that the previous release computes
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  expect(rows).toEqual([
    {
      id: sha256(`${teacher.person}\nPOST /api/things\n${headers['idempotency-key']}`),
      hash: sha256('/api/things\n{"name":"during an upgrade"}'),
    },
  ])
  expect((await call('POST', '/api/things', { name: 'during an upgrade' }, headers)).body).toEqual(first.body)
})

test('nothing half-made stays when the handler refuses', async () => {
  const before = await things.count()
  const answer = await call('POST', '/api/things', { name: 'refused' }, { 'idempotency-key': newId() })
  expect(answer).toMatchObject({ status: 409, body: { code: 'thing.refused', params: { name: 'refused' } } })
  expect(await things.count()).toBe(before)
})
