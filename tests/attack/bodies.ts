// Attacks with endless bodies: bytes go to every route of the BFF and the bytes listener, with and without a session, until a refusal;
// memory stays flat.
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { growth, type Instance, isUp, mib, startInstance } from './instance.ts'
import { isWrite, type Operation, readOperations } from './operations.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { pathOf, requestFor } from './requests.ts'
import { makeWorld, type World } from './world.ts'

/** Bytes above the process's memory at the start; a runtime's own fluctuation is far below. */
const mostGrowth = 150 * 1024 * 1024
/** A megabyte of JSON is read as a whole, and the garbage collector frees some of them late. */
const mostJsonGrowth = 300 * 1024 * 1024
/** Calls for bodies that cost time to read: the ones open to a stranger, and some of each service. */
const costlyCalls = [
  'POST /api/session',
  'POST /api/user/password-reset',
  'POST /api/user-actions',
  'POST /api/client-errors',
  'PUT /api/user/profile',
  'POST /api/course',
  'POST /api/courses',
  'POST /api/courses/:id/enrollments',
  'POST /api/courses/:id/publish-activities',
  'POST /api/play-sessions/:id/heartbeat',
  'POST /api/uploads/move',
  'PUT /api/uploads/:id/captions/:language',
  'PUT /api/uploads/:id/chapters',
  'PUT /api/notifications/read',
]
const large = 400 * 1024 * 1024
const piece = Buffer.alloc(1024 * 1024, 'a')

type Target = { name: string; url: string; method: string; path: string; headers: Record<string, string> }
type Outcome = { status: number; sent: number; text: string }

/** Sends until an answer, a refusal or the end of `bytes`; a status of 0 is a closed connection. */
function pour({ url, method, path, headers }: Target, bytes: number, more: Record<string, string> = {}): Promise<Outcome> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let sent = 0
    let settled = false
    const settle = (status: number, text: string) => {
      if (settled) return
      settled = true
      clearTimeout(limit)
      sending.destroy()
      resolve({ status, sent, text })
    }
    const sending: ClientRequest = open({ hostname, port, path, method, headers: { ...headers, ...more } })
    // 400 MB over loopback take a second or two; a server that reads them slowly still reads them all
    const limit = setTimeout(() => settle(-1, 'no answer within 30 s'), 30_000)
    sending.on('response', (answer: IncomingMessage) => {
      let text = ''
      answer.on('data', (chunk) => {
        text = (text + chunk).slice(0, 300)
      })
      answer.on('end', () => settle(answer.statusCode ?? 0, text))
      answer.on('error', () => settle(answer.statusCode ?? 0, text))
    })
    sending.on('error', (error) => settle(0, error.message))
    const next = () => {
      while (!settled && sent < bytes) {
        sent += piece.length
        if (!sending.write(piece)) return void sending.once('drain', next)
      }
      if (!settled) sending.end()
    }
    next()
  })
}

/** Sends raw bytes over a bare connection; answers the bytes received within the time. */
function spoken(url: string, parts: (string | Buffer)[], { pause = 0, wait = 3000 } = {}): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(Number(port), hostname)
    const settle = () => {
      socket.destroy()
      resolve(heard)
    }
    const limit = setTimeout(settle, wait + pause * parts.length)
    socket.on('data', (chunk) => {
      heard = (heard + chunk).slice(0, 2000)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(limit)
      settle()
    })
    void (async () => {
      for (const part of parts) {
        if (socket.destroyed) return
        socket.write(part)
        if (pause > 0) await sleep(pause)
      }
    })()
  })
}

