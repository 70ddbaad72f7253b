// Tests of calls inside one process.
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { context, within } from '../calls/context.ts'
import { inProcess, overHttp, type Transport } from '../calls/transport.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createApp } from './server.ts'

const app = createApp({ log: pino({ level: 'silent' }), metrics: createMetrics(), service: 'test' })
let near: Transport
let far: Transport

beforeAll(async () => {
  app.post('/echo/:id', { bodyLimit: 1000 }, async ({ params, query, body, ip, host, protocol }, reply) =>
    reply.code(201).header('location', '/echo/1').send({ params, query, body, ip, host, protocol, request: context()?.requestId }),
  )
  app.get('/nothing', async (_, reply) => reply.code(204).send())
  app.get('/stream', async (_, reply) => reply.type('text/plain').send(Readable.from(['one ', 'two'])))
  app.get('/text', async () => 'กขค')
  app.get('/cut', (_, reply) => void reply.raw.destroy())
  app.get('/never', () => new Promise(() => {}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  near = inProcess(app)
  far = overHttp(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await far.close()
  await app.close()
})

const json = { 'content-type': 'application/json' }
const said = { 'x-request-id': 'r1', 'x-forwarded-for': '10.1.2.3', 'x-forwarded-host': 'school.test', 'x-forwarded-proto': 'https' }

test.each([
  ['a body', { method: 'POST', url: '/echo/7?a=1&a=2', headers: { ...said, ...json }, body: '{"word":"ไทย"}' }],
  ['bytes', { method: 'POST', url: '/echo/7', headers: { ...said, ...json }, body: Buffer.from('{"word":"x"}') }],
  ['no body', { method: 'POST', url: '/echo/7', headers: said }],
  ['an empty body', { method: 'POST', url: '/echo/7', headers: { ...said, ...json }, body: '' }],
  ['a body that is too large', { method: 'POST', url: '/echo/7', headers: { ...said, ...json }, body: `"${'x'.repeat(2000)}"` }],
  ['a body that is not JSON', { method: 'POST', url: '/echo/7', headers: { ...said, ...json }, body: '{' }],
  ['a media type that is not taken', { method: 'POST', url: '/echo/7', headers: { ...said, 'content-type': 'text/xml' }, body: '<a/>' }],
  ['no content', { method: 'GET', url: '/nothing', headers: said }],
  ['a stream', { method: 'GET', url: '/stream', headers: said }],
  ['letters of more than one byte', { method: 'GET', url: '/text', headers: said }],
  ['HEAD', { method: 'HEAD', url: '/text', headers: said }],
  ['a call that is not there', { method: 'GET', url: '/none', headers: said }],
  ['a URL that cannot be decoded', { method: 'GET', url: '/echo/%ZZ', headers: said }],
])('%s: the same answer as over the network', async (_, request) => {
  const [one, other] = await Promise.all([near, far].map((transport) => transport.send({ ...request, timeout: 2000 })))
  const shown = ({ status, headers, body }: NonNullable<typeof one>) => ({
    status,
    body: body.toString(),
    ...Object.fromEntries(['content-type', 'content-length', 'location', 'x-request-id'].map((name) => [name, headers[name]])),
  })
  expect(shown(one!)).toEqual(shown(other!))
})

test('an answer that is cut off or late is none', async () => {
  await expect(near.send({ method: 'GET', url: '/cut', headers: {}, timeout: 2000 })).rejects.toMatchObject({ reason: 'reset' })
  await expect(near.send({ method: 'GET', url: '/never', headers: {}, timeout: 20 })).rejects.toMatchObject({ reason: 'timeout' })
})

test("the caller stays in its own request's context", async () => {
  await within({ requestId: 'outer' }, async () => {
    const answer = near.send({ method: 'POST', url: '/echo/1', headers: { 'x-request-id': 'inner' }, timeout: 2000 })
    expect(context()?.requestId).toBe('outer')
    expect(JSON.parse((await answer).body.toString()).request).toBe('inner')
    expect(context()?.requestId).toBe('outer')
  })
})
