// Tests of workplace messengers: their settings, and each adapter against a stand-in made from the messenger's documentation.
import { environment } from '@lyceum/kit/config'
import { plain } from '@lyceum/kit/database/database'
import { actorOf } from '@lyceum/kit/test/actors'
import { type SecretKeys, secretKeys } from '@lyceum/kit/text/kept-secrets'
import { newId } from '@lyceum/kit/ids'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dingtalkStandIn, larkStandIn, type StandIn, standInSettings, startStandIn, wecomStandIn } from '../test/messengers.ts'
import type { Config } from '../config.ts'
import { type TestSchool, testSchool } from '../test/people.ts'
import { resealKeys } from './settings.ts'

const stands = {} as Record<'dingtalk' | 'wecom' | 'feishu', StandIn>
let school: TestSchool
let admin: Awaited<ReturnType<TestSchool['signIn']>>['actor']
const bff = actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' })
const keys = {
  dingtalk: { app_key: 'ding-key', app_secret: 'ding-secret', agent_id: '77' },
  wecom: { corp_id: 'ww1', app_secret: 'we-secret', agent_id: '1000002' },
  feishu: { app_id: 'cli_1', app_secret: 'lark-secret' },
}
type Kind = keyof typeof keys
const kinds = ['dingtalk', 'wecom', 'feishu'] as const

beforeAll(async () => {
  stands.dingtalk = await startStandIn(dingtalkStandIn)
  stands.wecom = await startStandIn(wecomStandIn)
  stands.feishu = await startStandIn(larkStandIn)
  school = await testSchool(
    standInSettings({ ...Object.fromEntries(kinds.map((kind) => [kind, stands[kind].base])), lark: 'https://169.254.169.254' }),
  )
  await school.person({ user_no: 'admin', roles: ['admin'], email: 'admin@school.test' })
  admin = (await school.signIn('admin')).actor
  await prove(admin.person, '+8613800000001')
})
afterEach(() => {
  for (const kind of kinds) {
    expect(stands[kind].faults, kind).toEqual([])
    stands[kind].mend()
  }
})
afterAll(async () => {
  for (const kind of kinds) stands[kind].stop()
  await school.stop()
})

const prove = (person: string, number: string) =>
  school.pool.query('update persons set mobile_phone = $2, mobile_verified_at = now() where id = $1', [person, number])
const read = async () => (await school.call(admin, 'GET', '/api/org/workplace')).body
const write = async (body: object) => school.call(admin, 'PUT', '/api/org/workplace', { version: (await read()).version, ...body })
const choose = async (kind: Kind) => {
  const answer = await write({ kind, keys: keys[kind], on: true })
  expect(answer.status).toBe(200)
  return stands[kind]
}
const remove = () => write({ kind: null, on: false })
const tried = async () => (await school.call(admin, 'POST', '/api/org/workplace/test')).body.steps
const numbers = { dingtalk: '13800000001', wecom: '13800000001', feishu: '+8613800000001' }
let nth = 10
async function member(at: StandIn, { known = true, signedIn = false } = {}) {
  const number = `138${String(nth++).padStart(8, '0')}`
  const user = `user-${number}`
  const id = await school.person({ user_no: number, email: `${number}@school.test` })
  await prove(id, `+86${number}`)
  if (known) for (const one of [number, `+86${number}`]) at.people.set(one, user)
  return { id, user, actor: signedIn ? (await school.signIn(number)).actor : actorOf({ person: id, org: school.org, roles: ['student'] }) }
}
const chat = (course: string, body: object, org = school.org) =>
  school.it.call(bff, 'PUT', `/internal-api/workplace/chats/${course}`, { org, name: 'Reefs', ...body })
const readChat = async (course: string) =>
  (await school.it.call(bff, 'GET', `/internal-api/workplace/chats/${course}?org=${school.org}`)).body

