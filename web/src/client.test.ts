// Tests of the client of calls.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed, call, handleCalls, noteFact, setScope } from './client.ts'

type Sent = { url: string; method: string; headers: Record<string, string> }
const sent: Sent[] = []
const answers: (() => Response)[] = []
const json =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers })
const problem = (status: number, code: string, params: object = {}, headers: Record<string, string> = {}) =>
  json(status, { code, message: code, params, errors: {}, details: {}, request_id: 'r' }, headers)
const handlers = {
  sessionEnded: vi.fn(),
  switchOrg: vi.fn(() => true),
  accountNeeded: vi.fn(),
  codeNeeded: vi.fn(),
  beforeFailure: vi.fn(async () => {}),
  beforeReload: vi.fn(async () => {}),
  staleRead: vi.fn(),
}

beforeEach(() => {
  sent.length = 0
  answers.length = 0
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers }: RequestInit) => {
    sent.push({ url, method, headers: headers as Record<string, string> })
    const next = answers.shift()
    if (!next) throw new TypeError('no line')
    return next()
  })
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 })
  for (const one of Object.values(handlers)) one.mockClear()
  handleCalls(handlers)
  setScope({ org: 'o1', person: 'p1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const draft = { body: { name: 'Marine Biology' } }

it('every call carries organisation and person', async () => {
  answers.push(json(200, { unread_count: 2 }))
  expect(await call('GET /api/notifications/unread-count')).toEqual({ unread_count: 2 })
  expect(sent[0]).toMatchObject({ url: '/api/notifications/unread-count', headers: { 'request-scope': 'o1', 'lyceum-person': 'p1' } })
  expect(sent[0]?.headers['idempotency-key']).toBeUndefined()
})

it('a call waits until the scope is set', async () => {
  setScope(undefined)
  answers.push(json(200, { unread_count: 0 }))
  const going = call('GET /api/notifications/unread-count')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toHaveLength(0)
  setScope({ org: 'o2', person: 'p2' })
  await going
  expect(sent[0]?.headers['request-scope']).toBe('o2')
})

describe('a write', () => {
  it('is repeated with the same key while the service is behind', async () => {
    answers.push(problem(503, 'behind', {}, { 'retry-after': '1' }), json(201, { id: 'c1' }))
    await call('POST /api/course', draft)
    expect(sent).toHaveLength(2)
    expect(sent[0]?.headers['idempotency-key']).toBeTruthy()
    expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
  })
  it('is not repeated by itself after a broken connection', async () => {
    await expect(call('POST /api/course', draft)).rejects.toMatchObject({ status: 0, problem: { code: 'connection' } })
    expect(sent).toHaveLength(1)
  })
})

it('the code of the management that has run out is told, for reads and writes alike', async () => {
  answers.push(problem(403, 'authCode.needed'), problem(403, 'forbidden'))
  await expect(call('GET /api/management/people')).rejects.toMatchObject({ status: 403 })
  expect(handlers.codeNeeded).toHaveBeenCalledTimes(1)
  await expect(call('POST /api/course', draft)).rejects.toMatchObject({ status: 403 })
  expect(handlers.codeNeeded).toHaveBeenCalledTimes(1)
})

it('a read is repeated after a broken connection', async () => {
  answers.push(
    () => {
      throw new TypeError('reset')
    },
    json(200, { unread_count: 1 }),
  )
  expect(await call('GET /api/notifications/unread-count')).toEqual({ unread_count: 1 })
})

it('a service that stays behind fails after ten seconds', async () => {
  for (let i = 0; i < 30; i++) answers.push(problem(503, 'behind', {}, { 'retry-after': '1' }))
  const failed = call('GET /api/notifications/unread-count').catch((error) => error)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await failed).toMatchObject({ status: 503 })
  expect(sent.length).toBeGreaterThan(5)
})

it('401 ends the session; a wrong password does not', async () => {
  answers.push(problem(401, 'session.missing'))
  await expect(call('GET /api/notifications/unread-count')).rejects.toBeInstanceOf(CallFailed)
  expect(handlers.sessionEnded).toHaveBeenCalledOnce()
  answers.push(problem(401, 'session.wrong', { left: 4 }))
  await expect(call('POST /api/session', { body: { login: 'a', password: 'b' } })).rejects.toMatchObject({
    problem: { params: { left: 4 } },
  })
  expect(handlers.sessionEnded).toHaveBeenCalledOnce()
})

it('a resource of another organisation of the person: the page switches and repeats the call, once', async () => {
  answers.push(problem(403, 'scope.other', { org: 'o9' }), json(200, { unread_count: 3 }))
  expect(await call('GET /api/notifications/unread-count')).toEqual({ unread_count: 3 })
  expect(handlers.switchOrg).toHaveBeenCalledWith('o9')
  answers.push(problem(403, 'scope.other', { org: 'o9' }), problem(403, 'scope.other', { org: 'o9' }))
  await expect(call('GET /api/notifications/unread-count')).rejects.toMatchObject({ status: 403 })
})

it('a read waits for the fact of a hint, and an answer from behind is reported', async () => {
  noteFact('lyceum.course.v1;course:1;t;f1')
  answers.push(json(200, { unread_count: 0 }, { 'lyceum-behind': '1' }))
  await call('GET /api/notifications/unread-count')
  expect(sent[0]?.headers['lyceum-after']).toContain('f1')
  expect(handlers.staleRead).toHaveBeenCalledWith('GET /api/notifications/unread-count', {})
})
