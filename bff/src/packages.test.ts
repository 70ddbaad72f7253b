// The page of a package: joined of the answers of activity and upload, with a door that is opened once and then renewed.
import { callsFor } from '@lyceum/kit/calls/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

const id = '01900000-0000-7000-8000-000000000001'
const upload = '01900000-0000-7000-8000-000000000002'
const ofActivity = {
  ...{ grant: 'g'.repeat(100), upload_id: upload, kind: null, title: '', items: [] },
  ...{ settings: { window: 'frame', resume: 'ask' }, learner: { alias: 'a', name: 'Maya' } },
  ...{ attempt: null, device: null, left: 2, can_new: true },
}
const item = {
  ...{ id: 'A', parent: '', title: 'Wings', launch: 'a.html?x=1', sco: true, visible: true, mastery: '80', max_time: null },
  ...{
    time_limit_action: null,
    data_from_lms: null,
    prerequisites: null,
    completion_threshold: null,
    hidden_controls: [],
    sequencing: null,
  },
}
const ready = {
  ...{ status_code: 'ready', message: null, params: {}, kind: 'scorm12', title: 'Flight', items: [item] },
  organization: { id: 'o', sequencing: null, shared_objectives: false },
}
const failed = { ...ready, status_code: 'failed', message: 'package.noManifest', kind: null, title: '', items: [], organization: null }
const origin = 'http://127.0.0.1:8081'
const opened = { door: 'd', url: `${origin}/packages/d/-/frame.html`, origin, expires_at: '2026-12-01T10:00:00.000Z' }

type Sent = { method: string; url: string; body?: string; headers: Record<string, string> }
const sent: Sent[] = []
/** Calls that are answered once as by a service that is behind. */
let behind: string[] = []
let answers: Record<string, [status: number, body: object]> = {}
const service = (name: string) => ({
  name,
  contracts: callsFor<never>()({}),
  transport: {
    send: async (request: object) => {
      const { method, url } = request as Sent
      sent.push(request as Sent)
      const key = `${method} ${url.split('?')[0]}`
      if (behind.includes(key)) {
        behind = behind.filter((one) => one !== key)
        return { status: 503, headers: {}, body: Buffer.from('{"code":"behind"}') }
      }
      const [status, body] = answers[key] ?? [404, { code: 'notFound' }]
      return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
    },
    close: async () => {},
  },
})
let bff: TestBff, cookie: string
beforeAll(async () => {
  bff = await testBff({ more: ['activity', 'upload'].map(service) })
  cookie = await bff.signIn('S1')
})
afterAll(() => bff.close())
beforeEach(() => {
  sent.length = 0
  answers = {
    [`GET /api/activities/${id}/package`]: [200, ofActivity],
    [`GET /api/uploads/scorm/${upload}`]: [200, ready],
    [`POST /api/uploads/${upload}/package-doors`]: [201, opened],
    [`PUT /api/uploads/${upload}/package-doors`]: [200, { expires_at: '2026-12-01T11:00:00.000Z' }],
  }
})
const read = (query = '') => bff.ask('GET', `/api/activities/${id}/package${query}`, { cookie, headers: { 'request-scope': bff.org } })

test('the page has the attempt, the items and a door; the grant stays with us', async () => {
  const { status, body } = await read(`?device=${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...ready, ...opened, upload_id: upload, left: 2, can_new: true })
  expect(JSON.stringify(body)).not.toContain(ofActivity.grant)
  expect(sent[0]!.url).toBe(`/api/activities/${id}/package?device=${id}`)
  expect(JSON.parse(sent.at(-1)!.body!)).toEqual({ grant: ofActivity.grant })
  expect(sent.every(({ headers }) => headers.authorization?.startsWith('Bearer ') && headers['x-forwarded-host'])).toBe(true)
})

test('with its door the addresses stay and their time is renewed; one that is gone is replaced', async () => {
  expect((await read('?door=d')).body).toMatchObject({ door: 'd', url: null, expires_at: '2026-12-01T11:00:00.000Z' })
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT'])
  answers[`PUT /api/uploads/${upload}/package-doors`] = [404, { code: 'package.door.notFound' }]
  expect((await read('?door=d')).body).toMatchObject(opened)
})

test('a package that is not ready says why and has no door; refusals are those of the services', async () => {
  answers[`GET /api/uploads/scorm/${upload}`] = [200, failed]
  expect((await read()).body).toMatchObject({ status_code: 'failed', message: 'package.noManifest', url: null, door: null })
  expect(sent).toHaveLength(2)
  answers[`GET /api/uploads/scorm/${upload}`] = [200, ready]
  answers[`POST /api/uploads/${upload}/package-doors`] = [409, { code: 'package.needsOrigin' }]
  expect(await read()).toMatchObject({ status: 409, body: { code: 'package.needsOrigin' } })
  answers[`GET /api/activities/${id}/package`] = [403, { code: 'forbidden' }]
  expect((await read()).status).toBe(403)
  expect((await bff.ask('GET', `/api/activities/${id}/package`, { headers: { 'request-scope': bff.org } })).status).toBe(401)
})

test('a service that is behind is tried again, and marks of the page reach it', async () => {
  const key = `GET /api/activities/${id}/package`
  behind = [key]
  const { status } = await bff.ask('GET', `/api/activities/${id}/package`, {
    cookie,
    headers: { 'request-scope': bff.org, 'lyceum-after': 'course:1' },
  })
  expect(status).toBe(200)
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST'])
  expect(sent[0]!.headers['lyceum-after']).toContain('course:1')
})

test('the organisation of another’s package is not said to those who are no members of it', async () => {
  answers[`GET /api/activities/${id}/package`] = [403, { code: 'scope.other', params: { org: id } }]
  const { status, body } = await read()
  expect([status, body.code]).toEqual([403, 'forbidden'])
  answers[`GET /api/activities/${id}/package`] = [403, { code: 'scope.other', params: { org: bff.org } }]
  expect((await read()).body).toMatchObject({ code: 'scope.other', params: { org: bff.org } })
})

test('a job receives no door', async () => {
  const scope = { 'request-scope': bff.org }
  const { token } = (await bff.ask('POST', '/api/work', { cookie, headers: scope, body: { taken: true } })).body
  const asked = await bff.ask('GET', `/api/activities/${id}/package`, { headers: { ...scope, authorization: `Job ${token}` } })
  expect([asked.status, asked.body.code]).toEqual([403, 'session.ofJob'])
  expect(sent).toEqual([])
})

test('pages may frame the origin of packages', async () => {
  const policy = String((await bff.ask('GET', '/', { headers: { host: 'localhost:8080' } })).headers['content-security-policy'])
  expect(policy).toMatch(/frame-src [^;]*http:\/\/127\.0\.0\.1:\d+/)
})
