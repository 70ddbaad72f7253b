// Topics of students in their own hands: deleted, moved and rewritten while nobody else has posted and the topic is not over; later by who moderates.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { openAtTime } from './opening.ts'

let env: TestCourse
let ada: Actor
beforeAll(async () => {
  env = await testCourse()
  ada = await newStudent(env, 'Ada Lovelace')
})
afterAll(() => env?.stop())

type Draft = Record<string, unknown>
const begun = (draft: Draft = {}) =>
  env.ok(env.student, 'POST', `/api/courses/${env.course}/topics`, {
    scope: 'course',
    kind: 'question',
    title: 'Spring tides',
    body: '<p>Why?</p>',
    ...draft,
  })
const read = (id: string, who = env.student) => env.ok(who, 'GET', `/api/topics/${id}`)
const change = async (id: string, changes: Draft, who = env.student) =>
  await env.call(who, 'PUT', `/api/topics/${id}`, { ...changes, version: (await read(id, who)).version })
const remove = async (id: string, who = env.student) =>
  await env.call(who, 'DELETE', `/api/topics/${id}?version=${(await read(id, who)).version}`)
const reply = async (id: string, who: Actor) => (await env.ok(who, 'POST', `/api/topics/${id}/posts`, { body: '<p>The moon</p>' })).post
const later = (hours = 1) => new Date(Date.now() + hours * 3_600_000).toISOString()
const forbidden = { status: 403, body: { code: 'forbidden' } }

test('a topic is deleted and hidden by its beginner as long as nobody else has posted; its words stay theirs, the answer too', async () => {
  const { id } = await begun({ opens_at: later() })
  expect((await read(id)).can).toMatchObject({ change: true, remove: true })
  expect((await change(id, { opens_at: null, closes_at: later() })).status).toBe(200)
  const answer = await reply(id, ada)
  expect((await read(id)).can).toMatchObject({ change: true, remove: false, accept: true })
  expect(await remove(id)).toMatchObject(forbidden)
  for (const dates of [{ opens_at: later(0.5) }, { closes_at: null }]) expect(await change(id, dates)).toMatchObject(forbidden)
  // dates that a form sends back as they are change nothing
  const { opens_at, closes_at } = await read(id)
  expect((await change(id, { title: 'Neap tides', opens_at, closes_at })).status).toBe(200)
  expect((await change(id, { accepted_post_id: answer.id })).body).toMatchObject({ answer_n: 2 })
  expect((await read(id, env.teacher)).can).toMatchObject({ change: true, remove: true })
  expect((await remove(id, env.teacher)).status).toBe(204)
  const alone = await begun()
  expect((await remove(alone.id)).status).toBe(204)
})

test('a topic that is closed, by hand or by its date, is not rewritten but by who moderates', async () => {
  const { id } = await begun()
  const post = await reply(id, ada)
  const rewrite = (who: Actor, body = '<p>Never said</p>', version = post.version) =>
    env.call(who, 'PUT', `/api/posts/${post.id}`, { body, version })
  const closings = [`closed = true`, `closed = false, closes_at = now() - interval '1 minute'`]
  for (const closing of closings) {
    await env.db.query(`update topics set ${closing} where id = $1`, [id])
    expect(await rewrite(ada)).toMatchObject({ status: 409, body: { code: 'post.notChangeable' } })
    expect(await env.call(ada, 'DELETE', `/api/posts/${post.id}?version=${post.version}`)).toMatchObject(forbidden)
    const { items } = await env.ok(ada, 'GET', `/api/topics/${id}/posts`)
    expect(items[1].can).toMatchObject({ change: false, remove: false })
    expect((await read(id)).can).toMatchObject({ change: false, remove: false })
    expect(await change(id, { title: 'Rewritten' })).toMatchObject(forbidden)
    expect((await change(id, { title: `Tides ${closing.length}` }, env.teacher)).status).toBe(200)
  }
  const alone = await begun()
  await env.db.query('update topics set closed = true where id = $1', [alone.id])
  expect(await remove(alone.id)).toMatchObject(forbidden)
  await env.db.query('update topics set closed = false, closes_at = null where id = $1', [id])
  expect((await rewrite(ada)).status).toBe(200)
})

test('in a forum its title and kind are theirs for the minutes of its posts', async () => {
  const draft = { type: 'forum', title: 'Questions', published: true, settings: { edit_minutes: 5 } }
  const { id: forum } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, draft)
  const { id } = await begun({ scope: 'activity', scope_id: forum })
  expect((await change(id, { title: 'Neap tides' })).status).toBe(200)
  await reply(id, ada)
  await env.db.query(`update topics set created_at = created_at - interval '6 minutes' where id = $1`, [id])
  for (const words of [{ title: 'Other tides' }, { kind: 'discussion' }]) expect(await change(id, words)).toMatchObject(forbidden)
  expect((await read(id)).can).toMatchObject({ change: false, remove: false, accept: true })
  expect((await change(id, { title: 'Other tides' }, env.teacher)).status).toBe(200)
})

test('a topic that opens later has its title in facts, and notifies those whom it mentions, when it opens, unless its time was changed', async () => {
  const opens = later()
  const { id } = await begun({ opens_at: opens, body: `<p><span data-mention="person:${ada.person}">@Ada</span></p>` })
  const mentioned = async () => (await env.facts('PostChanged')).at(-1).mentioned_ids ?? []
  expect(await mentioned()).toEqual([])
  const { rows } = await env.db.query(`select payload from kit.jobs where kind = 'notifyOfTopic' and payload->>'topic' = $1`, [id])
  expect(rows).toEqual([{ payload: { topic: id, opens, mentions: true } }])
  const titles = async () =>
    [(await env.facts('TopicChanged')).at(-1), (await env.facts('PostChanged')).at(-1)].map((fact) => fact.title ?? '')
  expect(await titles()).toEqual(['', ''])
  await openAtTime(plain(env.db), { topic: id, opens: later(2) }, new Date(opens))
  expect([await mentioned(), await titles()]).toEqual([[], ['', '']])
  await openAtTime(plain(env.db), { topic: id, opens }, new Date(opens))
  expect([await mentioned(), await titles()]).toEqual([[ada.person], ['Spring tides', 'Spring tides']])
})
