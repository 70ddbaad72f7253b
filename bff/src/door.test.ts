// Forwarding through the BFF: sessions, scope, limits, headers and refusals, over a real identity.
import { newId } from '@lyceum/kit/ids'
import { memoryKv } from '@lyceum/kit/kv/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Door, openDoor } from '../test/door.ts'

let door: Door
let teacher: string
let student: string
beforeAll(async () => {
  door = await openDoor()
  teacher = await door.signIn('T1')
  student = await door.signIn('S1')
})
afterAll(() => door.close())
const scope = (org = door.org, more = {}) => ({ 'request-scope': org, ...more })

describe('the session', () => {
  test('a cookie that scripts cannot read; __Host- and Secure only behind https', async () => {
    const body = { login: 'T1', password: 'right' }
    const plain = String((await door.ask('POST', '/api/session', { body })).headers['set-cookie'])
    expect(plain).toMatch(/^lyceum=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = String(
      (await door.ask('POST', '/api/session', { body, headers: { 'x-forwarded-proto': 'https' } })).headers['set-cookie'],
    )
    expect(secure).toMatch(/^__Host-lyceum=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  test('201 says who I am and never a token or hash', async () => {
    const answer = await door.ask('POST', '/api/session', { body: { login: 'T1', password: 'right' } })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      user: { id: door.teacher },
      org_id: door.org,
      memberships: [{ roles: ['instructor'] }, { roles: ['student'] }],
    })
    expect(answer.text).not.toMatch(/token|argon2|hash/)
  })

  test('401 session.wrong, 429 with Retry-After after five, 400 for what is not a sign-in', async () => {
    const wrong = () => door.ask('POST', '/api/session', { body: { login: 'nobody-here', password: 'x' } })
    for (let n = 0; n < 5; n++) expect((await wrong()).body.code).toBe('session.wrong')
    const last = await wrong()
    expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await door.ask('POST', '/api/session', { body: { login: 'T1' } })).body.errors).toHaveProperty('password')
    expect((await door.ask('POST', '/api/session', { body: { login: 'T1', password: 'right', admin: true } })).status).toBe(400)
    expect(
      (await door.ask('POST', '/api/session', { body: 'login=T1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }))
        .status,
    ).toBe(415)
  })

  test('survives a restart of the door', async () => {
    await door.restart({ forgetful: true })
    expect((await door.ask('GET', '/api/session', { cookie: teacher })).body.user.id).toBe(door.teacher)
    expect((await door.ask('GET', '/api/echo', { cookie: teacher, headers: scope() })).status).toBe(200)
  })

  test('signing out ends calls at once, also where the session is remembered, and again changes nothing', async () => {
    const cookie = await door.signIn('T1')
    expect((await door.ask('GET', '/api/echo', { cookie, headers: scope() })).status).toBe(200)
    expect((await door.ask('DELETE', '/api/session', { cookie })).status).toBe(204)
    expect((await door.ask('GET', '/api/echo', { cookie, headers: scope() })).status).toBe(401)
    expect((await door.ask('GET', '/api/session', { cookie })).body.code).toBe('session.missing')
    expect((await door.ask('DELETE', '/api/session', { cookie })).status).toBe(204)
    expect((await door.ask('DELETE', '/api/session')).status).toBe(204)
  })

  test('signing in again ends the session before', async () => {
    const before = await door.signIn('S1')
    await door.ask('POST', '/api/session', { cookie: before, body: { login: 'S1', password: 'right' } })
    expect((await door.ask('GET', '/api/session', { cookie: before })).status).toBe(401)
  })

  test('a call that was under way while the person signed out does not bring the session back', async () => {
    const cookie = await door.signIn('S1')
    await Promise.all([
      ...Array.from({ length: 5 }, () => door.ask('GET', '/api/session', { cookie })),
      door.ask('DELETE', '/api/session', { cookie }),
      ...Array.from({ length: 5 }, () => door.ask('GET', '/api/session', { cookie })),
    ])
    expect((await door.ask('GET', '/api/echo', { cookie, headers: scope() })).status).toBe(401)
  })

  test('changed settings are there with the next call', async () => {
    const cookie = await door.signIn('S1')
    await door.ask('GET', '/api/echo', { cookie, headers: scope() })
    expect((await door.ask('PUT', '/api/user/settings', { cookie, body: { theme: 'dark' }, headers: scope() })).status).toBe(200)
    expect((await door.ask('GET', '/', { cookie })).text).not.toContain('data-theme="light"')
    expect((await door.ask('GET', '/api/session', { cookie })).body.user.settings.theme).toBe('dark')
  })
})

describe('scope', () => {
  test('401 before anything else; 400 without Request-Scope; 400 malformed; 403 not a member; 200 in either of mine', async () => {
    expect((await door.ask('GET', '/api/echo')).status).toBe(401)
    const none = await door.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x' } })
    expect([none.status, none.body.code]).toEqual([400, 'scope.missing'])
    expect((await door.ask('GET', '/api/echo', { cookie: teacher, headers: scope('nonsense') })).body.code).toBe('scope.malformed')
    expect((await door.ask('GET', '/api/echo', { cookie: teacher, headers: scope(door.foreign) })).body.code).toBe('scope.notMember')
    expect((await door.ask('GET', '/api/echo', { cookie: student, headers: scope(door.other) })).status).toBe(403)
    expect((await door.ask('GET', '/api/echo', { cookie: teacher, headers: scope() })).body.actor).toMatchObject({
      person: door.teacher,
      org: door.org,
      roles: ['instructor'],
      kind: 'person',
    })
    expect((await door.ask('GET', '/api/echo', { cookie: teacher, headers: scope(door.other) })).body.actor).toMatchObject({
      org: door.other,
      roles: ['student'],
    })
    expect((await door.ask('GET', '/api/teachers', { cookie: teacher, headers: scope(door.other) })).status).toBe(403)
  })

  test('?scope= only where a browser asks by itself', async () => {
    expect((await door.ask('GET', `/api/picture?scope=${door.org}`, { cookie: teacher })).status).toBe(200)
    expect((await door.ask('GET', '/api/picture', { cookie: teacher })).status).toBe(400)
    expect((await door.ask('GET', `/api/echo?scope=${door.org}`, { cookie: teacher })).status).toBe(400)
  })

  test('409 session.other when the page was loaded for somebody else, and nothing is written', async () => {
    const answer = await door.ask('POST', '/api/echo', {
      cookie: teacher,
      body: { text: 'x' },
      headers: scope(door.org, { 'lyceum-person': door.student }),
    })
    expect([answer.status, answer.body.code, answer.headers['lyceum-facts']]).toEqual([409, 'session.other', undefined])
    expect(
      (await door.ask('GET', '/api/echo', { cookie: teacher, headers: scope(door.org, { 'lyceum-person': door.teacher }) })).status,
    ).toBe(200)
  })

  test('a beacon passes without scope, as text too, signed in or not', async () => {
    const signedIn = await door.ask('POST', '/api/beacon', {
      cookie: teacher,
      body: '{"a":1}',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    })
    expect([signedIn.status, signedIn.body.actor.person, signedIn.body.body]).toEqual([202, door.teacher, { a: 1 }])
    expect(signedIn.body.headers['idempotency-key']).toBeUndefined()
    expect((await door.ask('POST', '/api/beacon', { body: { a: 1 } })).body.actor.kind).toBe('visitor')
    expect((await door.ask('POST', '/api/client-errors', { body: { message: 'x is not a function' } })).status).toBe(204)
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
    const { status, body } = await door.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x' }, headers: scope(door.org, claims) })
    expect(status).toBe(201)
    expect(body.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    const deadline = Number(body.headers['lyceum-deadline'])
    expect([deadline >= began + 10_000, deadline <= Date.now() + 10_000]).toEqual([true, true])
    expect(body.headers.authorization).not.toBe('Bearer mine')
    expect([body.headers['x-secret'], body.headers.cookie, body.headers['x-forwarded-for']]).toEqual([undefined, undefined, '127.0.0.1'])
  })

  test('the same key answers the same', async () => {
    const headers = scope(door.org, { 'idempotency-key': newId() })
    const [one, two] = [
      await door.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x' }, headers }),
      await door.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x' }, headers }),
    ]
    expect(two.body).toEqual(one.body)
    expect((await door.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'y' }, headers })).status).toBe(422)
  })

  test('one actor token for a session and organisation in 30 s', async () => {
    const token = async (org: string) =>
      (await door.ask('GET', '/api/echo', { cookie: teacher, headers: scope(org) })).body.headers.authorization
    expect(await token(door.org)).toBe(await token(door.org))
    expect(await token(door.org)).not.toBe(await token(door.other))
  })

  test('what a write said goes with the next calls of that session alone, and the page may add what a hint said', async () => {
    const mine = await door.signIn('T1')
    const write = await door.ask('POST', '/api/echo', { cookie: mine, body: { text: 'x' }, headers: scope() })
    expect(write.headers['lyceum-facts']).toBeUndefined()
    const next = await door.ask('GET', '/api/echo', {
      cookie: mine,
      headers: scope(door.org, { 'lyceum-after': `lyceum.x.v1;x:1;lyceum.x.v1.X;${newId()}` }),
    })
    const marks = String(next.body.headers['lyceum-after']).split(',')
    expect(marks).toHaveLength(2)
    expect(marks[0]).toMatch(/^lyceum\.course\.v1;course:.*;lyceum\.course\.v1\.CourseCreated;/)
    expect(next.body.headers['lyceum-wait']).toBe('1000')
    expect((await door.ask('GET', '/api/echo', { cookie: student, headers: scope() })).body.headers['lyceum-after']).toBeUndefined()
    await door.restart()
    expect((await door.ask('GET', '/api/echo', { cookie: mine, headers: scope() })).body.headers['lyceum-after']).toBe(marks[0])
  })

  test('parallel writes of one session lose no mark', async () => {
    const mine = await door.signIn('T1')
    await Promise.all(
      Array.from({ length: 8 }, () => door.ask('POST', '/api/echo', { cookie: mine, body: { text: 'x' }, headers: scope() })),
    )
    expect(
      String((await door.ask('GET', '/api/echo', { cookie: mine, headers: scope() })).body.headers['lyceum-after']).split(','),
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
          (await door.ask(method, url, { cookie: teacher, headers: scope(), ...(method === 'POST' && { body: {} }) })).status,
          `${method} ${url}`,
        ).toBe(404)
    const called = await door.ask('POST', '/internal-api/upload/callback/1', { body: { file_key: 'k' }, headers: { 'upload-token': 't' } })
    expect([called.status, called.body.headers['upload-token'], called.body.actor.kind]).toEqual([200, 't', 'visitor'])
  })
})

describe('bad input', () => {
  test('never 500: malformed, oversized, wrong media type, odd cookies and headers', async () => {
    const json = { 'content-type': 'application/json' }
    const malformed = await door.ask('POST', '/api/echo', { cookie: teacher, body: '{"text":', headers: scope(door.org, json) })
    expect([malformed.status, malformed.body.code]).toEqual([400, 'body.malformed'])
    expect((await door.ask('POST', '/api/session', { body: '{', headers: json })).status).toBe(400)
    expect((await door.ask('POST', '/api/session', { body: '', headers: json })).status).toBe(400)
    expect((await door.ask('POST', '/api/session', { body: '[]', headers: json })).status).toBe(400)
    expect((await door.ask('POST', '/api/session', { body: '{"login":"\\u0000","password":"x"}', headers: json })).body.code).toBe(
      'body.nul',
    )
    expect((await door.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x'.repeat(1_100_000) }, headers: scope() })).status).toBe(
      413,
    )
    expect(
      (await door.ask('POST', '/api/echo', { cookie: teacher, body: 'x', headers: scope(door.org, { 'content-type': 'image/png' }) }))
        .status,
    ).toBe(415)
    expect(
      (await door.ask('POST', '/api/echo', { cookie: teacher, body: { text: 1, more: 2 }, headers: scope() })).body.errors,
    ).toMatchObject({ text: expect.anything(), more: expect.anything() })
    for (const cookie of [
      'lyceum=',
      'lyceum=%E0%A4%A',
      'lyceum=; lyceum=x',
      `lyceum=${'a'.repeat(4000)}`,
      '=;;;=',
      'lyceum="',
      `lyceum=${'é'.repeat(20)}`,
    ])
      expect((await door.ask('GET', '/api/session', { cookie })).status, cookie).toBe(401)
    for (const url of [
      '/api/%E0%A4%A',
      '/api/echo?scope=%E0%A4%A',
      '/api/nothing',
      '/anonymous-api/x',
      '/d/x',
      '/bytes/x',
      '/assets/x.js',
      '/static/x',
    ])
      expect((await door.ask('GET', url, { cookie: teacher, headers: scope() })).status, url).toBeLessThan(500)
    expect((await door.ask('GET', '/api/nothing')).headers['content-type']).toContain('application/json')
    expect(
      (
        await door.ask('POST', '/api/echo', {
          cookie: teacher,
          body: { text: 'x' },
          headers: scope(door.org, { 'idempotency-key': 'k'.repeat(300) }),
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await door.ask('POST', '/api/echo', {
          cookie: teacher,
          body: { text: 'x' },
          headers: scope(door.org, { 'lyceum-after': 'x'.repeat(9000) }),
        })
      ).status,
    ).toBe(201)
  })
})

describe('what anybody may read', () => {
  test('the configuration of the host', async () => {
    expect((await door.ask('GET', '/api/config')).body).toMatchObject({
      product: 'Lyceum',
      org: { name: 'School', accent: { hue: 20, vividness: 60 } },
      demo: false,
      demo_people: [],
      bytes_origin: 'http://school.test:8081',
      h5Host: null,
      locales: ['zh-CN', 'zh-TW', 'en', 'th', 'id', 'ms'],
    })
  })

  test('the OpenAPI document names every public call and no internal one', async () => {
    const { paths } = (await door.ask('GET', '/api/openapi.json')).body
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/echo', '/api/session', '/api/user/settings', '/api/config']))
    expect(Object.keys(paths).some((path) => path.includes('internal'))).toBe(false)
  })

  test('a request that never ends is not waited for', () => expect(door.app.server.requestTimeout).toBe(60_000))

  test('health, version, trust', async () => {
    expect((await door.ask('GET', '/livez')).status).toBe(200)
    expect((await door.ask('GET', '/readyz')).status).toBe(200)
    expect((await door.ask('GET', '/d/version')).body).toEqual({ version: 'test' })
    const { headers } = await door.ask('GET', '/api/config')
    expect(headers['content-security-policy']).toContain(`connect-src 'self' http://school.test:8081`)
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'self'`)
    const said = { 'x-forwarded-proto': 'https; script-src *', 'x-forwarded-host': 'evil"; script-src *' }
    expect((await door.ask('GET', '/api/config', { headers: said })).headers['content-security-policy']).not.toContain('script-src *')
    expect([headers['x-content-type-options'], headers['cache-control']]).toEqual(['nosniff', 'no-store'])
    expect((await door.ask('GET', '/metrics', { headers: { 'x-forwarded-for': '1.2.3.4' } })).status).toBe(404)
    expect((await door.ask('GET', '/metrics')).text).toContain('lyceum_http_request_seconds')
  })
})

test('a kv that has lost everything costs nothing but a question to identity', async () => {
  const forgetful = await openDoor({
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
  const strict = await openDoor({ env: { RATE_LIMIT: '5' } })
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