/** Every route that may take a body, with the headers of a stranger and of a signed-in person. */
async function targets(
  at: Instance,
  operations: Operation[],
  world: World,
): Promise<{ stranger: Target[]; signedIn: Target[]; bytes: Target[] }> {
  const json = { 'content-type': 'application/json', 'request-scope': world.ids.org }
  const calls = operations.filter(isWrite).map((operation) => ({
    name: operation.key,
    url: at.url,
    method: operation.method,
    path: pathOf(operation, requestFor(operation, world), world.ids.org),
    headers: json as Record<string, string>,
  }))
  const ticket = (storage_type: 'chunked' | 'local' | 'media') =>
    world.owner.call('POST /api/uploads', { body: { name: 'a.txt', size: 1000, storage_type } })
  const [chunked, local, media] = [await ticket('chunked'), await ticket('local'), await ticket('media')]
  const put = (url: string) => new URL(url).pathname
  const octets = { 'content-type': 'application/octet-stream' }
  const nobody = { ...octets, 'upload-token': 'nothing' }
  const token = { ...octets, ...chunked.headers }
  const block = `/bytes/blocks/${chunked.id}`
  const one = (name: string, method: string, path: string, headers: Record<string, string>): Target => ({
    name,
    url: at.bytes,
    method,
    path,
    headers,
  })
  return {
    stranger: [
      ...calls,
      one('mkfile without a token', 'POST', `${block}/mkfile/1000`, octets),
      one('mkfile with a wrong token', 'POST', `${block}/mkfile/1000`, nobody),
      one('mkblk without a token', 'POST', `${block}/mkblk/1000`, octets),
      one('mkblk with a wrong token', 'POST', `${block}/mkblk/1000`, nobody),
      one('PUT with a wrong token', 'PUT', '/bytes/in/nothing', octets),
      one('a route that is not there', 'POST', '/bytes/nothing', octets),
      ...['master.m3u8', 'file', 'preview', 'hd/index.m3u8'].map((file) =>
        one(`GET ${file} with a body`, 'GET', `/bytes/nothing/${file}`, octets),
      ),
      { name: 'a page', url: at.url, method: 'POST', path: '/user/index', headers: octets },
      { name: 'an internal call', url: at.url, method: 'POST', path: '/internal-api/sessions', headers: json },
      { name: 'GET with a body', url: at.url, method: 'GET', path: '/api/config', headers: json },
      { name: 'the upload callback', url: at.url, method: 'POST', path: `/internal-api/upload/callback/${chunked.id}`, headers: json },
    ],
    signedIn: calls.map((call) => ({ ...call, headers: { ...call.headers, cookie: world.owner.cookie } })),
    bytes: [
      one('mkfile', 'POST', `${block}/mkfile/1000`, token),
      one('mkblk', 'POST', `${block}/mkblk/1000`, token),
      one('mkblk of 4 MiB', 'POST', `${block}/mkblk/4194304`, token),
      one('PUT local', 'PUT', put(local.upload_url ?? ''), { ...octets, ...local.headers }),
      one('PUT media', 'PUT', put(media.upload_url ?? ''), { ...octets, ...media.headers }),
    ],
  }
}

async function endless(at: Instance, report: Report, list: Target[], how: string): Promise<void> {
  for (const target of list) {
    const { own, result } = await growth(at, () => pour(target, large, { 'transfer-encoding': 'chunked' }))
    const repeat = `${target.method} ${target.path} ${how} with 400 MB of chunked body`
    report.check(own < mostGrowth, `${target.name} ${how}: memory grew by ${mib(own)} MiB`, repeat)
    // a route without a body may answer before the body has arrived
    const fine = result.status === 0 || (result.status >= 400 && result.status < 500) || (target.method === 'GET' && result.status === 200)
    report.check(fine, `${target.name} ${how} answers ${result.status} ${result.text.slice(0, 100)}`, repeat)
    report.check(result.sent <= 64 * 1024 * 1024, `${target.name} ${how} takes ${mib(result.sent)} MiB before it refuses`, repeat)
  }
}