describe('the settings of the messenger', () => {
  test('keep keys sealed, never answer them and write how many changed into the audit log', async () => {
    expect(await read()).toEqual({ kind: null, keys: [], on: false, keepable: true, changed_at: null, version: 0 })
    const saved = await write({ kind: 'dingtalk', keys: { app_key: 'ding-key', app_secret: 'very-secret' }, on: false })
    expect(saved.body).toMatchObject({
      kind: 'dingtalk',
      on: false,
      keys: [
        { name: 'app_key', set: true },
        { name: 'app_secret', set: true },
        { name: 'agent_id', set: false },
      ],
    })
    expect(JSON.stringify(saved.body)).not.toContain('very-secret')
    const line = await school.pool.query(
      `select before, after from kit.audit where action = 'org.workplaceChanged' order by at desc limit 1`,
    )
    expect(line.rows[0]).toEqual({ before: null, after: { messenger: 'dingtalk', messenger_on: false, messenger_keys: 2 } })
    for (const table of ['workplaces', 'kit.audit', 'kit.outbox', 'kit.jobs', 'kit.idempotency'])
      expect(
        (await school.pool.query(`select coalesce(string_agg(x::text, ''), '') as all from ${table} x`)).rows[0].all,
        table,
      ).not.toContain('very-secret')
  })

  test('a key that is left out stays, and turning it on needs each: 400 at the key', async () => {
    await write({ kind: 'dingtalk', keys: { app_key: 'ding-key', app_secret: 'ding-secret' }, on: false })
    const early = await write({ kind: 'dingtalk', on: true })
    expect([early.status, early.body.details]).toEqual([400, { 'keys.agent_id': [{ code: 'field.required', params: {} }] }])
    expect((await write({ kind: 'dingtalk', keys: { agent_id: '77' }, on: true })).body.keys).toEqual(
      ['app_key', 'app_secret', 'agent_id'].map((name) => ({ name, set: true })),
    )
    expect((await write({ kind: 'wecom', on: false })).body.keys.every(({ set }: { set: boolean }) => !set)).toBe(true)
  })

  test('400 for what is no key of the messenger, too long, empty or of other signs; 409 for an older version', async () => {
    const other = await write({ kind: 'feishu', keys: { corp_id: 'x' }, on: false })
    expect(other.body.details).toEqual({ 'keys.corp_id': [{ code: 'field.unknown', params: {} }] })
    for (const bad of [{ app_id: '' }, { app_id: 'x'.repeat(201) }, { app_id: 'a b' }, { app_id: '盐' }, { agent_id: 'x' }, { salt: 'x' }])
      expect((await write({ kind: 'feishu', keys: bad, on: false })).status, JSON.stringify(bad)).toBe(400)
    expect((await write({ kind: 'icq', on: false })).status).toBe(400)
    expect((await write({ kind: 'feishu', on: false })).status).toBe(200)
    const late = await write({ kind: 'feishu', on: false, version: 1 })
    expect([late.status, late.body.code]).toEqual([409, 'workplace.newer'])
  })

  test('403 for who may not change the organisation or only a department', async () => {
    const { actor } = await member(stands.dingtalk)
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/test'],
    ] as const)
      expect(
        (
          await school.call(
            actor,
            method,
            `/api/org/workplace${path}`,
            method === 'PUT' ? { kind: null, on: false, version: 0 } : undefined,
          )
        ).status,
      ).toBe(403)
    expect((await school.call({ ...admin, department: newId() }, 'GET', '/api/org/workplace')).body.code).toBe('department.only')
  })
})

