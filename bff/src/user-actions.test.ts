// User actions through the BFF to a real statistics service: batches, durable writes, single refusals.
import { newId } from '@lyceum/kit/ids'
import { testService, testWorld, type TestService } from '@lyceum/kit/test/test-service'
import { scaled } from '@lyceum/kit/test/wait'
import { inProcess } from '@lyceum/kit/calls/transport'
import { service } from '@lyceum/statistics/service'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'
import { storedBytes } from './limits.ts'

let bff: TestBff, statistics: TestService, log: pg.Pool
let url: string, cookie: string
const click = { action: 'course.open', screen_width: 1, screen_height: 2 }

beforeAll(async () => {
  const world = await testWorld({ env: { RATE_LIMIT: '0' } })
  statistics = await testService(service, { world })
  bff = await testBff({
    world,
    more: [{ name: 'statistics', contracts: statistics.running.contracts, transport: inProcess(statistics.app) }],
  })
  url = await bff.listen()
  cookie = await bff.signIn('T1')
  log = new pg.Pool({ connectionString: statistics.databaseUrl, max: 2 })
  await vi.waitFor(async () => expect((await log.query('select 1 from mirror.memberships')).rowCount).toBe(4), scaled(30_000))
})
afterAll(async () => {
  await log?.end()
  await bff?.close()
  await statistics?.stop()
})

async function send(body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/api/user-actions`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/plain;charset=UTF-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: text && JSON.parse(text), headers: answer.headers }
}
const kept = async () => (await log.query('select key, value::jsonb as value from kit.actions order by position')).rows

test('202 when it is in the log, as the person and in the organisation of the session or of the header', async () => {
  const before = (await kept()).length
  const answer = await send(click)
  expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([202, { accepted: 1 }, 'no-store'])
  expect((await send(click, { 'request-scope': bff.other, 'lyceum-person': bff.teacher })).status).toBe(202)
  const rows = (await kept()).slice(before)
  expect(rows.map(({ key, value }) => [key, value.org_id])).toEqual([
    [`person:${bff.teacher}`, bff.org],
    [`person:${bff.teacher}`, bff.other],
  ])
})

test('many at once are each answered, and each is in the log once', async () => {
  const before = (await kept()).length
  const all = await Promise.all(Array.from({ length: 300 }, (_, nth) => send({ ...click, path: `/${nth}` })))
  expect(all.every(({ status, body }) => status === 202 && body.accepted === 1)).toBe(true)
  expect(new Set((await kept()).slice(before).map(({ value }) => value.path)).size).toBe(300)
})

test('400, 403, 409 and 415 as for every call, with the field named', async () => {
  expect(await send({ ...click, action: 'a b', extra: 1 })).toMatchObject({ status: 400, body: { details: { action: [{}], extra: [{}] } } })
  expect(await send('{')).toMatchObject({ status: 400, body: { code: 'body.malformed' } })
  expect(await send({ ...click, user_id: newId() })).toMatchObject({ status: 403, body: { code: 'userAction.foreign' } })
  expect(await send(click, { 'request-scope': bff.foreign })).toMatchObject({ status: 403, body: { code: 'scope.notMember' } })
  expect(await send(click, { 'lyceum-person': newId() })).toMatchObject({ status: 409, body: { code: 'session.other' } })
  expect((await send(click, { 'content-type': 'application/xml' })).status).toBe(415)
  expect((await send({ ...click, path: 'x'.repeat(9000) })).status).toBe(400)
  expect(await send(click, { cookie: `lyceum=${'x'.repeat(43)}` })).toMatchObject({ status: 400 }) // neither a person nor an organisation
})

test('after signing out the session is nobody at once', async () => {
  cookie = await bff.signIn('T1')
  expect((await send(click)).status).toBe(202)
  expect((await send(click)).status).toBe(202)
  await fetch(`${url}/api/session`, { method: 'DELETE', headers: { cookie } })
  expect((await send(click)).status).toBe(400)
})

test('the stored part of a body is no more than it counts as, of the smallest actions and of the largest', async () => {
  const size = async () => Number((await log.query(`select pg_total_relation_size('kit.actions') as size`)).rows[0].size)
  const person = await bff.signIn('T1')
  const words = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'é'.repeat(200)]))
  for (const action of [
    { action: 'x', screen_width: 0, screen_height: 0 },
    { ...click, path: 'x'.repeat(300), attributes: words },
  ]) {
    await log.query('vacuum full kit.actions')
    const [before, body] = [await size(), JSON.stringify(Array.from({ length: 100 }, () => action))]
    for (let nth = 0; nth < 50; nth++) expect((await send(body, { cookie: person })).status).toBe(202)
    const grown = (await size()) - before
    const counted = 50 * storedBytes(Buffer.from(body))
    console.info(
      `stored ${(grown / 5000).toFixed(0)}, counted ${(counted / 5000).toFixed(0)}, sent ${(body.length / 100).toFixed(0)} bytes an action`,
    )
    expect(grown).toBeLessThanOrEqual(counted)
    expect(grown).toBeGreaterThan(counted / 3)
  }
})

test('413 for a large beacon without a session, 429 once an address has left its bytes of the hour', async () => {
  const without = { cookie: '' }
  const action = { ...click, org_id: bff.org }
  expect((await send(action, without)).status).toBe(202)
  expect((await send(' '.repeat(17_000) + JSON.stringify(action), without)).status).toBe(413)
  const padded = ' '.repeat(16_000) + JSON.stringify(action)
  const statuses: number[] = []
  for (let nth = 0; nth < 130; nth++) statuses.push((await send(padded, without)).status)
  expect(statuses[0]).toBe(202)
  const last = await send(padded, without)
  expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(statuses.filter((status) => status === 202).length).toBeLessThan(126)
  const report = await fetch(`${url}/api/client-errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'x is not a function' }),
  })
  expect(report.status).toBe(429)
  // a person's own are counted apart
  cookie = await bff.signIn('T1')
  expect((await send(click)).status).toBe(202)
})