/** False headers and lengths, over bare connections. */
async function lies(at: Instance, report: Report, world: World): Promise<void> {
  const host = new URL(at.url).host
  const head = (method: string, path: string, headers: Record<string, string | number>) =>
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`
  const post = { 'Content-Type': 'application/json', Cookie: world.owner.cookie, 'Request-Scope': world.ids.org }
  const statusOf = (heard: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0)
  const cases: [name: string, parts: (string | Buffer)[], fine: (status: number, heard: string) => boolean, pause?: number][] = [
    [
      'a length below the body',
      [head('POST', '/api/course', { ...post, 'Content-Length': 5 }), '{"name":"Tides"}'],
      (status) => status === 400,
    ],
    [
      'a length above the body',
      [head('POST', '/api/course', { ...post, 'Content-Length': 5000 }), '{"name":"Tides"}'],
      (status) => status === 0,
    ],
    ['a negative length', [head('POST', '/api/course', { ...post, 'Content-Length': -1 }), '{}'], (status) => status === 400],
    [
      'a length of 2^63',
      [head('POST', '/api/course', { ...post, 'Content-Length': '9223372036854775808' }), '{}'],
      (status) => [400, 413].includes(status),
    ],
    [
      'two lengths',
      [head('POST', '/api/course', { ...post, 'Content-Length': 2, 'content-length': 20 }), '{}'],
      (status) => status === 400,
    ],
    [
      'length and chunks',
      [
        head('POST', '/api/course', { ...post, 'Content-Length': 4, 'Transfer-Encoding': 'chunked' }),
        '0\r\n\r\nGET /api/config HTTP/1.1\r\nHost: x\r\n\r\n',
      ],
      (status, heard) => status === 400 || !heard.includes('bytes_origin'),
    ],
    [
      'chunks that are none',
      [head('POST', '/api/course', { ...post, 'Transfer-Encoding': 'chunked' }), 'zzz\r\n{}\r\n'],
      (status) => status === 400,
    ],
    [
      'a chunk of 2^64 bytes',
      [head('POST', '/api/course', { ...post, 'Transfer-Encoding': 'chunked' }), 'ffffffffffffffff\r\n{}\r\n'],
      (status) => status === 400 || status === 413 || status === 0,
    ],
    ['a header of 1 MiB', [head('GET', '/api/config', { 'X-Large': 'a'.repeat(1024 * 1024) })], (status) => status === 431 || status === 0],
    [
      '10,000 headers',
      [head('GET', '/api/config', Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`X-${n}`, 'a'])))],
      (status) => status === 431 || status === 0,
    ],
    [
      'an address of 1 MiB',
      [`GET /${'a'.repeat(1024 * 1024)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
      (status) => [414, 431, 400, 0].includes(status),
    ],
    [
      'a cookie of 100 KB',
      [head('GET', '/api/session', { Cookie: 'a='.repeat(50_000) })],
      (status) => status === 431 || status === 0 || status === 401,
    ],
    ['no HTTP at all', [Buffer.alloc(100_000, 0xff)], (status) => status === 400 || status === 0],
    [
      'a line end within a header',
      [head('GET', '/api/config', { 'X-A': 'b\rSet-Cookie: c=d' })],
      (status, heard) => status === 400 || !/^set-cookie: c/im.test(heard),
    ],
  ]
  for (const [name, parts, fine] of cases)
    for (const [listener, url] of [
      ['calls', at.url],
      ['bytes', at.bytes],
    ] as const) {
      const heard = await spoken(url, parts, { wait: 1500 })
      const status = statusOf(heard)
      // the bytes listener has no such call, which is as good
      report.check(
        fine(status, heard) || (listener === 'bytes' && [400, 404].includes(status)),
        `${name} at the listener of ${listener}: ${heard.split('\r\n')[0] ?? ''}`,
        `${name}, see tests/attack/bodies.ts`,
      )
    }
  // 40 connections send a byte a second, and all others are served at once
  const slow = Array.from({ length: 40 }, () =>
    spoken(at.url, [head('POST', '/api/course', { ...post, 'Content-Length': 900 }), ...'{"name":"'.split('')], { pause: 1000, wait: 100 }),
  )
  const slowBytes = Array.from({ length: 40 }, () =>
    spoken(at.bytes, [head('PUT', '/bytes/in/nothing', { 'Content-Length': 900 }), ...'abcdefgh'.split('')], { pause: 1000, wait: 100 }),
  )
  await sleep(2000)
  const began = performance.now()
  await fetch(`${at.url}/api/config`)
  const took = performance.now() - began
  report.check(
    took < 2000,
    `80 slow senders make another call wait ${Math.round(took)} ms`,
    '40 × POST /api/course and 40 × PUT /bytes/in/nothing at a byte a second',
  )
  await Promise.all([...slow, ...slowBytes])
}

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** JSON that costs more to read than to write. */
async function costly(at: Instance, report: Report, world: World, operations: Operation[]): Promise<void> {
  const shapes: [name: string, body: string][] = [
    ['lists 100,000 deep', nested('[', ']', 100_000)],
    ['objects 100,000 deep', nested('{"a":', '}', 100_000).replace('}', '1}')],
    ['100,000 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`k${n}`, 1])))],
    ['a string of a million escapes', `{"name":"${'\\u0041'.repeat(170_000)}"}`],
    ['a number of a million digits', `{"name":${'9'.repeat(1_000_000)}}`],
    ['the same key 100,000 times', `{${'"name":"x",'.repeat(90_000)}"name":"y"}`],
    ['a list of 300,000', JSON.stringify({ activity_ids: Array(300_000).fill(1), person_ids: Array(1000).fill(1) })],
  ]
  const writes = operations.filter((operation) => isWrite(operation) && operation.body)
  for (const [name, body] of shapes) {
    let slowest = 0
    let which = ''
    const { own } = await growth(at, async () => {
      for (const operation of writes.filter(({ key }) => costlyCalls.includes(key))) {
        const sent = performance.now()
        const answer = await fetch(at.url + pathOf(operation, requestFor(operation, world), world.ids.org), {
          method: operation.method,
          headers: { 'content-type': 'application/json', cookie: world.owner.cookie, 'request-scope': world.ids.org },
          body,
        }).catch(() => undefined)
        await answer?.text()
        if (performance.now() - sent > slowest) [slowest, which] = [performance.now() - sent, operation.key]
        report.check(
          !answer || answer.status < 500,
          `${operation.key} answers ${answer?.status} to ${name}`,
          `${operation.key} with ${name}`,
        )
      }
    })
    report.check(
      own < mostJsonGrowth,
      `${name} to ${costlyCalls.length} calls: memory grew by ${mib(own)} MiB`,
      `${name} to ${costlyCalls.join(', ')} as the owner`,
    )
    report.check(slowest < 1500, `${which} works ${Math.round(slowest)} ms on ${name}`, `${which} with ${name}`)
  }
  for (const operation of writes) {
    const target = {
      name: operation.key,
      url: at.url,
      method: operation.method,
      path: pathOf(operation, requestFor(operation, world), world.ids.org),
      headers: { 'content-type': 'multipart/form-data; boundary=x', cookie: world.owner.cookie, 'request-scope': world.ids.org },
    }
    const { status } = await pour(target, 8 * 1024 * 1024)
    report.check(
      status === 0 || (status >= 400 && status < 500),
      `${operation.key} takes multipart: ${status}`,
      `${operation.key} with 8 MiB of multipart/form-data`,
    )
  }
}

export const bodies: Part = {
  name: 'bodies',
  about: '400 MB of chunked body, slow senders, lengths that lie, deep and wide JSON at every route of both listeners; memory stays flat',
  seconds: 180,
  async run(report) {
    const at = await startInstance('bodies')
    try {
      const operations = await readOperations(at.url)
      const world = await makeWorld(at, 'Bodies')
      const { stranger, signedIn, bytes } = await targets(at, operations, world)
      const before = at.memory()
      await lies(at, report, world)
      await costly(at, report, world, operations)
      await endless(at, report, stranger, 'without a session')
      await endless(at, report, signedIn, 'with a session')
      await endless(at, report, bytes, 'with a token')
      report.note(`memory before ${mib(before.now)} MiB, at the most ${mib(at.memory().most)} MiB, now ${mib(at.memory().now)} MiB`)
      report.check(await isUp(at), 'it does not answer any more', 'npm run attack -- bodies')
    } finally {
      await at.stop()
    }
  },
}