describe.each(kinds)('%s', (kind) => {
  test('is tried step by step: a token, me, a message to me', async () => {
    const stand = await choose(kind)
    expect(await tried()).toEqual([
      { step: 'token', ok: true, code: null },
      { step: 'user', ok: false, code: 'notFound' },
    ])
    stand.people.set(numbers[kind], 'me')
    expect(await tried()).toEqual(['token', 'user', 'message'].map((step) => ({ step, ok: true, code: null })))
    expect(stand.messages.at(-1)).toEqual({ user: 'me', text: 'This is a test message from Coral School. The messenger works.' })
    await write({ kind, keys: { app_secret: 'wrong' }, on: true })
    const [failed, ...more] = await tried()
    expect([failed.step, failed.ok, more]).toEqual(['token', false, []])
    expect(failed.code).toMatch({ dingtalk: /^invalidClientIdOrSecret$/, wecom: /^40013$/, feishu: /^10014$/ }[kind])
    stand.people.delete(numbers[kind])
  })

  test('keeps its token and fetches another once it is no longer taken', async () => {
    const stand = await choose(kind)
    const before = stand.tokens
    const people = [await member(stand), await member(stand)]
    for (const { actor, user } of people)
      expect((await school.call(actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: user })
    expect(stand.tokens - before).toBeLessThanOrEqual(1)
    stand.expire()
    const third = await member(stand)
    expect((await school.call(third.actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: third.user })
    expect(stand.tokens - before).toBeLessThanOrEqual(2)
  })

  test('makes one chat of a course, brings in who is missing, and names whom it does not know', async () => {
    const stand = await choose(kind)
    const course = newId()
    const [owner, one, two, stranger] = [
      await member(stand),
      await member(stand),
      await member(stand),
      await member(stand, { known: false }),
    ]
    expect(await readChat(course)).toEqual({ messenger: kind, chat_id: null, url: null, missing: [] })
    const few = await chat(course, { owner: stranger.id, people: [one.id] })
    expect([few.status, few.body.code]).toEqual([409, 'workplace.tooFew'])
    const made = await chat(course, { owner: owner.id, people: [one.id, stranger.id] })
    const { id, users, owner: head } = stand.chats.at(-1)!
    expect(made.body).toMatchObject({ messenger: kind, chat_id: id, missing: [{ id: stranger.id }] })
    expect(made.body.url).toBe(
      { dingtalk: `https://join.dingtalk.test/${id}`, wecom: null, feishu: `https://applink.feishu.test/${id}` }[kind],
    )
    expect([head, users.toSorted()]).toEqual([owner.user, [owner.user, one.user].sort()])
    const chats = stand.chats.length
    const requests = stand.paths.length
    expect((await chat(course, { owner: owner.id, people: [one.id] })).status).toBe(200)
    expect(stand.paths.length).toBe(requests)
    await chat(course, { owner: owner.id, people: [one.id, two.id] })
    expect(stand.chats.length).toBe(chats)
    expect(stand.chats.at(-1)!.users).toContain(two.user)
    expect(await readChat(course)).toEqual(made.body)
    // somebody ends it in the messenger
    stand.chats.at(-1)!.id = 'ended'
    const three = await member(stand)
    const again = await chat(course, { owner: owner.id, people: [three.id] })
    expect(again.status).toBe(200)
    expect(stand.chats.at(-1)!.users.toSorted()).toEqual([owner.user, one.user, two.user, three.user].sort())
  })
})

describe('a chat', () => {
  test('of more people than one request brings in is filled by several', async () => {
    const stand = await choose('feishu')
    const people = await Promise.all(Array.from({ length: 45 }, () => member(stand)))
    const outside = people.at(-1)!
    for (const [key, user] of stand.people) if (user === outside.user) stand.people.set(key, 'outside-1')
    const answer = await chat(newId(), { owner: people[0]!.id, people: people.map(({ id }) => id) })
    expect(answer.body.missing).toEqual([{ id: outside.id, name: expect.any(String) }])
    expect(stand.chats.at(-1)!.users).toHaveLength(44)
  })

  test('is made once by two calls at the same time', async () => {
    const stand = await choose('dingtalk')
    const [one, two] = [await member(stand), await member(stand)]
    const course = newId()
    const before = stand.chats.length
    const answers = await Promise.all([1, 2].map(() => chat(course, { owner: one.id, people: [two.id] })))
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
    expect(stand.chats.length - before).toBe(1)
  })

  test('400 for more than a hundred people; 409 without a messenger; another messenger has other chats', async () => {
    const stand = await choose('dingtalk')
    const [one, two] = [await member(stand), await member(stand)]
    const course = newId()
    await chat(course, { owner: one.id, people: [two.id] })
    expect((await chat(course, { owner: one.id, people: Array.from({ length: 101 }, () => newId()) })).status).toBe(400)
    await choose('wecom')
    expect((await readChat(course)).chat_id).toBeNull()
    await remove()
    expect((await chat(course, { owner: one.id, people: [two.id] })).body.code).toBe('workplace.off')
    expect(await readChat(course)).toEqual({ messenger: null, chat_id: null, url: null, missing: [] })
    expect((await school.call(one.actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: null })
  })
})

describe('a messenger that misbehaves', () => {
  test.each([
    [
      'answers ten megabytes',
      'size',
      (response: import('node:http').ServerResponse) => void response.end(`"${'x'.repeat(10 * 1024 * 1024)}"`),
    ],
    [
      'redirects',
      'redirect',
      (response: import('node:http').ServerResponse) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['answers a page', 'format', (response: import('node:http').ServerResponse) => void response.end('<html>')],
    ['answers a list', 'format', (response: import('node:http').ServerResponse) => void response.end('[]')],
    ['hangs up', 'connection', (response: import('node:http').ServerResponse) => void response.destroy()],
    ['answers 502', 'status', (response: import('node:http').ServerResponse) => void response.writeHead(502).end('bad gateway')],
    [
      'refuses with its own code',
      '88002',
      (response: import('node:http').ServerResponse) => void response.end('{"errcode":88002,"errmsg":"<b>token-1</b>"}'),
    ],
  ])('%s: the step fails with %s, and a lookup answers 503', async (_, code, how) => {
    const stand = await choose('dingtalk')
    const { actor } = await member(stand)
    stand.break('getbymobile', how)
    expect(await tried()).toEqual([
      { step: 'token', ok: true, code: null },
      { step: 'user', ok: false, code },
    ])
    const answer = await school.call(actor, 'GET', '/api/workplace/user-id')
    expect([answer.status, answer.body.code]).toEqual([503, 'workplace.failed'])
    expect(JSON.stringify(answer.body)).not.toContain('token-1')
  })

  test('hangs: it is given up after five seconds', async () => {
    const stand = await choose('dingtalk')
    stand.break('accessToken', () => {})
    expect(await tried()).toEqual([{ step: 'token', ok: false, code: 'time' }])
  }, 15_000)

  test('at an address of cloud secrets is never reached', async () => {
    await write({ kind: 'lark', keys: keys.feishu, on: true })
    expect(await tried()).toEqual([{ step: 'token', ok: false, code: 'address' }])
    await remove()
  })

  test('409 to try none; 429 after twenty tests', async () => {
    expect((await school.call(admin, 'POST', '/api/org/workplace/test')).body.code).toBe('workplace.off')
    await choose('dingtalk')
    await school.it.world.kv.incr(`workplace-test:${school.org}`, 600, 30)
    expect((await school.call(admin, 'POST', '/api/org/workplace/test')).status).toBe(429)
    await school.it.world.kv.delete(`workplace-test:${school.org}`)
  })
})

test('keys are sealed anew by a newer key; those of a removed key are entered again, and until then nothing is sent', async () => {
  const stand = await choose('dingtalk')
  const { actor, user } = await member(stand)
  const env = environment(standInSettings({}))
  const [old] = secretKeys(env.required('SECRET_KEYS'))
  const newer = { id: 'newer', key: Buffer.alloc(32, 3) }
  const sql = plain(school.pool)
  const reseal = (keys: SecretKeys) => resealKeys({ sql, config: { secretKeys: keys } as Config })
  expect([await reseal([newer, old!]), await reseal([newer, old!]), await reseal([])]).toEqual([1, 0, 0])
  const [none] = (await read()).keys
  expect(none).toEqual({ name: 'app_key', set: false })
  expect((await school.call(actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: null })
  expect(await reseal([old!, newer])).toBe(1)
  expect((await school.call(actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: user })
})

test('an erased person leaves nothing at the messenger behind', async () => {
  const stand = await choose('dingtalk')
  const [one, two, gone] = [await member(stand), await member(stand), await member(stand, { known: false })]
  await chat(newId(), { owner: one.id, people: [two.id, gone.id] })
  expect((await school.call(admin, 'DELETE', `/api/users/${gone.id}`)).status).toBe(204)
  for (const table of ['workplace_users', 'workplace_chat_people'])
    expect((await school.pool.query(`select from ${table} where person_id = $1`, [gone.id])).rowCount, table).toBe(0)
  await remove()
})
