// Push messages, over a real push service of the test: what a browser can read of them, and devices that are gone.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openLoopback } from '@lyceum/kit/http/outgoing'
import { newId } from '@lyceum/kit/ids'
import { newPushKey, pushKey } from '@lyceum/kit/messages/web-push'
import { CalendarAlertDueSchema, TimetableChangedSchema } from '@lyceum/proto/calendar'
import { MemberLeftSchema } from '@lyceum/proto/course'
import { SessionEndedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, key, member, org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

const secret = newPushKey()
let env: TestNotifications
let push: Awaited<ReturnType<typeof pushService>>
beforeAll(async () => {
  push = await pushService()
  env = await testNotifications({ env: { PUSH_KEY: secret, PUBLIC_URL: 'https://lyceum.example' } })
  await env.organisation()
})
afterAll(async () => {
  await env?.stop()
  push?.close()
})

async function pushService() {
  const taken: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
  const statuses = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    taken.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(statuses.get(request.url!) ?? 201).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  openLoopback(port)
  return {
    taken,
    statuses,
    at: (path: string) => `http://127.0.0.1:${port}${path}`,
    of: (path: string) => taken.filter((one) => one.path === path),
    close: () => server.close(),
  }
}

/** A browser: its keys, and how it reads a message (RFC 8291). */
function browser() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const hkdf = (salt: Buffer, from: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', from, salt, info, length))
  return {
    keys: { p256dh: own.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer) {
      const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
      const input = hkdf(auth, own.computeSecret(theirs), Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]), 32)
      const decipher = createDecipheriv(
        'aes-128-gcm',
        hkdf(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
        hkdf(salt, input, Buffer.from('Content-Encoding: nonce\0'), 12),
      )
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      expect(text.at(-1)).toBe(2)
      return JSON.parse(text.subarray(0, -1).toString())
    },
  }
}

async function withDevice(person: string, path: string) {
  const { keys, read } = browser()
  const added = await env.service.call(as(person), 'POST', '/api/push-devices', {
    endpoint: push.at(path),
    ...keys,
    name: 'Firefox on Linux',
  })
  expect(added.status).toBe(201)
  return { id: added.body.id as string, read }
}
test('a message carries its title and where it leads, encrypted for the browser and signed by this installation', async () => {
  const ann = await env.person({ locale: 'en' })
  const { read } = await withDevice(ann, '/ann')
  const course = await env.courseWith([ann], true)
  await env.score(course, ann, 'Lab report 1')
  await until(async () => expect(push.of('/ann')).toHaveLength(1))
  const [{ headers, body }] = push.of('/ann') as [(typeof push.taken)[0]]
  const [{ id }] = (await env.list(ann)).items
  expect(read(body)).toEqual({ title: 'Your score for Lab report 1 is available', open: `/user/notifications?open=${id}`, tag: id })
  const [, token = '', k] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!)!
  expect(k).toBe(pushKey(secret)!.public)
  const point = Buffer.from(k!, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const [head, claims, signature] = token.split('.')
  const valid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  expect(valid).toBe(true)
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
    aud: new URL(push.at('/')).origin,
    sub: 'https://lyceum.example',
  })
})

test('410 removes the device; a service that is busy is asked again; another person’s device is nobody’s to remove', async () => {
  const [bo, cy] = [await env.person(), await env.person()]
  const gone = await withDevice(bo, '/gone')
  const busy = await withDevice(bo, '/busy')
  push.statuses.set('/gone', 410).set('/busy', 503)
  expect((await env.service.call(as(cy), 'DELETE', `/api/push-devices/${gone.id}`)).status).toBe(404)
  expect((await env.service.call(as(cy), 'POST', `/api/push-devices/${gone.id}/test`)).status).toBe(404)
  expect((await env.service.call(as(bo), 'POST', `/api/push-devices/${busy.id}/test`)).body).toEqual({ outcome: 'later' })
  const course = await env.courseWith([bo], true)
  await env.score(course, bo, 'x')
  await until(async () =>
    expect((await env.service.call(as(bo), 'GET', '/api/push-devices')).body.devices.map(({ id }: { id: string }) => id)).toEqual([
      busy.id,
    ]),
  )
  await until(async () =>
    expect((await env.database.query(`select 1 from kit.jobs where kind = 'sendPush' and error is not null`)).rowCount).toBe(1),
  )
  push.statuses.set('/busy', 201)
  const before = push.of('/busy').length
  await env.database.query(`update kit.jobs set run_at = now() where kind = 'sendPush'`)
  await until(async () => expect(push.of('/busy').length).toBe(before + 1))
  expect((await env.service.call(as(bo), 'DELETE', `/api/push-devices/${busy.id}`)).status).toBe(204)
})

