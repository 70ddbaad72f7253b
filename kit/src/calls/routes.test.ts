// Tests of routes: answers, repeated requests and refusals.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, type ActorKeys, actorKeys, newActorKey } from './actor.ts'
import { callsFor, type Table } from './contract.ts'
import { context } from './context.ts'
import { one, plain, plainDatabase, run, type Tx } from '../database/database.ts'
import { conflict, forbidden } from './errors.ts'
import { createApp } from '../http/server.ts'
import { newId } from '../ids.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { mount, type RouteOptions, routes } from './routes.ts'
import { actorOf } from '../test/actors.ts'
import { testDatabase } from '../test/test-database.ts'

const things = callsFor<'teach' | 'view', 'thing'>()({
  'POST /api/things': {
    summary: 'Make a thing',
    may: 'teach',
    status: 201,
    body: Type.Object({ name: Type.String({ minLength: 1 }), size: Type.Optional(Type.Integer({ minimum: 1 })) }),
    reply: Type.Object({ id: Type.String(), name: Type.String() }),
    errors: ['thing.refused'],
  },
  'GET /api/things/:id': {
    summary: 'A thing',
    may: 'view',
    at: 'thing',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    reply: Type.Object({ name: Type.String() }),
  },
  'GET /api/things': {
    summary: 'Things',
    may: 'anyone',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 10 })) }),
    reply: Type.Object({ n: Type.Integer(), limit: Type.Integer() }),
  },
  'DELETE /api/things/:id': {
    summary: 'Remove',
    may: 'teach',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    reply: Type.Null(),
    status: 204,
  },
})
const tries = callsFor<'teach' | 'view', 'thing'>()({
  'POST /api/tries/:id': {
    summary: 'Opens its own transactions',
    may: 'teach',
    tx: false,
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ how: Type.Optional(Type.String()) }),
    reply: Type.Object({ id: Type.String() }),
  },
  'PUT /api/beats': { summary: 'Repeatable', may: 'teach', repeatable: true, reply: Type.Object({ id: Type.String() }) },
  'POST /api/trials': { summary: 'Open to a trial', may: 'teach', simulated: 'trial', reply: Type.Object({ id: Type.String() }) },
  'POST /api/visits': { summary: 'For everybody', may: 'anyone', reply: Type.Object({ id: Type.String() }) },
})
declare module './errors.ts' {
  interface ErrorCodes {
    things: 'thing.refused' | 'thing.notFound'
  }
}
type Deps = { db: Tx }

let app: FastifyInstance, pool: pg.Pool, keys: ActorKeys
const known = newId()

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await testDatabase('kit') })
  await pool.query('create table things (id text primary key, name text)')
  keys = await actorKeys([await newActorKey()])
  const log = createLog({ level: 'silent', service: 'test' })
  app = createApp({ log, metrics: createMetrics(), service: 'test' })
  const handlers = routes(things)<Deps>({
    'POST /api/things': async ({ deps, body }) => {
      const id = newId()
      await run(deps.db, 'insert into things values ($1, $2)', id, body.name)
      if (body.name === 'refused') throw conflict('thing.refused', { name: body.name })
      if (body.name === 'broken') throw new Error('secret detail')
      return { id, name: body.name }
    },
    'GET /api/things/:id': async () => ({ name: 'known' }),
    'GET /api/things': async ({ deps, query }) => ({
      n: (await one<{ n: number }>(deps.db, 'select count(*)::int as n from things'))?.n ?? 0,
      limit: query.limit ?? 5,
    }),
    'DELETE /api/things/:id': async () => null,
  })
  const more = routes(tries)<Deps>({
    'POST /api/tries/:id': async () => ({ id: newId() }),
    'PUT /api/beats': async () => ({ id: newId() }),
    'POST /api/trials': async () => ({ id: newId() }),
    'POST /api/visits': async () => ({ id: newId() }),
  })
  const mounting: RouteOptions = {
    db: plainDatabase(pool),
    sql: plain(pool),
    deps: {},
    actorKeys: keys,
    marksApplied: async (marks) => marks.length === 0,
    onCommit: () => {},
    finders: { thing: async (_tx, id) => (id === known ? { org: 'o' } : undefined) },
    rules: {
      view: (_tx, actor, scope) => {
        context()!.simulatedRole = actor.simulating?.as
        return scope
      },
      teach: (_tx, actor, scope) => {
        context()!.simulatedRole = actor.simulating?.as
        if (!actor.roles.includes('instructor')) throw forbidden()
        return scope
      },
    },
  }
  mount(app, handlers, mounting)
  mount(app, more, mounting)
})
afterAll(async () => {
  await app.close()
  await pool.end()
})

