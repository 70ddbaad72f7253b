// Tests of routes: answers, bodies and refusals.
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Need } from './actor.ts'
import { callsFor, type Table } from './contract.ts'
import { newId } from '../ids.ts'
import { mount, type RouteOptions } from './routes.ts'
import { actorOf } from '../test/actors.ts'
import { known, startThings, teacher, type Things } from '../test/things.ts'

let things: Things
const call: Things['call'] = (...of) => things.call(...of)
beforeAll(async () => {
  things = await startThings()
})
afterAll(() => things.stop())

test('201 with what was made', async () => {
  const made = await call('POST', '/api/things', { name: 'one' })
  expect(made.status).toBe(201)
  expect(made.body.name).toBe('one')
})

test('500 says nothing of its cause', async () => {
  const answer = await call('POST', '/api/things', { name: 'broken' })
  expect(answer.status).toBe(500)
  expect(JSON.stringify(answer.body)).not.toContain('secret')
})

test('400 names every field at once: missing, unknown, too small', async () => {
  const answer = await call('POST', '/api/things', { size: 0, colour: 'red' })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.errors).sort()).toEqual(['colour', 'name', 'size'])
  expect(answer.body.details.size).toEqual([{ code: 'field.tooSmall', params: { limit: 1 } }])
  expect(answer.body.details.colour).toEqual([{ code: 'field.unknown', params: {} }])
})

test('bodies are not coerced, query strings are', async () => {
  expect((await call('POST', '/api/things', { name: 5 })).body.details.name).toEqual([{ code: 'field.type', params: {} }])
  expect((await call('GET', '/api/things?limit=3')).body.limit).toBe(3)
  expect((await call('GET', '/api/things?limit=30')).status).toBe(400)
})

test.each([
  ['malformed JSON', '{"name":', 'application/json', 400, 'body.malformed'],
  ['a NUL', '{"name":"a\\u0000"}', 'application/json', 400, 'body.nul'],
  ['a NUL behind a backslash', '{"name":"a\\\\\\u0000"}', 'application/json', 400, 'body.nul'],
  ['prototype poisoning', '{"__proto__":{"x":1}}', 'application/json', 400, 'body.malformed'],
  ['another media type', 'name=x', 'text/csv', 415, 'body.mediaType'],
  ['an oversized body', JSON.stringify({ name: 'x'.repeat(2 ** 20 + 1) }), 'application/json', 413, 'body.tooLarge'],
])('%s is refused', async (_, payload, type, status, code) => {
  const answer = await things.app.inject({
    method: 'POST',
    url: '/api/things',
    headers: { 'content-type': type, authorization: `Bearer ${await things.keys.sign(teacher)}` },
    payload,
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.json().code).toBe(code)
})

test('half a character becomes a sign for one, and the text of an escaped NUL stays text', async () => {
  const made = async (payload: string) =>
    (
      await things.app.inject({
        method: 'POST',
        url: '/api/things',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await things.keys.sign(teacher)}` },
        payload,
      })
    ).json().name
  expect(await made('{"name":"sea \\ud83c"}')).toBe('sea \ufffd')
  expect(await made('{"name":"sea \\ud83c\\udf0a"}')).toBe('sea \u{1f30a}')
  expect(await made('{"name":"a C string ends with \\\\u0000"}')).toBe('a C string ends with \\u0000')
})

test('401 without a token, with a forged one, 403 without the role', async () => {
  expect((await things.app.inject({ method: 'POST', url: '/api/things', payload: { name: 'x' } })).statusCode).toBe(401)
  expect((await call('GET', '/api/things', undefined, { authorization: 'Bearer nonsense' })).status).toBe(401)
  expect((await call('POST', '/api/things', { name: 'x' }, {}, actorOf())).status).toBe(403)
})

test('403 for who has not met a demand of their organisation, but at the calls that mend it', async () => {
  const as = (needs: Need[], more = {}) => ({ ...teacher, needs, ...more })
  const made = async (actor: Actor) => (await call('POST', '/api/things', { name: 'held' }, {}, actor)).body.code
  expect(await made(as(['password']))).toBe('password.expired')
  expect(await made(as(['mobile']))).toBe('mobile.needed')
  expect(await made(as(['mobile'], { roles: [] }))).toBe('forbidden')
  // the code is for calls of the management alone
  expect(await made(as(['code']))).toBeUndefined()
  expect((await call('GET', '/api/things', undefined, {}, as(['mobile', 'password']))).status).toBe(200)
})

test('a field that is called as something every object has is named like any other', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    const answer = await call('POST', '/api/things', { name: 'Ebb', [name]: { x: 1 } })
    expect(answer.status, name).toBe(400)
    expect(answer.body.details).toEqual({ [name]: [{ code: 'field.unknown', params: {} }] })
  }
})

test('of very many wrong fields the first are named', async () => {
  const answer = await call('POST', '/api/things', Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 1])))
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.errors).length).toBe(50)
})

test('404 for an unknown id, 400 for a malformed one', async () => {
  expect(await call('GET', `/api/things/${newId()}`)).toMatchObject({ status: 404, body: { code: 'thing.notFound' } })
  expect((await call('GET', '/api/things/nonsense')).body.errors).toHaveProperty('id')
})

test('a row that looks missing while facts travel is 503 behind, with Retry-After', async () => {
  const answer = await call('GET', `/api/things/${newId()}`, undefined, {
    'lyceum-after': 'lyceum.course.v1;course:1;T;1',
    'lyceum-wait': '1',
  })
  expect(answer).toMatchObject({ status: 503, body: { code: 'behind' } })
  expect(answer.headers['retry-after']).toBe('1')
  expect(
    (await call('GET', `/api/things/${known}`, undefined, { 'lyceum-after': 'lyceum.course.v1;course:1;T;1' })).headers['lyceum-behind'],
  ).toBe('1')
})

test('204 has no body', async () => {
  expect(await call('DELETE', `/api/things/${known}`)).toMatchObject({ status: 204, body: undefined })
})

test('a rule or a finder that the service does not have ends its start', () => {
  const call = { summary: '', may: 'fly', reply: Type.Null() } as const
  const handlers = { 'GET /api/odd': async () => null }
  const mounting = { rules: { view: (_tx: unknown, _actor: unknown, scope: unknown) => scope }, finders: {} } as unknown as RouteOptions
  const start = (table: Table) => () => mount(things.app, { table, handlers }, mounting)
  expect(start({ 'GET /api/odd': call })).toThrow('GET /api/odd names the rule fly, which this service does not have')
  expect(start({ 'GET /api/odd': { ...call, may: 'view', at: 'cloud' } })).toThrow('GET /api/odd names the finder cloud')
  // @ts-expect-error: no such rule
  callsFor<'view'>()({ 'GET /api/odd': call })
})
