// Tests of downloads of large files from other servers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Download, openDownload } from './download.ts'
import type { OutgoingRefused } from './outgoing.ts'

const film = Buffer.from('0123456789')
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/film': ({ headers }, response) => {
    const from = headers['if-range'] === '"one"' ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0
    const range = from > 0 && { 'content-range': `bytes ${from}-9/10` }
    response.writeHead(range ? 206 : 200, { etag: '"one"', 'content-type': 'Video/MP4; x=1', 'content-length': 10 - from, ...range })
    response.end(film.subarray(from))
  },
  '/redirect': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/missing': (_, response) => response.writeHead(404).end(),
  '/endless': (_, response) => void response.write('no length'),
  '/packed': (_, response) => response.writeHead(200, { 'content-length': 10, 'content-encoding': 'gzip' }).end(film),
  '/silent': () => {},
  '/hanging': (_, response) => void response.writeHead(200, { 'content-length': 10 }).write('012'),
  '/drip': (_, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 })
    const timer = setInterval(() => response.write('0'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/cut': (_, response) => response.writeHead(200, { 'content-length': 10 }).write('012', () => response.destroy()),
}
const server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
let base: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.closeAllConnections() ?? server.close())

const open = (path: string, options: object = {}) => openDownload(new URL(path, base), { named: true, idle: 150, slowest: 300, ...options })
const bytesOf = async ({ body }: Download) => String(await buffer(body))
const reason = (opened: Promise<Download>) =>
  opened.then(bytesOf).then(
    () => 'downloaded',
    (error: OutgoingRefused) => error.reason,
  )

test('a file is read from its beginning, or from where it was cut, while it is the same', async () => {
  const whole = await open('/film')
  expect([whole.size, whole.from, whole.mark, whole.type, await bytesOf(whole)]).toEqual([10, 0, '"one"', 'video/mp4', '0123456789'])
  const rest = await open('/film', { from: 6, mark: '"one"' })
  expect([rest.size, rest.from, await bytesOf(rest)]).toEqual([10, 6, '6789'])
  const other = await open('/film', { from: 6, mark: '"two"' })
  expect([other.from, await bytesOf(other)]).toEqual([0, '0123456789'])
  expect((await open('/film', { from: 6 })).from).toBe(0)
})

test.each([
  ['/redirect', 'redirect'],
  ['/missing', 'status'],
  ['/endless', 'format'],
  ['/packed', 'format'],
  ['/silent', 'time'],
  ['/hanging', 'time'],
  ['/drip', 'time'],
  ['/cut', 'connection'],
])('%s is no file: %s', async (path, expected) => {
  expect(await reason(open(path))).toBe(expected)
})

test('inner networks are reached by nobody but the operator, and a time for all of it holds', async () => {
  for (const url of [`${base}/film`, 'https://10.1.2.3/film.mp4', 'https://169.254.169.254/film.mp4', 'ftp://films.example.edu/film.mp4'])
    expect(['protocol', 'address']).toContain(await reason(openDownload(new URL(url))))
  expect(await reason(open('/hanging', { idle: 60_000, longest: 100 }))).toBe('time')
  const stopping = new AbortController()
  const opened = open('/hanging', { idle: 60_000, signal: stopping.signal }).then(bytesOf)
  stopping.abort(new Error('the service stops'))
  await expect(opened).rejects.toThrow('the service stops')
})