const teacher = actorOf({ roles: ['instructor'] })
async function call(method: string, url: string, body?: unknown, headers: Record<string, string> = {}, actor: Actor | null = teacher) {
  const token = actor && (await keys.sign(actor))
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { payload: body as object }),
  })
  return { status: answer.statusCode, body: answer.payload ? answer.json() : undefined, headers: answer.headers }
}
const count = async () => (await pool.query('select count(*)::int as n from things')).rows[0].n

test('201 with what was made', async () => {
  const made = await call('POST', '/api/things', { name: 'one' })
  expect(made.status).toBe(201)
  expect(made.body.name).toBe('one')
})
test('the same key answers the same and writes once', async () => {
  const before = await count()
  const headers = { 'idempotency-key': newId() }
  const [first, second] = [
    await call('POST', '/api/things', { name: 'once' }, headers),
    await call('POST', '/api/things', { name: 'once' }, headers),
  ]
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(await count()).toBe(before + 1)
  expect((await call('POST', '/api/things', { name: 'other' }, headers)).status).toBe(422)
})
test('a repeatable write stores no answer and runs again under the same key', async () => {
  const headers = { 'idempotency-key': newId() }
  const stored = async () => (await pool.query('select count(*)::int as count from kit.idempotency')).rows[0].count
  const before = await stored()
  const [first, second] = [await call('PUT', '/api/beats', undefined, headers), await call('PUT', '/api/beats', undefined, headers)]
  expect([first.status, second.status, await stored()]).toEqual([200, 200, before])
  expect(second.body.id).not.toBe(first.body.id)
})
test('a read that says it is repeatable does not start', async () => {
  const wrong = callsFor<'teach' | 'view', 'thing'>()({
    'GET /api/wrong': { summary: '', may: 'anyone', repeatable: true, reply: Type.Null() },
  })
  expect(() => mount(app, routes(wrong)<Deps>({ 'GET /api/wrong': async () => null }), {} as never)).toThrow('GET /api/wrong is a read')
})
test('two at once with the same key write once: 409 or the same answer', async () => {
  const before = await count()
  const headers = { 'idempotency-key': newId() }
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', '/api/things', { name: 'race' }, headers)))
  expect(await count()).toBe(before + 1)
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
  const before = await count()
  expect(await call('POST', '/api/things', { name: 'mine' }, headers, actor)).toMatchObject({
    status: 422,
    body: { code: 'idempotency.otherBody' },
  })
  expect(await count()).toBe(before)
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
  const before = await count()
  for (const [method, url, body] of [
    ['POST', '/api/things', { name: 'simulated' }],
    ['POST', '/api/tries/one', undefined],
    ['PUT', '/api/beats', undefined],
  ] as const)
    expect(await call(method, url, body, {}, simulating), url).toMatchObject({ status: 409, body: { code: 'simulation.readOnly' } })
  expect(await count()).toBe(before)
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
  const { rows } = await pool.query('update kit.idempotency set scope = null where answer::text like $1 returning id, hash', [
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
  const before = await count()
  const answer = await call('POST', '/api/things', { name: 'refused' }, { 'idempotency-key': newId() })
  expect(answer).toMatchObject({ status: 409, body: { code: 'thing.refused', params: { name: 'refused' } } })
  expect(await count()).toBe(before)
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
  const answer = await app.inject({
    method: 'POST',
    url: '/api/things',
    headers: { 'content-type': type, authorization: `Bearer ${await keys.sign(teacher)}` },
    payload,
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.json().code).toBe(code)
})
test('half a character becomes a sign for one, and the text of an escaped NUL stays text', async () => {
  const made = async (payload: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/things',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await keys.sign(teacher)}` },
        payload,
      })
    ).json().name
  expect(await made('{"name":"sea \\ud83c"}')).toBe('sea \ufffd')
  expect(await made('{"name":"sea \\ud83c\\udf0a"}')).toBe('sea \u{1f30a}')
  expect(await made('{"name":"a C string ends with \\\\u0000"}')).toBe('a C string ends with \\u0000')
})
test('401 without a token, with a forged one, 403 without the role', async () => {
  expect((await app.inject({ method: 'POST', url: '/api/things', payload: { name: 'x' } })).statusCode).toBe(401)
  expect((await call('GET', '/api/things', undefined, { authorization: 'Bearer nonsense' })).status).toBe(401)
  expect((await call('POST', '/api/things', { name: 'x' }, {}, actorOf())).status).toBe(403)
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
  const start = (table: Table) => () => mount(app, { table, handlers }, mounting)
  expect(start({ 'GET /api/odd': call })).toThrow('GET /api/odd names the rule fly, which this service does not have')
  expect(start({ 'GET /api/odd': { ...call, may: 'view', at: 'cloud' } })).toThrow('GET /api/odd names the finder cloud')
  // @ts-expect-error: no such rule
  callsFor<'view'>()({ 'GET /api/odd': call })
})
