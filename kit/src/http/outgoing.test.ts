// Tests of requests to other servers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askJson, getJson, type OutgoingRefused } from './outgoing.ts'

const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/good': ({ headers }, response) => response.end(JSON.stringify({ token: headers.authorization })),
  '/redirect': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  '/large': (_, response) => response.end(`"${'x'.repeat(5000)}"`),
  '/text': (_, response) => response.end('<html>'),
  '/missing': (_, response) => response.writeHead(404).end('{}'),
  '/slow': () => {},
  '/echo': (request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () =>
      response.writeHead(request.method === 'POST' ? 400 : 200).end(JSON.stringify({ body, type: request.headers['content-type'] })),
    )
  },
}
const server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
let base: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.closeAllConnections() ?? server.close())

const reason = (address: string, options?: Parameters<typeof getJson>[1]) =>
  getJson(new URL(address), options).then(
    () => 'answered',
    (error: OutgoingRefused) => error.reason,
  )

describe('a request to a server of the operator', () => {
  test('answers JSON, with the token that belongs to it', async () => {
    expect(await getJson(new URL(`${base}/good`), { token: 'salt' })).toEqual({ token: 'Bearer salt' })
  })
  test.each([
    ['/redirect', 'redirect'],
    ['/text', 'format'],
    ['/missing', 'status'],
    ['/large', 'size'],
    ['/slow', 'time'],
  ])('is refused at %s: %s', async (path, expected) => {
    expect(await reason(base + path, { limit: 1000, milliseconds: 300 })).toBe(expected)
  })
  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'protocol'],
    ['https://169.254.169.254/', 'address'],
    ['https://[fe80::1]/', 'address'],
    ['https://[::ffff:169.254.169.254]/', 'address'],
    ['https://0.0.0.0/', 'address'],
    ['https://2852039166/', 'address'],
    ['http://example.edu/', 'protocol'],
    ['file:///etc/passwd', 'protocol'],
    ['https://nobody.invalid/', 'connection'],
  ])('never goes to %s: %s', async (address, expected) => expect(await reason(address, { milliseconds: 3000 })).toBe(expected))
})

describe('JSON that is posted', () => {
  const why = (address: string, options: Parameters<typeof askJson>[1]) =>
    askJson(new URL(address), options).then(
      () => 'answered',
      (error: OutgoingRefused) => error.reason,
    )

  test('is answered by JSON with any status that is no redirect', async () => {
    const { status, json } = await askJson(new URL(`${base}/echo`), { named: true, body: { salt: '盐' } })
    expect([status, json]).toEqual([400, { body: '{"salt":"盐"}', type: 'application/json; charset=utf-8' }])
  })

  test('never goes to this machine or an inner network unless the operator has named the address', async () => {
    expect(await why(`${base}/echo`, { body: {} })).toBe('protocol')
    for (const address of [
      'https://127.0.0.1/',
      'https://10.1.2.3/',
      'https://192.168.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://a.internal/',
    ])
      expect(await why(address, { body: {} }), address).toBe('address')
    expect(await why('https://169.254.169.254/', { named: true, body: {} })).toBe('address')
  })

  test.each([
    ['/redirect', 'redirect'],
    ['/text', 'format'],
    ['/large', 'size'],
    ['/slow', 'time'],
  ])('is refused at %s: %s', async (path, expected) => {
    expect(await why(base + path, { named: true, body: {}, limit: 1000, milliseconds: 300 })).toBe(expected)
  })

  test('ends with whoever awaits it', async () => {
    expect(await why(`${base}/slow`, { named: true, signal: AbortSignal.abort() })).toBe('time')
    expect(await why(`${base}/slow`, { named: true, signal: AbortSignal.timeout(50) })).toBe('time')
  })
})
