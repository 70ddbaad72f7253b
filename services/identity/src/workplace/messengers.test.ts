// Tests of each messenger's adapter against a stand-in made from its documentation.
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { CoursePurgedSchema } from '@lyceum/proto/course'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { kinds, messengerKeys, workplaceSchool } from '../test/workplace.ts'

let it: Awaited<ReturnType<typeof workplaceSchool>>
beforeAll(async () => {
  it = await workplaceSchool()
})
afterEach(() => it.check())
afterAll(() => it.stop())
const numbers = { dingtalk: '13800000001', wecom: '13800000001', feishu: '+8613800000001' }

describe.each(kinds)('%s', (kind) => {
  test('is tried step by step: a token, me, a message to me', async () => {
    const stand = await it.choose(kind)
    expect(await it.tried()).toEqual([
      { step: 'token', ok: true, code: null },
      { step: 'user', ok: false, code: 'notFound' },
    ])
    stand.people.set(numbers[kind], 'me')
    expect(await it.tried()).toEqual(['token', 'user', 'message'].map((step) => ({ step, ok: true, code: null })))
    expect(stand.messages.at(-1)).toEqual({ user: 'me', text: 'This is a test message from Coral School. The messenger works.' })
    await it.write({ kind, keys: { app_secret: 'wrong' }, on: true })
    const [failed, ...more] = await it.tried()
    expect([failed.step, failed.ok, more]).toEqual(['token', false, []])
    expect(failed.code).toMatch({ dingtalk: /^invalidClientIdOrSecret$/, wecom: /^40013$/, feishu: /^10014$/ }[kind])
    stand.people.delete(numbers[kind])
  })

  test('keeps its token and fetches another once it is no longer taken', async () => {
    const stand = await it.choose(kind)
    const before = stand.tokens
    const people = [await it.member(stand), await it.member(stand)]
    for (const { actor, user } of people)
      expect((await it.school.call(actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: user })
    expect(stand.tokens - before).toBeLessThanOrEqual(1)
    stand.expire()
    const third = await it.member(stand)
    expect((await it.school.call(third.actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: third.user })
    expect(stand.tokens - before).toBeLessThanOrEqual(2)
  })

  test('makes one chat of a course, brings in who is missing, and names whom it does not know', async () => {
    const stand = await it.choose(kind)
    const course = newId()
    const [owner, one, two, stranger] = [
      await it.member(stand),
      await it.member(stand),
      await it.member(stand),
      await it.member(stand, { known: false }),
    ]
    expect(await it.readChat(course)).toEqual({ messenger: kind, chat_id: null, url: null, missing: [] })
    const few = await it.chat(course, { owner: stranger.id, people: [one.id] })
    expect([few.status, few.body.code]).toEqual([409, 'workplace.tooFew'])
    const made = await it.chat(course, { owner: owner.id, people: [one.id, stranger.id] })
    const { id, users, owner: head } = stand.chats.at(-1)!
    expect(made.body).toMatchObject({ messenger: kind, chat_id: id, missing: [{ id: stranger.id }] })
    expect(made.body.url).toBe(
      { dingtalk: `https://join.dingtalk.test/${id}`, wecom: null, feishu: `https://applink.feishu.test/${id}` }[kind],
    )
    expect([head, users.toSorted()]).toEqual([owner.user, [owner.user, one.user].sort()])
    const chats = stand.chats.length
    const requests = stand.paths.length
    expect((await it.chat(course, { owner: owner.id, people: [one.id] })).status).toBe(200)
    expect(stand.paths.length).toBe(requests)
    await it.chat(course, { owner: owner.id, people: [one.id, two.id] })
    expect(stand.chats.length).toBe(chats)
    expect(stand.chats.at(-1)!.users).toContain(two.user)
    expect(await it.readChat(course)).toEqual(made.body)
    // somebody ends it in the messenger
    stand.chats.at(-1)!.id = 'ended'
    const three = await it.member(stand)
    const again = await it.chat(course, { owner: owner.id, people: [three.id] })
    expect(again.status).toBe(200)
    expect(stand.chats.at(-1)!.users.toSorted()).toEqual([owner.user, one.user, two.user, three.user].sort())
  })
})

describe('a chat', () => {
  test('of more people than one request brings in is filled by several', async () => {
    const stand = await it.choose('feishu')
    const people = await Promise.all(Array.from({ length: 45 }, () => it.member(stand)))
    const outside = people.at(-1)!
    for (const [key, user] of stand.people) if (user === outside.user) stand.people.set(key, 'outside-1')
    const answer = await it.chat(newId(), { owner: people[0]!.id, people: people.map(({ id }) => id) })
    expect(answer.body.missing).toEqual([{ id: outside.id, name: expect.any(String) }])
    expect(stand.chats.at(-1)!.users).toHaveLength(44)
  })

  test('is made once by two calls at the same time', async () => {
    const stand = await it.choose('dingtalk')
    const [one, two] = [await it.member(stand), await it.member(stand)]
    const course = newId()
    const before = stand.chats.length
    const answers = await Promise.all([1, 2].map(() => it.chat(course, { owner: one.id, people: [two.id] })))
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
    expect(stand.chats.length - before).toBe(1)
  })

  test('400 for more than a hundred people; 409 without a messenger; another messenger has other chats', async () => {
    const stand = await it.choose('dingtalk')
    const [one, two] = [await it.member(stand), await it.member(stand)]
    const course = newId()
    await it.chat(course, { owner: one.id, people: [two.id] })
    expect((await it.chat(course, { owner: one.id, people: Array.from({ length: 101 }, () => newId()) })).status).toBe(400)
    await it.choose('wecom')
    expect((await it.readChat(course)).chat_id).toBeNull()
    await it.remove()
    expect((await it.chat(course, { owner: one.id, people: [two.id] })).body.code).toBe('workplace.off')
    expect(await it.readChat(course)).toEqual({ messenger: null, chat_id: null, url: null, missing: [] })
    expect((await it.school.call(one.actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: null })
  })
})

test('the chat of a course that was purged is not known any more; others are', async () => {
  const stand = await it.choose('dingtalk')
  const [one, two] = [await it.member(stand), await it.member(stand)]
  const [gone, stays] = [newId(), newId()]
  for (const course of [gone, stays]) await it.chat(course, { owner: one.id, people: [two.id] })
  const produce = await testProducer(it.school.it.world, 'course')
  try {
    const { org } = it.school
    await produce.emit(CoursePurgedSchema, { key: `course:${gone}`, org }, { courseId: gone, orgId: org })
    await until(async () => (await it.readChat(gone)).chat_id === null)
    expect((await it.readChat(stays)).chat_id).not.toBeNull()
    const left = await it.school.pool.query('select from workplace_chat_people where course_id = $1', [gone])
    expect(left.rowCount).toBe(0)
  } finally {
    await produce.stop()
  }
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
    const stand = await it.choose('dingtalk')
    const { actor } = await it.member(stand)
    stand.break('getbymobile', how)
    expect(await it.tried()).toEqual([
      { step: 'token', ok: true, code: null },
      { step: 'user', ok: false, code },
    ])
    const answer = await it.school.call(actor, 'GET', '/api/workplace/user-id')
    expect([answer.status, answer.body.code]).toEqual([503, 'workplace.failed'])
    expect(JSON.stringify(answer.body)).not.toContain('token-1')
  })

  test('hangs: it is given up after five seconds', async () => {
    const stand = await it.choose('dingtalk')
    stand.break('accessToken', () => {})
    expect(await it.tried()).toEqual([{ step: 'token', ok: false, code: 'time' }])
  }, 15_000)

  test('at an address of cloud secrets is never reached', async () => {
    await it.write({ kind: 'lark', keys: messengerKeys.feishu, on: true })
    expect(await it.tried()).toEqual([{ step: 'token', ok: false, code: 'address' }])
    await it.remove()
  })

  test('409 to try none; 429 after twenty tests', async () => {
    expect((await it.school.call(it.admin, 'POST', '/api/org/workplace/test')).body.code).toBe('workplace.off')
    await it.choose('dingtalk')
    await it.school.it.world.kv.incr(`workplace-test:${it.school.org}`, 600, 30)
    expect((await it.school.call(it.admin, 'POST', '/api/org/workplace/test')).status).toBe(429)
    await it.school.it.world.kv.delete(`workplace-test:${it.school.org}`)
  })
})

test('an erased person leaves nothing at the messenger behind', async () => {
  const stand = await it.choose('dingtalk')
  const [one, two, gone] = [await it.member(stand), await it.member(stand), await it.member(stand, { known: false })]
  await it.chat(newId(), { owner: one.id, people: [two.id, gone.id] })
  expect((await it.school.call(it.admin, 'DELETE', `/api/users/${gone.id}`)).status).toBe(204)
  for (const table of ['workplace_users', 'workplace_chat_people'])
    expect((await it.school.pool.query(`select from ${table} where person_id = $1`, [gone.id])).rowCount, table).toBe(0)
  await it.remove()
})
