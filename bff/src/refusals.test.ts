// Open addresses of the BFF, and malformed requests: never a 500.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

let bff: TestBff
let teacher: string
beforeAll(async () => {
  bff = await testBff()
  teacher = await bff.signIn('T1')
})
afterAll(() => bff.close())
const scope = (org = bff.org, more = {}) => ({ 'request-scope': org, ...more })

describe('bad input', () => {
  test('never 500: malformed, oversized, wrong media type, odd cookies and headers', async () => {
    const json = { 'content-type': 'application/json' }
    const malformed = await bff.ask('POST', '/api/echo', { cookie: teacher, body: '{"text":', headers: scope(bff.org, json) })
    expect([malformed.status, malformed.body.code]).toEqual([400, 'body.malformed'])
    expect((await bff.ask('POST', '/api/session', { body: '{', headers: json })).status).toBe(400)
    expect((await bff.ask('POST', '/api/session', { body: '', headers: json })).status).toBe(400)
    expect((await bff.ask('POST', '/api/session', { body: '[]', headers: json })).status).toBe(400)
    expect((await bff.ask('POST', '/api/session', { body: '{"login":"\\u0000","password":"x"}', headers: json })).body.code).toBe(
      'body.nul',
    )
    expect((await bff.ask('POST', '/api/echo', { cookie: teacher, body: { text: 'x'.repeat(1_100_000) }, headers: scope() })).status).toBe(
      413,
    )
    expect(
      (await bff.ask('POST', '/api/echo', { cookie: teacher, body: 'x', headers: scope(bff.org, { 'content-type': 'image/png' }) })).status,
    ).toBe(415)
    expect(
      (await bff.ask('POST', '/api/echo', { cookie: teacher, body: { text: 1, more: 2 }, headers: scope() })).body.errors,
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
      expect((await bff.ask('GET', '/api/session', { cookie })).status, cookie).toBe(401)
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
      expect((await bff.ask('GET', url, { cookie: teacher, headers: scope() })).status, url).toBeLessThan(500)
    expect((await bff.ask('GET', '/api/nothing')).headers['content-type']).toContain('application/json')
    expect(
      (
        await bff.ask('POST', '/api/echo', {
          cookie: teacher,
          body: { text: 'x' },
          headers: scope(bff.org, { 'idempotency-key': 'k'.repeat(300) }),
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await bff.ask('POST', '/api/echo', {
          cookie: teacher,
          body: { text: 'x' },
          headers: scope(bff.org, { 'lyceum-after': 'x'.repeat(9000) }),
        })
      ).status,
    ).toBe(201)
  })
})

describe('reads open to anybody', () => {
  test('the configuration of the host', async () => {
    expect((await bff.ask('GET', '/api/config')).body).toMatchObject({
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
    const { paths } = (await bff.ask('GET', '/api/openapi.json')).body
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/echo', '/api/session', '/api/user/settings', '/api/config']))
    expect(Object.keys(paths).some((path) => path.includes('internal'))).toBe(false)
  })

  test('a request that never ends is not waited for', () => expect(bff.app.server.requestTimeout).toBe(60_000))

  test('health, version, trust', async () => {
    expect((await bff.ask('GET', '/livez')).status).toBe(200)
    expect((await bff.ask('GET', '/readyz')).status).toBe(200)
    expect((await bff.ask('GET', '/d/version')).body).toEqual({ version: 'test' })
    const page = await bff.ask('GET', '/d/version')
    expect(page.headers['content-security-policy']).toContain(`connect-src 'self' http://school.test:8081`)
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors 'self'`)
    const said = { 'x-forwarded-proto': 'https; script-src *', 'x-forwarded-host': 'evil"; script-src *' }
    expect((await bff.ask('GET', '/d/version', { headers: said })).headers['content-security-policy']).not.toContain('script-src *')
    const { headers } = await bff.ask('GET', '/api/config')
    expect(headers['content-security-policy']).toBe(`default-src 'none'; frame-ancestors 'none'`)
    expect([headers['x-content-type-options'], headers['cache-control']]).toEqual(['nosniff', 'no-store'])
    expect((await bff.ask('GET', '/metrics', { headers: { 'x-forwarded-for': '1.2.3.4' } })).status).toBe(404)
    const local = { headers: { host: 'localhost:8080' } }
    expect((await bff.ask('GET', '/metrics', local)).text).toContain('lyceum_http_request_seconds')
    // a LAN is not this machine, and a name of elsewhere that leads here is not its name
    const statusOf = async (more: object) => (await bff.app.inject({ url: '/metrics', ...local, ...more })).statusCode
    for (const remoteAddress of ['192.168.1.4', '10.0.0.7', '203.0.113.9', 'fd00::1']) expect(await statusOf({ remoteAddress })).toBe(404)
    for (const headers of [{ host: 'school.test' }, { forwarded: 'for=1.2.3.4' }, { via: '1.1 proxy' }, { 'x-real-ip': '1.2.3.4' }])
      expect(await statusOf({ headers })).toBe(404)
    expect(await statusOf({ headers: { host: '127.0.0.1:8080' } })).toBe(200)
  })
})
