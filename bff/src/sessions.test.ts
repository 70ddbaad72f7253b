// The session of a browser at the BFF: cookie, sign-in, sign-out, settings, over a real identity.
import { namesIn, setOf } from '@lyceum/identity/mirror/permissions'
import { writeRole } from '@lyceum/identity/permissions/differences'
import { openPool } from '@lyceum/kit/database/connections'
import { plain } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

let bff: TestBff
let teacher: string
beforeAll(async () => {
  bff = await testBff()
  teacher = await bff.signIn('T1')
})
afterAll(() => bff.close())
const scope = (org = bff.org, more = {}) => ({ 'request-scope': org, ...more })

describe('the session', () => {
  test('a cookie that scripts cannot read; __Host- and Secure only behind https', async () => {
    const body = { login: 'T1', password: 'right' }
    const plain = String((await bff.ask('POST', '/api/session', { body })).headers['set-cookie'])
    expect(plain).toMatch(/^lyceum=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = String(
      (await bff.ask('POST', '/api/session', { body, headers: { 'x-forwarded-proto': 'https' } })).headers['set-cookie'],
    )
    expect(secure).toMatch(/^__Host-lyceum=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  test('201 says who I am and never a token or hash', async () => {
    const answer = await bff.ask('POST', '/api/session', { body: { login: 'T1', password: 'right' } })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      user: { id: bff.teacher },
      org_id: bff.org,
      memberships: [{ roles: ['instructor'] }, { roles: ['student'] }],
    })
    expect(answer.text).not.toMatch(/token|argon2|hash/)
  })

  test('401 session.wrong, 429 with Retry-After after five, 400 for what is not a sign-in', async () => {
    const wrong = () => bff.ask('POST', '/api/session', { body: { login: 'nobody-here', password: 'x' } })
    for (let n = 0; n < 5; n++) expect((await wrong()).body.code).toBe('session.wrong')
    const last = await wrong()
    expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await bff.ask('POST', '/api/session', { body: { login: 'T1' } })).body.errors).toHaveProperty('password')
    expect((await bff.ask('POST', '/api/session', { body: { login: 'T1', password: 'right', admin: true } })).status).toBe(400)
    expect(
      (await bff.ask('POST', '/api/session', { body: 'login=T1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }))
        .status,
    ).toBe(415)
  })

  test('survives a restart of the bff', async () => {
    await bff.restart({ forgetful: true })
    expect((await bff.ask('GET', '/api/session', { cookie: teacher })).body.user.id).toBe(bff.teacher)
    expect((await bff.ask('GET', '/api/echo', { cookie: teacher, headers: scope() })).status).toBe(200)
  })

  test('signing out ends calls at once, also where the session is remembered, and again changes nothing', async () => {
    const cookie = await bff.signIn('T1')
    expect((await bff.ask('GET', '/api/echo', { cookie, headers: scope() })).status).toBe(200)
    expect((await bff.ask('DELETE', '/api/session', { cookie })).status).toBe(204)
    expect((await bff.ask('GET', '/api/echo', { cookie, headers: scope() })).status).toBe(401)
    expect((await bff.ask('GET', '/api/session', { cookie })).body.code).toBe('session.missing')
    expect((await bff.ask('DELETE', '/api/session', { cookie })).status).toBe(204)
    expect((await bff.ask('DELETE', '/api/session')).status).toBe(204)
  })

  test('tokens that somebody made up leave nothing in kv, called with or signed out', async () => {
    const kept: string[] = []
    const { set } = bff.world.kv
    vi.spyOn(bff.world.kv, 'set').mockImplementation(async (key, ...rest) => {
      kept.push(key)
      await set(key, ...rest)
    })
    for (const method of ['GET', 'DELETE']) await bff.ask(method, '/api/session', { cookie: `lyceum=${'x'.repeat(43)}` })
    expect((await bff.ask('GET', '/api/echo', { cookie: `lyceum=${'y'.repeat(43)}`, headers: scope() })).status).toBe(401)
    expect(kept).toEqual([])
    vi.restoreAllMocks()
  })

  test('signing in again ends the session before', async () => {
    const before = await bff.signIn('S1')
    await bff.ask('POST', '/api/session', { cookie: before, body: { login: 'S1', password: 'right' } })
    expect((await bff.ask('GET', '/api/session', { cookie: before })).status).toBe(401)
  })

  test('a call that was under way while the person signed out does not bring the session back', async () => {
    const cookie = await bff.signIn('S1')
    await Promise.all([
      ...Array.from({ length: 5 }, () => bff.ask('GET', '/api/session', { cookie })),
      bff.ask('DELETE', '/api/session', { cookie }),
      ...Array.from({ length: 5 }, () => bff.ask('GET', '/api/session', { cookie })),
    ])
    expect((await bff.ask('GET', '/api/echo', { cookie, headers: scope() })).status).toBe(401)
  })

  test('a permission that is taken away in the middle of a session is gone from its calls within a minute', async () => {
    const cookie = await bff.signIn('T1')
    const permits = async () => {
      const { actor } = (await bff.ask('GET', '/api/echo', { cookie, headers: scope() })).body
      return [actor.roles, namesIn(BigInt(`0x${actor.can}`))]
    }
    expect(await permits()).toEqual([['instructor'], ['people.search', 'course.create', 'groups.create']])
    const pool = openPool(bff.identity.databaseUrl, { max: 1 })
    await writeRole(plain(pool), bff.org, 'instructor', setOf(['people.search']))
    await pool.end()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 })
    expect(await permits()).toEqual([['instructor'], ['people.search']])
    vi.useRealTimers()
  })

  test('changed settings are there with the next call', async () => {
    const cookie = await bff.signIn('S1')
    await bff.ask('GET', '/api/echo', { cookie, headers: scope() })
    expect((await bff.ask('PUT', '/api/user/settings', { cookie, body: { theme: 'dark' }, headers: scope() })).status).toBe(200)
    expect((await bff.ask('GET', '/', { cookie })).text).not.toContain('data-theme="light"')
    expect((await bff.ask('GET', '/api/session', { cookie })).body.user.settings.theme).toBe('dark')
  })
})
