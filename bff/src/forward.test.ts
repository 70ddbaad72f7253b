// Forwarding through the BFF: scope, headers, marks and limits, over a real identity.
import { newId } from '@lyceum/kit/ids'
import { memoryKv } from '@lyceum/kit/kv/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

let bff: TestBff
let teacher: string
let student: string
beforeAll(async () => {
  bff = await testBff()
  teacher = await bff.signIn('T1')
  student = await bff.signIn('S1')
})
afterAll(() => bff.close())
const scope = (org = bff.org, more = {}) => ({ 'request-scope': org, ...more })

describe('scope', () => {
  test('401 before anything else; 400 without Request-Scope; 400 malformed; 403 not a member; 200 in either of mine', async () => {
    expect((await bff.ask('GET', '/api/echo')).status).toBe(401)
    const none = await bff.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x' } })
    expect([none.status, none.body.code]).toEqual([400, 'scope.missing'])
    expect((await bff.ask('GET', '/api/echo', { cookie: teacher, headers: scope('nonsense') })).body.code).toBe('scope.malformed')
    expect((await bff.ask('GET', '/api/echo', { cookie: teacher, headers: scope(bff.foreign) })).body.code).toBe('scope.notMember')
    expect((await bff.ask('GET', '/api/echo', { cookie: student, headers: scope(bff.other) })).status).toBe(403)
    expect((await bff.ask('GET', '/api/echo', { cookie: teacher, headers: scope() })).body.actor).toMatchObject({
      person: bff.teacher,
      org: bff.org,
      roles: ['instructor'],
      kind: 'person',
    })
    expect((await bff.ask('GET', '/api/echo', { cookie: teacher, headers: scope(bff.other) })).body.actor).toMatchObject({
      org: bff.other,
      roles: ['student'],
    })
    expect((await bff.ask('GET', '/api/teachers', { cookie: teacher, headers: scope(bff.other) })).status).toBe(403)
  })

  test('?scope= only where a browser asks by itself', async () => {
    expect((await bff.ask('GET', `/api/picture?scope=${bff.org}`, { cookie: teacher })).status).toBe(200)
    expect((await bff.ask('GET', '/api/picture', { cookie: teacher })).status).toBe(400)
    expect((await bff.ask('GET', `/api/echo?scope=${bff.org}`, { cookie: teacher })).status).toBe(400)
  })

  test('409 session.other when the page was loaded for somebody else, and nothing is written', async () => {
    const answer = await bff.ask('POST', '/api/echo', {
      cookie: teacher,
      body: { text: 'x' },
      headers: scope(bff.org, { 'lyceum-person': bff.student }),
    })
    expect([answer.status, answer.body.code, answer.headers['lyceum-facts']]).toEqual([409, 'session.other', undefined])
    expect((await bff.ask('GET', '/api/echo', { cookie: teacher, headers: scope(bff.org, { 'lyceum-person': bff.teacher }) })).status).toBe(
      200,
    )
  })

  test('a beacon passes without scope, as text too, signed in or not', async () => {
    const signedIn = await bff.ask('POST', '/api/beacon', {
      cookie: teacher,
      body: '{"a":1}',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    })
    expect([signedIn.status, signedIn.body.actor.person, signedIn.body.body]).toEqual([202, bff.teacher, { a: 1 }])
    expect(signedIn.body.headers['idempotency-key']).toBeUndefined()
    expect((await bff.ask('POST', '/api/beacon', { body: { a: 1 } })).body.actor.kind).toBe('visitor')
    expect((await bff.ask('POST', '/api/client-errors', { body: { message: 'x is not a function' } })).status).toBe(204)
  })
})

