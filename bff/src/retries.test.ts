// Retries of forwarded calls over real connections: refused, cut off, slow and behind.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { actorKeys, newActorKey } from '@lyceum/kit/calls/actor'
import { callsFor } from '@lyceum/kit/calls/contract'
import { overHttp } from '@lyceum/kit/calls/transport'
import { Type } from 'typebox'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'
import { databaseOutages, type Outages } from './outages.ts'
import { internalClient } from './services.ts'

// a service across a network: its reaction to each request, in turn
type Reaction = (request: IncomingMessage, response: ServerResponse) => void
const answers =
  (status: number, body: object, headers = {}): Reaction =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const resets: Reaction = (request) => request.socket.destroy()
const ok = answers(200, { fine: true })
const behind = answers(503, { code: 'behind', message: '', params: {}, errors: {}, details: {}, request_id: '' }, { 'retry-after': '1' })

const flakyCalls = callsFor<'signedIn'>()({
  'GET /api/flaky': { summary: '', may: 'signedIn', reply: Type.Any() },
  'POST /api/flaky': { summary: '', may: 'signedIn', body: Type.Any(), reply: Type.Any() },
  'POST /api/flaky-beacon': { summary: '', may: 'anyone', scope: 'none', tx: false, body: Type.Any(), reply: Type.Any() },
  'POST /api/flaky-beat': { summary: '', may: 'signedIn', repeatable: true, body: Type.Any(), reply: Type.Any() },
  'POST /api/flaky-secret': { summary: '', may: 'signedIn', secret: true, body: Type.Any(), reply: Type.Any() },
  'GET /api/leads': { summary: '', may: 'signedIn', scope: 'query', reply: Type.Any() },
})
let server: Server
let bff: TestBff
let cookie: string
let reactions: Reaction[] = []
let asked: { method: string; key?: string }[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/readyz') return void answers(200, { status: 'ok', release: 'test' })(request, response)
    asked.push({ method: request.method ?? '', key: request.headers['idempotency-key'] as string | undefined })
    request.resume()
    request.on('end', () => (reactions.shift() ?? ok)(request, response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  bff = await testBff({
    more: [
      { name: 'flaky', contracts: flakyCalls, transport: overHttp(base) },
      {
        name: 'gone',
        contracts: callsFor<'signedIn'>()({ 'GET /api/gone': { summary: '', may: 'signedIn', reply: Type.Any() } }),
        transport: overHttp('http://127.0.0.1:9'),
      },
    ],
  })
  cookie = await bff.signIn('T1')
})
afterAll(async () => {
  await bff.close()
  server.close()
})
beforeEach(() => {
  reactions = []
  asked = []
})
const ask = (method: string, url: string, body?: object) => bff.ask(method, url, { cookie, body, headers: { 'request-scope': bff.org } })

test('a read is asked again after a reset and while the service is behind', async () => {
  reactions = [resets, behind, ok]
  expect((await ask('GET', '/api/flaky')).status).toBe(200)
  expect(asked).toHaveLength(3)
})

test('a write goes again with the same key', async () => {
  reactions = [resets, resets, ok]
  expect((await ask('POST', '/api/flaky', { a: 1 })).status).toBe(200)
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  expect(asked).toHaveLength(3)
})

test('a repeatable write goes again without a key', async () => {
  reactions = [resets, behind, ok]
  expect((await ask('POST', '/api/flaky-beat', { a: 1 })).status).toBe(200)
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ method: 'POST', key: undefined })))
})

test('three tries are all there are: 503 with Retry-After', async () => {
  reactions = [behind, behind, behind, ok]
  const late = await ask('GET', '/api/flaky')
  expect([late.status, late.body.code, late.headers['retry-after'], asked.length]).toEqual([503, 'behind', '1', 3])
  reactions = [resets, resets, resets, ok]
  expect((await ask('GET', '/api/flaky')).body.code).toBe('service.unavailable')
})

test('a write without a key is never repeated', async () => {
  reactions = [resets, ok]
  expect((await ask('POST', '/api/flaky-beacon', { a: 1 })).status).toBe(503)
  expect(asked).toEqual([{ method: 'POST', key: undefined }])
})

test("another 503 is the service's own answer", async () => {
  reactions = [answers(503, { code: 'store.unavailable' }, { 'retry-after': '7' })]
  const answer = await ask('GET', '/api/flaky')
  expect([answer.body.code, answer.headers['retry-after'], asked.length]).toEqual(['store.unavailable', '7', 1])
})

