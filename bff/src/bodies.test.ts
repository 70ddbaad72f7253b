// Limits of request bodies that pass through the BFF.
import { sendEndless } from '@lyceum/kit/test/endless'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

const MiB = 1024 * 1024
let bff: TestBff, at: string, cookie: string
beforeAll(async () => {
  bff = await testBff()
  at = await bff.listen()
  cookie = await bff.signIn('T1')
})
afterAll(() => bff?.close())
const json = { 'content-type': 'application/json' }

describe('400 MB without an end', () => {
  test.each([
    ['POST', '/api/echo', 401, 'session.missing'],
    ['POST', '/api/session', 413, 'body.tooLarge'],
    ['POST', '/api/client-errors', 413, 'body.tooLarge'],
    ['POST', '/api/beacon', 413, 'body.tooLarge'],
    ['POST', '/internal-api/upload/callback/x', 413, 'body.tooLarge'],
    ['DELETE', '/api/session', 413, 'body.tooLarge'],
    ['GET', '/api/config', 200, undefined],
    ['GET', '/assets/none.js', 404, 'call.notFound'],
    ['GET', '/livez', 200, undefined],
    ['POST', '/api/nothing', 404, 'call.notFound'],
    ['POST', '/bytes/in/unknown', 404, 'call.notFound'],
  ])('%s %s is answered %s, and the connection ends', async (method, url, status, code) => {
    const seen = await sendEndless(method, `${at}${url}`, { headers: json })
    expect([seen.status, seen.connection]).toEqual([status, 'close'])
    if (seen.status >= 400) expect(seen.code).toBe(code)
    expect(seen.grown).toBeLessThan(50 * MiB)
    expect(seen.sent).toBeLessThan(100 * MiB)
    expect(seen.closed).toBeLessThan(5000)
  })

  test('a call of somebody who is signed in takes 1 MiB', async () => {
    const seen = await sendEndless('POST', `${at}/api/echo`, { headers: { ...json, cookie, 'request-scope': bff.org } })
    expect([seen.status, seen.code, seen.connection]).toEqual([413, 'body.tooLarge', 'close'])
    expect(seen.grown).toBeLessThan(50 * MiB)
  })

  test('a service refuses a visitor before it reads', async () => {
    await bff.echo.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = bff.echo.app.server.address() as { port: number }
    const seen = await sendEndless('POST', `http://127.0.0.1:${port}/api/echo`, { headers: json })
    expect([seen.status, seen.code, seen.connection]).toEqual([401, 'session.missing', 'close'])
    expect(seen.grown).toBeLessThan(50 * MiB)
    expect(seen.sent).toBeLessThan(100 * MiB)
  })
})

test('every port has a time in which headers, and where nothing is uploaded whole requests, must have come', () => {
  for (const { server } of [bff.app, bff.identity.app, bff.echo.app]) {
    expect(server.headersTimeout).toBe(60_000)
    expect(server.requestTimeout).toBe(60_000)
  }
})
