// Work that goes on for a person after their call: the session that it gets, and where it opens nothing.
import { CallFailed } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { inProcess } from '@lyceum/kit/calls/transport'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

let bff: TestBff
let teacher: string
beforeAll(async () => {
  bff = await testBff()
  teacher = await bff.signIn('T1')
})
afterAll(() => bff.close())

const scope = () => ({ 'request-scope': bff.org })
const begin = async (taken = true): Promise<string> =>
  (await bff.ask('POST', '/api/work', { cookie: teacher, headers: scope(), body: { taken } })).body.token
const asJob = (token: string, more: object = {}) => ({ headers: { ...scope(), authorization: `Job ${token}`, ...more } })

test('200 for the calls of its person, with their roles, as a job', async () => {
  const answer = await bff.ask('GET', '/api/echo', asJob(await begin()))
  expect(answer.body.actor).toMatchObject({ kind: 'job', person: bff.teacher, org: bff.org, roles: ['instructor'] })
  expect((await bff.ask('POST', '/api/echo', { ...asJob(await begin()), body: { text: 'x' } })).status).toBe(201)
})

test('401 for its token as a cookie, from behind a proxy, and for the token of a person in its place', async () => {
  const token = await begin()
  expect((await bff.ask('GET', '/api/echo', { cookie: `lyceum=${token}`, headers: scope() })).status).toBe(401)
  expect((await bff.ask('GET', '/api/echo', asJob(token, { 'x-forwarded-for': '203.0.113.9' }))).status).toBe(401)
  expect((await bff.ask('GET', '/api/echo', asJob(teacher.replace(/^[^=]+=/, '')))).status).toBe(401)
})

test('403 for accounts and sessions, and for the beginning of further work', async () => {
  const token = await begin()
  expect((await bff.ask('DELETE', '/api/user/sessions', asJob(token))).body.code).toBe('session.ofJob')
  expect((await bff.ask('POST', '/api/work', { ...asJob(token), body: { taken: true } })).body.code).toBe('session.ofJob')
  expect((await bff.ask('GET', '/api/user/sessions', asJob(token))).status).toBe(200)
})

test('403 for the calls of rosters, except to the work of data imports', async () => {
  const admin = await bff.signIn('A1')
  const find = { source: 'sis', codes: ['S1'] }
  const found = async (token: string) => await bff.ask('POST', '/api/roster/people/find', { ...asJob(token), body: find })
  const beginAs = async (path: string) =>
    (await bff.ask('POST', path, { cookie: admin, headers: scope(), body: { taken: true } })).body.token
  expect((await found(await beginAs('/api/work'))).body.code).toBe('session.ofJob')
  for (const path of ['/api/data-import', '/api/data-import/1/apply']) {
    const answer = await found(await beginAs(path))
    expect([answer.status, answer.body.items]).toEqual([200, [{ code: 'S1', external_id: null, id: bff.student }]])
  }
  const row = { external_id: '1', name: 'Ana', user_no: 'R1', roles: ['student'] }
  const token = await beginAs('/api/data-import/1/apply')
  const written = await bff.ask('PUT', '/api/roster/people', { ...asJob(token), body: { source: 'sis', rows: [row] } })
  expect(written.body.rows[0]).toMatchObject({ outcome: 'made' })
  // other writes of identity stay closed to it
  expect((await bff.ask('POST', '/api/users', { ...asJob(token), body: row })).body.code).toBe('session.ofJob')
})

test('it stands among the sessions of its person, and ends by their hand', async () => {
  const token = await begin()
  const { sessions } = (await bff.ask('GET', '/api/user/sessions', { cookie: teacher, headers: scope() })).body
  const job = sessions.find(({ kind }: { kind: string }) => kind === 'job')
  expect(job).toMatchObject({ agent: 'POST /api/work', current: false })
  for (const { id, kind } of sessions)
    if (kind === 'job') await bff.ask('DELETE', `/api/user/sessions/${id}`, { cookie: teacher, headers: scope() })
  await until(async () => (await bff.ask('GET', '/api/echo', asJob(token))).status === 401)
})

test('one that the work does not take ends with the call', async () => {
  const token = await begin(false)
  expect((await bff.ask('GET', '/api/echo', asJob(token))).status).toBe(401)
})

test('the client of a job makes keyed writes again while nobody answers, and throws refusals at once', async () => {
  const open = inProcess(bff.app)
  let away = 2
  const door = {
    ...open,
    send: (request: Parameters<typeof open.send>[0]) =>
      away-- > 0 ? Promise.resolve({ status: 503, headers: {}, body: Buffer.from('{"code":"service.unavailable"}') }) : open.send(request),
  }
  const call = delegatedClient<any>(door, { token: await begin(), org: bff.org })
  expect(await call('POST /api/echo', { body: { text: 'x' }, headers: { 'idempotency-key': 'one' } } as never)).toMatchObject({
    body: { text: 'x' },
  })
  const refused = await call('GET /api/nothing', {} as never).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CallFailed)
  expect((refused as CallFailed).status).toBe(404)
})
