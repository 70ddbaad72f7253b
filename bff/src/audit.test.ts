// The joined audit log: the order over services, names, and a service that does not answer.
import { auditCalls } from '@lyceum/kit/audit/api'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

let bff: TestBff
let lines: object[] = []
let status = 200
beforeAll(async () => {
  const transport = {
    send: async () => ({ status, headers: {}, body: Buffer.from(JSON.stringify(status === 200 ? { items: lines, more: false } : {})) }),
    close: async () => {},
  }
  bff = await testBff({ more: [{ name: 'activity', contracts: auditCalls('activity'), transport }] })
})
afterAll(() => bff.close())

const line = (fields: object) => ({
  id: newId(),
  at: '2026-11-22T20:00:00.000Z',
  actor: null,
  session: null,
  address: null,
  action: 'course.deleted',
  subject: 'course:1',
  person: null,
  course: null,
  before: null,
  after: null,
  ...fields,
})
const ask = async (cookie: string | undefined, query = '') => {
  return await bff.ask('GET', `/api/audit${query}`, { ...(cookie && { cookie }), headers: { 'request-scope': bff.org } })
}

test('lines of all services by time with names, and who is away is named', async () => {
  const cookie = await bff.signIn('A1')
  const before = line({})
  const settings = await bff.ask('PUT', '/api/org/settings', {
    cookie,
    headers: { 'request-scope': bff.org, 'content-type': 'application/json' },
    body: { audit_days: 400 },
  })
  expect(settings.status).toBe(200)
  lines = [line({}), before]
  const { body } = await ask(cookie)
  expect(body.items.map(({ action }: { action: string }) => action)).toEqual(['course.deleted', 'org.settingsChanged', 'course.deleted'])
  expect(body.names[body.items[1].actor]).toBeTruthy()
  expect(body).toMatchObject({ away: [], more: false })
  expect((await ask(cookie, '?limit=2')).body).toMatchObject({ items: [{}, {}], more: true })
  for (status of [503, 404])
    expect((await ask(cookie)).body).toMatchObject({ away: ['activity'], items: [{ action: 'org.settingsChanged' }] })
})

test('401 without a session, 403 for who does not manage, 400 for a query that cannot be', async () => {
  status = 200
  expect((await ask(undefined)).status).toBe(401)
  expect((await ask(await bff.signIn('S1'))).status).toBe(403)
  expect((await ask(await bff.signIn('A1'), '?actor=me')).status).toBe(400)
})