describe('while its database is away', () => {
  const away = answers(503, { code: 'database.unavailable' }, { 'retry-after': '1' })
  const running = answers(409, { code: 'idempotency.running' })

  test('a read and a keyed write wait until it is back, then for what recovers with it', async () => {
    reactions = [away, away, away, away, away, behind, behind, behind, behind, ok]
    expect((await ask('GET', '/api/flaky')).status).toBe(200)
    expect(asked).toHaveLength(10)
    asked = []
    reactions = [away, resets, resets, resets, running, running, ok]
    expect((await ask('POST', '/api/flaky', { a: 1 })).status).toBe(200)
    expect(asked).toHaveLength(7)
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  })

  test('an answer that is not waited for is passed on: 409 while the same key is at work', async () => {
    reactions = [running, ok]
    expect((await ask('POST', '/api/flaky', { a: 1 })).status).toBe(409)
  })

  test.each([
    ['without a key', '/api/flaky-beacon'],
    ['of a secret, whose answer is not kept', '/api/flaky-secret'],
  ])('a write %s is answered at once', async (_, url) => {
    reactions = [away, ok]
    expect((await ask('POST', url, { a: 1 })).body.code).toBe('database.unavailable')
    expect(asked).toHaveLength(1)
  })

  test('a session is looked up until identity has its database again', async () => {
    // a session that the BFF has not cached yet
    const fresh = await bff.signIn('T1')
    bff.loseIdentity(3)
    expect((await bff.ask('GET', '/api/flaky', { cookie: fresh, headers: { 'request-scope': bff.org } })).status).toBe(200)
    bff.loseIdentity(3)
    expect((await bff.ask('GET', '/api/session', { cookie: fresh })).status).toBe(200)
    bff.loseIdentity(3)
    expect((await bff.ask('DELETE', '/api/session', { cookie: fresh })).status).toBe(204)
  })
})

test('a write of a secret whose answer got lost is not done twice', async () => {
  reactions = [resets, ok]
  expect((await ask('POST', '/api/flaky-secret', { a: 1 })).body.code).toBe('service.unavailable')
  expect(asked).toHaveLength(1)
})

describe('patience', () => {
  const request = (bytes = 0) => ({ raw: { socket: {} }, body: Buffer.alloc(bytes) }) as unknown as FastifyRequest
  const left = (outages: Outages, bytes = 0) => outages.during(request(bytes), true, (patience) => patience.again())

  test('is bounded: by calls, by the bytes that they hold, and free again when one is over', async () => {
    const outages = databaseOutages({ calls: 2, bytes: 100 })
    const several = () => Promise.all([left(outages), left(outages), left(outages)])
    expect(await several()).toEqual([true, true, false])
    expect(await several()).toEqual([true, true, false])
    expect(await Promise.all([left(outages, 60), left(outages, 60)])).toEqual([true, false])
    expect(await left(outages, 60)).toBe(true)
  })

  test('ends 30 s after the call began, 10 s where nothing was away', async () => {
    vi.useFakeTimers()
    try {
      const began = Date.now()
      await databaseOutages().during(request(), true, async (patience) => {
        expect(patience.deadline()).toBe(began + 10_000)
        let more = true
        while (more) {
          const next = patience.again()
          await vi.advanceTimersByTimeAsync(6000)
          more = await next
        }
        expect(patience.deadline()).toBeLessThanOrEqual(began + 30_000)
      })
      expect(Date.now() - began).toBeGreaterThan(24_000)
      expect(Date.now() - began).toBeLessThanOrEqual(36_000)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('redirects, types and marks of being behind pass; other headers do not', async () => {
  reactions = [answers(302, {}, { location: 'http://store.test/x', 'set-cookie': 'evil=1', 'lyceum-behind': '1', server: 'x' })]
  const { status, headers } = await ask('GET', `/api/leads?scope=${bff.org}`)
  expect([status, headers.location, headers['lyceum-behind'], headers['set-cookie'], headers.server]).toEqual([
    302,
    'http://store.test/x',
    '1',
    undefined,
    undefined,
  ])
})

test('403 scope.other names an organisation of mine, and no other', async () => {
  const other = (org: string) =>
    answers(403, { code: 'scope.other', message: '', params: { org }, errors: {}, details: {}, request_id: '' })
  reactions = [other(bff.other), other(bff.foreign)]
  expect((await ask('GET', '/api/flaky')).body).toMatchObject({ code: 'scope.other', params: { org: bff.other } })
  const hidden = await ask('GET', '/api/flaky')
  expect([hidden.status, hidden.body.code, hidden.text.includes(bff.foreign)]).toEqual([403, 'forbidden', false])
})

test('503 when nothing listens, and the bff is not ready', async () => {
  const answer = await ask('GET', '/api/gone')
  expect([answer.status, answer.body.code]).toEqual([503, 'service.unavailable'])
  const ready = await bff.ask('GET', '/readyz')
  expect([ready.status, ready.body.reason]).toEqual([503, expect.stringContaining('gone')])
})

test('calls of the BFF itself are repeated: a reset is another replica going, not an answer', async () => {
  const [call, base] = ['GET /api/flaky', `http://127.0.0.1:${(server.address() as AddressInfo).port}`] as const
  const transport = overHttp(base)
  const keys = await actorKeys([await newActorKey()])
  const own = internalClient<typeof flakyCalls>({ name: 'flaky', contracts: flakyCalls, transport }, keys)
  reactions = [resets, resets, ok]
  expect(await own(call)).toEqual({ fine: true })
  reactions = [resets, ok]
  await expect(own('POST /api/flaky', { body: { a: 1 } })).rejects.toThrow()
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await transport.close()
})
