// Tests of bounds of request bodies.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterEach, expect, test } from 'vitest'
import { type BodyLimits, receive } from './bodies.ts'
import { bodyLimitOf, callsFor } from '../calls/contract.ts'
import { unavailable } from '../calls/errors.ts'
import { listenForScrapes } from './health.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { sendEndless } from '../test/endless.ts'
import { scaled } from '../test/wait.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A server that records the outcome of each request's body, and a client that sends pieces. */
async function receiving(bound: BodyLimits, before = async () => {}) {
  const results: Promise<string>[] = []
  server = createServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    const result = before()
      .then(() => buffer(receive(incoming, bound)))
      .then(
        (body) => `${body.length}`,
        (error) => error.code as string,
      )
    results.push(result)
    response.end(await result)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const send = (headers: Record<string, string | number> = {}) => {
    const outgoing = request({ port, method: 'POST', headers, agent: false })
    outgoing.on('error', () => {})
    return outgoing
  }
  const first = async () => {
    while (results.length === 0) await sleep(5)
    return await results[0]
  }
  return { send, first }
}

test.each([
  [10, 10, '10'],
  [11, 10, 'body.tooLarge'],
  [0, 10, '0'],
  [1, 0, 'body.tooLarge'],
  [5_000_000, 5_000_000, '5000000'],
])('of %i bytes up to %i are taken: %s', async (bytes, limit, said) => {
  const kinds: Record<string, string | number>[] = [{ 'transfer-encoding': 'chunked' }, { 'content-length': bytes }]
  for (const headers of kinds) {
    const { send, first } = await receiving({ limit })
    send(headers).end(Buffer.alloc(bytes))
    expect(await first()).toBe(said)
  }
})

test('every call has a bound; one of kind bytes that takes a body must say it', () => {
  expect(bodyLimitOf('POST /a', { may: 'teach' })).toBe(1024 * 1024)
  expect(bodyLimitOf('POST /a', { may: 'anyone' })).toBe(64 * 1024)
  expect(bodyLimitOf('POST /a', { may: 'visitor', bodyLimit: 7 })).toBe(7)
  expect(bodyLimitOf('GET /a', { may: 'visitor', kind: 'bytes' })).toBe(0)
  expect(() => bodyLimitOf('PUT /a', { may: 'visitor', kind: 'bytes' })).toThrow('PUT /a is of kind bytes and needs a bodyLimit')
  const call = { summary: '', may: 'visitor', kind: 'bytes', reply: Type.Any() } as const
  callsFor<'teach'>()({ 'GET /a': call, 'PUT /a': { ...call, bodyLimit: 7 } })
  // @ts-expect-error: it takes bytes without a bound
  callsFor<'teach'>()({ 'PUT /a': call })
})

test('a body that stands still ends, one that is slow does not', async () => {
  const still = await receiving({ limit: 100_000, within: scaled(100) })
  still.send({ 'content-length': 50_000 }).write('x')
  expect(await still.first()).toBe('body.slow')

  const drop = await receiving({ limit: 100_000, within: scaled(100) })
  const dripping = drop.send({ 'content-length': 50_000 })
  const timer = setInterval(() => dripping.write('x'), 20)
  expect(await drop.first()).toBe('body.slow')
  clearInterval(timer)

  const slow = await receiving({ limit: 100_000, within: scaled(100) })
  const trickling = slow.send({ 'content-length': 30_000 })
  for (let i = 0; i < 15; i++) {
    trickling.write(Buffer.alloc(2000))
    await sleep(30)
  }
  expect(await slow.first()).toBe('30000')
})

test('a client that goes away in the middle, also before anybody has begun to read, has cut it', async () => {
  const cut = await receiving({ limit: 100_000 })
  const outgoing = cut.send({ 'content-length': 50_000 })
  outgoing.write('x')
  setTimeout(() => outgoing.destroy(), 50)
  expect(await cut.first()).toBe('body.cut')

  const early = await receiving({ limit: 100_000 }, () => sleep(100))
  const gone = early.send({ 'content-length': 50_000 })
  gone.write('x')
  setTimeout(() => gone.destroy(), 30)
  expect(await early.first()).toBe('body.cut')
})

test('a signal ends it with its own reason', async () => {
  const end = new AbortController()
  const { send, first } = await receiving({ limit: 100_000, signal: end.signal })
  send({ 'content-length': 50_000 }).write('x')
  setTimeout(() => end.abort(unavailable('stopping')), 50)
  expect(await first()).toBe('stopping')
})

test('the port of figures answers and does not listen to 400 MB', async () => {
  const port = 20_000 + ((process.pid + 1) % 10_000)
  const figures = await listenForScrapes(createMetrics(), port, '127.0.0.1')
  for (const [path, status] of [
    ['/metrics', 200],
    ['/nothing', 404],
  ] as const) {
    const seen = await sendEndless('POST', `http://127.0.0.1:${port}${path}`)
    expect([seen.status, seen.connection]).toEqual([status, 'close'])
    expect(seen.sent).toBeLessThan(100 * 1024 * 1024)
  }
  const stopped = once(process, 'never', { signal: AbortSignal.timeout(5000) }).catch(() => 'late')
  expect(await Promise.race([figures.stop().then(() => 'stopped'), stopped])).toBe('stopped')
})