describe('forwarding', () => {
  test('writes carry a key, a deadline and nothing the browser may not say', async () => {
    const claims = {
      authorization: 'Bearer mine',
      'lyceum-wait': '99999',
      'lyceum-deadline': '9999999999999',
      'x-secret': '1',
      'lyceum-facts': 'x',
      'x-forwarded-for': '6.6.6.6',
    }
    const began = Date.now()
    const { status, body } = await bff.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x' }, headers: scope(bff.org, claims) })
    expect(status).toBe(201)
    expect(body.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    const deadline = Number(body.headers['lyceum-deadline'])
    expect([deadline >= began + 10_000, deadline <= Date.now() + 10_000]).toEqual([true, true])
    expect(body.headers.authorization).not.toBe('Bearer mine')
    expect([body.headers['x-secret'], body.headers.cookie, body.headers['x-forwarded-for']]).toEqual([undefined, undefined, '127.0.0.1'])
  })

  test('the same key answers the same', async () => {
    const headers = scope(bff.org, { 'idempotency-key': newId() })
    const [one, two] = [
      await bff.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x' }, headers }),
      await bff.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x' }, headers }),
    ]
    expect(two.body).toEqual(one.body)
    expect((await bff.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'y' }, headers })).status).toBe(422)
  })

  test('one actor token for a session and organisation in 30 s', async () => {
    const token = async (org: string) =>
      (await bff.ask('GET', '/api/echo', { cookie: teacher, headers: scope(org) })).body.headers.authorization
    expect(await token(bff.org)).toBe(await token(bff.org))
    expect(await token(bff.org)).not.toBe(await token(bff.other))
  })

  test('the marks of a write go with the next calls of that session alone, and the page may add those of a hint', async () => {
    const mine = await bff.signIn('T1')
    const write = await bff.ask('POST', '/api/echo', { cookie: mine, body: { text: 'x' }, headers: scope() })
    expect(write.headers['lyceum-facts']).toBeUndefined()
    const next = await bff.ask('GET', '/api/echo', {
      cookie: mine,
      headers: scope(bff.org, { 'lyceum-after': `lyceum.x.v1;x:1;lyceum.x.v1.X;${newId()}` }),
    })
    const marks = String(next.body.headers['lyceum-after']).split(',')
    expect(marks).toHaveLength(2)
    expect(marks[0]).toMatch(/^lyceum\.course\.v1;course:.*;lyceum\.course\.v1\.CourseCreated;/)
    expect(next.body.headers['lyceum-wait']).toBe('1000')
    expect((await bff.ask('GET', '/api/echo', { cookie: student, headers: scope() })).body.headers['lyceum-after']).toBeUndefined()
    await bff.restart()
    expect((await bff.ask('GET', '/api/echo', { cookie: mine, headers: scope() })).body.headers['lyceum-after']).toBe(marks[0])
  })

  test('parallel writes of one session lose no mark', async () => {
    const mine = await bff.signIn('T1')
    await Promise.all(
      Array.from({ length: 8 }, () => bff.ask('POST', '/api/echo', { cookie: mine, body: { text: 'x' }, headers: scope() })),
    )
    expect(
      String((await bff.ask('GET', '/api/echo', { cookie: mine, headers: scope() })).body.headers['lyceum-after']).split(','),
    ).toHaveLength(8)
  })

  test("internal calls are not there, but for the store's callback", async () => {
    for (const url of [
      '/internal-api/secret',
      '/internal-api/sessions',
      `/internal-api/sessions/${'0'.repeat(64)}`,
      '/internal-api/site?host=x',
      '//internal-api/secret',
      '/internal-api/../internal-api/secret',
    ])
      for (const method of ['GET', 'POST', 'DELETE'])
        expect(
          (await bff.ask(method, url, { cookie: teacher, headers: scope(), ...(method === 'POST' && { body: {} }) })).status,
          `${method} ${url}`,
        ).toBe(404)
    const called = await bff.ask('POST', '/internal-api/upload/callback/1', { body: { file_key: 'k' }, headers: { 'upload-token': 't' } })
    expect([called.status, called.body.headers['upload-token'], called.body.actor.kind]).toEqual([200, 't', 'visitor'])
  })
})

test('a kv that has lost everything costs nothing but a question to identity', async () => {
  const forgetful = await testBff({
    world: { kv: { ...memoryKv(), get: async () => undefined, set: async () => {}, delete: async () => {}, incr: async () => 1 } },
  })
  try {
    const cookie = await forgetful.signIn('T1')
    expect((await forgetful.ask('GET', '/api/echo', { cookie, headers: { 'request-scope': forgetful.org } })).status).toBe(200)
    expect((await forgetful.ask('DELETE', '/api/session', { cookie })).status).toBe(204)
    expect((await forgetful.ask('GET', '/api/echo', { cookie, headers: { 'request-scope': forgetful.org } })).status).toBe(401)
  } finally {
    await forgetful.close()
  }
})

test('429 for a session that asks without end, while others go on', async () => {
  const strict = await testBff({ env: { RATE_LIMIT: '5' } })
  try {
    const [one, two] = [await strict.signIn('T1'), await strict.signIn('S1')]
    const ask = (cookie: string) => strict.ask('GET', '/api/echo', { cookie, headers: { 'request-scope': strict.org } })
    const statuses = []
    for (let n = 0; n < 7; n++) statuses.push((await ask(one)).status)
    // a new minute may begin during the test
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1)
    expect((await ask(two)).status).toBe(200)
  } finally {
    await strict.close()
  }
})
