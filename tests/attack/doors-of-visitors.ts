// Attacks without a session: what a visitor may leave in the log of actions and in that of the page's mistakes, and the figures of the process.
import { readFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import pg from 'pg'
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'
import type { World } from './world.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }
type Sent = { path: string; body?: string; headers?: Record<string, string>; from?: string }

/** A call from an address of loopback, under any host name. */
const send = (at: Instance, { path, body, headers = {}, from = '127.0.0.1' }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(
      at.url + path,
      {
        method: body === undefined ? 'GET' : 'POST',
        localAddress: from,
        agent: false,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })

/** Bytes that one address may leave in an hour (docs/decisions/0007-batched-user-actions.md), and those that an honest page leaves at least. */
const [mostKept, fewestTaken] = [2_000_000, 100_000]

export async function leave(at: Instance, report: Report, world: World): Promise<void> {
  const action = (more: object = {}) => ({ action: 'course.open', screen_width: 1, screen_height: 1, org_id: world.ids.org, ...more })
  const actions = '/api/user-actions'
  const post = (path: string, body: unknown, from: string) => send(at, { path, body: JSON.stringify(body), from })
  const long = 'x'.repeat(2000)
  const large = action({ path: 'x'.repeat(300), attributes: { a: 'x'.repeat(200), b: 'x'.repeat(200), c: 'x'.repeat(30) } })
  const cases: [what: string, wanted: number[], body: unknown][] = [
    ['an action of the page', [202], action()],
    ['20 actions', [202], Array.from({ length: 20 }, () => action())],
    ['21 actions', [400], Array.from({ length: 21 }, () => action())],
    ['17 KB of actions', [413], Array.from({ length: 20 }, () => large)],
    ['a name that no page sends', [400], action({ action: 'course.erase' })],
    ['such a name among others', [400], [action(), action({ action: 'x'.repeat(20) })]],
  ]
  for (const [what, wanted, body] of cases) {
    const { status } = await post(actions, body, '127.0.0.2')
    report.check(wanted.includes(status), `${what} of a visitor answers ${status}`, `POST ${actions} without a cookie: ${what}`)
  }

  const log = new pg.Client({ connectionString: at.databases.statistics })
  await log.connect()
  const number = async (sql: string) => Number((await log.query<{ n: string }>(sql)).rows[0]!.n)
  // of how many entries, and how many bytes
  const stored = async () => [
    await number('select count(*) as n from kit.actions'),
    await number(`select pg_total_relation_size('kit.actions') as n`),
  ]
  const logged = async () => {
    const text = await readFile(at.log, 'utf8')
    return [text.split('a page made a mistake').length - 1, text.length]
  }
  const targets: [path: string, body: unknown, kept: () => Promise<number[]>, from: string][] = [
    [actions, Array.from({ length: 18 }, () => large), stored, '127.0.0.3'],
    ['/api/client-errors', { message: 'x is not a function', stack: long.repeat(5) }, logged, '127.0.0.4'],
  ]
  for (const [path, body, kept, from] of targets) {
    const { length } = JSON.stringify(body)
    const repeat = `3 MB of POST ${path} without a cookie from one address`
    const [, empty = 0] = await kept()
    let [taken, refused] = [0, undefined as Answer | undefined]
    for (let sent = 0; sent < 3_000_000 && !refused; sent += length) {
      const answer = await post(path, body, from)
      if (answer.status === 429) refused = answer
      else if (answer.status < 300) taken += length
    }
    const [entries, full = 0] = await kept()
    report.check(taken >= fewestTaken, `${path} takes ${taken} bytes of an honest page`, repeat)
    report.check(refused !== undefined, `${path} takes ${taken} bytes of a visitor, and more`, repeat)
    report.check(full - empty <= mostKept, `${path} keeps ${full - empty} bytes of a visitor, ${mostKept} may be`, repeat)
    report.check(Number(refused?.headers['retry-after']) > 0, `the 429 of ${path} has no Retry-After`, repeat)
    for (let nth = 0; nth < 10; nth++) await post(path, body, from)
    report.check((await kept())[0] === entries, `${path} writes what it answers with 429`, repeat)
    const { status } = await post(path, path === actions ? action() : { message: 'y' }, '127.0.0.5')
    report.check(status < 300, `${path} answers ${status} to another address`, `${repeat}, then from another one`)
  }
  await log.end()
}

/** Figures of one process are for this machine alone, under its own name. */
export async function readMetrics(at: Instance, report: Report): Promise<void> {
  const cases: [what: string, status: number, headers: Record<string, string>][] = [
    ['from this machine', 200, {}],
    ['as localhost', 200, { host: 'localhost' }],
    ['under another name', 404, { host: 'school.example.edu' }],
    ['under a name that only begins like ours', 404, { host: 'localhost.example.edu' }],
    ['through a proxy', 404, { 'x-forwarded-for': '203.0.113.7' }],
    ['through a proxy that names the host', 404, { 'x-forwarded-host': 'localhost' }],
    ['through another proxy', 404, { forwarded: 'for=203.0.113.7' }],
    ['through a proxy that names itself', 404, { via: '1.1 edge' }],
  ]
  for (const path of ['/metrics', '/metrics?x=1'])
    for (const [what, wanted, headers] of cases) {
      const { status, text } = await send(at, { path, headers })
      const held = status === wanted && text.includes('lyceum_') === (wanted === 200)
      report.check(held, `${path} ${what} answers ${status}`, `GET ${path} with ${JSON.stringify(headers)}`)
    }
}