test('with the session in which it was let in a device gets nothing more; those of other sessions go on', async () => {
  const una = await env.person()
  const [here, there] = [
    { ...as(una), session: newId() },
    { ...as(una), session: newId() },
  ]
  const add = async (actor: typeof here, path: string) =>
    (await env.service.call(actor, 'POST', '/api/push-devices', { endpoint: push.at(path), ...browser().keys, name: 'x' })).body.id
  await add(here, '/una')
  const other = await add(there, '/una-too')
  await env.identity.emit(SessionEndedSchema, { key: `session:${here.session}`, org }, null)
  await until(async () => expect((await env.service.call(as(una), 'GET', '/api/push-devices')).body.devices).toMatchObject([{ id: other }]))
})

test('beside the title stand time and place, by the reader’s clock; not what somebody wrote', async () => {
  const kim = await env.person({ locale: 'en' })
  const { read } = await withDevice(kim, '/kim')
  const due = { eventId: newId(), orgId: org, title: 'Excursion', startTime: '2026-11-24T02:00:00Z', location: 'Pier 4', personIds: [kim] }
  await env.calendar.emit(CalendarAlertDueSchema, { key: `event:${due.eventId}`, org }, due)
  await until(async () => expect(push.of('/kim')).toHaveLength(1))
  expect(read(push.of('/kim')[0]!.body)).toMatchObject({ title: 'Excursion begins soon', body: '2026.11.24 09:00 (Asia/Bangkok) · Pier 4' })
  const notice = { what: 'moved', startTime: due.startTime, location: 'Pier 5', content: 'Lisa is ill' }
  const course = await env.courseWith([kim], true)
  await env.calendar.emit(TimetableChangedSchema, key(course), { timetable: { id: newId(), courseId: course, orgId: org }, notice })
  await until(async () => expect((await env.list(kim)).items[0].payload.params.content).toBe('Lisa is ill'))
  await until(async () => {
    // written after the first message has gone out: it may come late
    await env.database.query('update push_devices set told_at = null where person_id = $1', [kim])
    await env.database.query(`update kit.jobs set run_at = now() where kind = 'gatherPush'`)
    expect(push.of('/kim')).toHaveLength(2)
  })
  expect(read(push.of('/kim')[1]!.body).body).toBe('2026.11.24 09:00 (Asia/Bangkok) · Pier 5')
})

test('a burst is one message with their number; a notification read before is none', async () => {
  const dee = await env.person({ locale: 'en' })
  const { read } = await withDevice(dee, '/dee')
  await env.database.query('update push_devices set told_at = now() where person_id = $1', [dee])
  const courses = await Promise.all([0, 1, 2].map(() => env.courseWith([dee], true)))
  for (const course of courses) await env.score(course, dee, 'x')
  await until(async () => expect((await env.list(dee)).total).toBe(3))
  await env.settled()
  const [first] = (await env.list(dee)).items
  await env.service.call(as(dee), 'PUT', '/api/notifications/read', { ids: [first.id] })
  await env.database.query(`update kit.jobs set run_at = now() where kind = 'gatherPush'`)
  await until(async () => expect(push.of('/dee')).toHaveLength(1))
  expect(read(push.of('/dee')[0]!.body)).toEqual({ title: '2 new notifications', open: '/user/notifications', tag: 'several' })
})

test('nothing is said of a course that is left meanwhile', async () => {
  const eli = await env.person({ locale: 'en' })
  const { read } = await withDevice(eli, '/eli')
  await env.database.query('update push_devices set told_at = now() where person_id = $1', [eli])
  const [left, kept] = [await env.courseWith([eli], true), await env.courseWith([eli], true)]
  await env.score(left, eli, 'Tides')
  await env.score(kept, eli, 'Currents')
  await until(async () => expect((await env.list(eli)).total).toBe(2))
  await env.settled()
  await env.course.emit(MemberLeftSchema, { ...key(left), actor: '' }, member(left, eli, 'student', 'left'))
  await until(async () =>
    expect((await env.database.query(`select from mirror.members where course_id = $1 and state = 'left'`, [left])).rowCount).toBe(1),
  )
  await env.database.query(`update kit.jobs set run_at = now() where kind = 'gatherPush'`)
  await until(async () => expect(push.of('/eli')).toHaveLength(1))
  expect(read(push.of('/eli')[0]!.body).title).toBe('Your score for Currents is available')
})

test('400 for an address that is no public server, and for keys that are none', async () => {
  const { keys } = browser()
  const add = (endpoint: string, more = {}) =>
    env.service.call(as(newId()), 'POST', '/api/push-devices', { endpoint, ...keys, name: 'x', ...more })
  for (const endpoint of [
    'http://push.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://10.1.2.3/x',
    'https://192.168.0.1/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'https://kafka/x',
    'https://database.internal/x',
    'https://a:b@push.example/x',
    'https://push.example:8443/x',
    'file:///etc/passwd',
  ])
    expect([endpoint, (await add(endpoint)).body.details], endpoint).toEqual([
      endpoint,
      { endpoint: [{ code: 'push.address', params: {} }] },
    ])
  expect((await add('https://push.example/x', { p256dh: Buffer.alloc(65, 4).toString('base64url') })).status).toBe(400)
})
