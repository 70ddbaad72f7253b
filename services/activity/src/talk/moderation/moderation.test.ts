// Moderation: posts that wait, for all or the first ones; reports, the queue, shown and hidden; what classmates see of it, which is nothing.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { eraseTalk } from '../upkeep.ts'

let env: TestCourse
let ada: Actor, bo: Actor, cy: Actor
let forum = ''
beforeAll(async () => {
  env = await testCourse()
  ;[ada, bo, cy] = await Promise.all([newStudent(env, 'Ada Lovelace'), newStudent(env, 'Bo Derrick'), newStudent(env, 'Cy Young')])
  forum = await newForum({ moderation: 'all', anonymous_posts: true })
})
afterAll(() => env?.stop())

type Body = Record<string, unknown>
const newForum = async (settings: Body) =>
  (
    await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
      type: 'forum',
      title: 'Questions',
      published: true,
      settings,
    })
  ).id
const begin = (who: Actor, more: Body = {}) =>
  env.ok(who, 'POST', `/api/courses/${env.course}/topics`, {
    scope: 'activity',
    scope_id: forum,
    kind: 'question',
    title: 'Spring tides',
    body: '<p>Why?</p>',
    ...more,
  })
const post = async (who: Actor, topic: string, text = 'The moon', more: Body = {}) =>
  (await env.ok(who, 'POST', `/api/topics/${topic}/posts`, { body: `<p>${text}</p>`, ...more })).post
const setState = (of: Body, state: string, more: Body = {}, who = env.teacher) =>
  env.call(who, 'PUT', `/api/posts/${of.id}/state`, { state, version: of.version, ...more })
const show = async (of: Body) => (await setState(of, 'shown')).body.post
const report = (who: Actor, id: unknown, reason = 'spam') => env.call(who, 'POST', `/api/posts/${id}/report`, { reason, text: 'Look' })
const queue = (query = '', who = env.teacher) => env.ok(who, 'GET', `/api/courses/${env.course}/post-reports${query}`)
const inQueue = async () => (await queue()).items.map(({ post }: { post: Body }) => post.id)
const topicOf = (who: Actor, id: string) => env.call(who, 'GET', `/api/topics/${id}`)
const numbersOf = async (who: Actor, topic: string) =>
  (await env.ok(who, 'GET', `/api/topics/${topic}/outline`)).rows.map(([n]: number[]) => n)
const lastFact = async () => (await env.facts('PostChanged')).at(-1)

test('a topic whose text waits is there for its author and who moderates alone, until its text is shown', async () => {
  const topic = await begin(env.student, { body: `<p>Why, <span data-mention="person:${ada.person}">@Ada</span>?</p>` })
  expect(topic).toMatchObject({ waits: true, posts: 0, last_n: 0, can: { post: false } })
  expect(await lastFact()).toMatchObject({ state: 'waiting' })
  // no title of a topic that nobody may see yet
  const titles = async () => [(await env.facts('TopicChanged')).at(-1), await lastFact()].map((fact) => fact?.title ?? '')
  expect(await titles()).toEqual(['', ''])
  expect((await lastFact()).mentioned_ids ?? []).toEqual([])
  expect([await topicOf(ada, topic.id), await topicOf(env.teacher, topic.id)].map(({ status }) => status)).toEqual([404, 200])
  const listed = async (who: Actor) =>
    (await env.ok(who, 'GET', `/api/courses/${env.course}/topics?scope=activity&scope_id=${forum}`)).total
  expect([await listed(ada), await listed(env.student), await listed(env.teacher)]).toEqual([0, 1, 1])
  const early = await env.call(env.student, 'POST', `/api/topics/${topic.id}/posts`, { body: '<p>And?</p>' })
  expect(early.body.code).toBe('topic.closed')
  const { items, counts } = await queue()
  expect(counts).toEqual({ waiting: 1, reported: 0 })
  expect(items).toMatchObject([
    { waiting: true, reports: [], post: { n: 1, state: 'waiting', author: { id: env.student.person } }, topic: { id: topic.id } },
  ])
  expect((await setState(items[0].post, 'shown', {}, ada)).status).toBe(403)
  expect(await show(items[0].post)).toMatchObject({ n: 1, state: 'shown' })
  expect(await titles()).toEqual(['Spring tides', 'Spring tides'])
  // its news is its author's, not of who has shown it
  const { rows } = await env.db.query(
    `select actor_id::text as actor from kit.outbox where type like '%PostChanged' order by seq desc limit 1`,
  )
  expect([rows[0].actor, (await lastFact()).mentioned_ids]).toEqual([env.student.person, [ada.person]])
  expect((await topicOf(ada, topic.id)).body).toMatchObject({ unread: 1, posts: 1, can: { post: true } })
  expect(await queue()).toMatchObject({ total: 0, counts: { waiting: 0 } })
})

test('a post that waits has no number, is changed by its author, and counts once it is shown; one that is hidden first never has one', async () => {
  const topic = await begin(env.teacher)
  const first = await post(env.student, topic.id)
  const second = await post(ada, topic.id, 'The sun', { parent_n: 1 })
  expect([first, second]).toMatchObject([{ n: null, state: 'waiting', can: { change: true } }, { n: null }])
  const waiting = async (who: Actor) =>
    (await env.ok(who, 'GET', `/api/topics/${topic.id}/posts?waiting=true`)).items.map(({ id }: Body) => id)
  expect([await waiting(env.student), await waiting(ada), await waiting(bo)]).toEqual([[first.id], [second.id], []])
  expect(await waiting(env.teacher)).toEqual([first.id, second.id])
  expect(await numbersOf(env.student, topic.id)).toEqual([1])
  const my = async () => (await env.ok(env.student, 'GET', `/api/activities/${forum}`)).my.percent
  await env.db.query('delete from progress where activity_id = $1', [forum])
  expect(await my()).toBe(0)
  const { post: changed } = await env.ok(env.student, 'PUT', `/api/posts/${first.id}`, { body: '<p>Moon</p>', version: first.version })
  expect((await setState(first, 'shown')).body.code).toBe('post.newer')
  const hidden = await setState(second, 'hidden', { reason: 'Said before' })
  expect(hidden.body.post).toMatchObject({ n: null, state: 'hidden', reason: 'Said before' })
  expect(await show(changed)).toMatchObject({ n: 2, thread_n: 2, state: 'shown' })
  expect(await my()).toBe(100)
  expect((await env.ok(ada, 'GET', `/api/topics/${topic.id}/posts?waiting=true`)).items).toMatchObject([
    { state: 'hidden', reason: 'Said before' },
  ])
  expect((await env.call(bo, 'GET', `/api/posts/${second.id}/versions`)).status).toBe(404)
  expect(await numbersOf(bo, topic.id)).toEqual([1, 2])
  const { rows } = await env.db.query(`select action, after from kit.audit where subject = $1`, [`post:${second.id}`])
  expect(rows).toEqual([{ action: 'post.hidden', after: { state: 'hidden', reason: 'Said before' } }])
})

test('a changed post waits again under its number where all wait, and its topic keeps its title and is nobody’s to delete', async () => {
  const topic = await begin(env.student)
  await show((await queue()).items.at(-1).post)
  const answer = await show(await post(ada, topic.id))
  const of = async (who: Actor, n: number) => (await env.ok(who, 'GET', `/api/topics/${topic.id}/posts?numbers=${n}`)).items[0]
  const seen = (who: Actor) => env.ok(who, 'GET', `/api/topics/${topic.id}`)
  const { version } = await seen(env.teacher)
  await env.ok(env.teacher, 'PUT', `/api/topics/${topic.id}`, { accepted_post_id: answer.id, version })
  expect([(await seen(env.student)).changes_wait, (await seen(env.teacher)).changes_wait]).toEqual([true, false])
  const change = async (who: Actor, n: number, body: string) => {
    const before = await of(who, n)
    return (await env.ok(who, 'PUT', `/api/posts/${before.id}`, { body, version: before.version })).post
  }
  expect(await change(ada, 2, '<p>Buy boats</p>')).toMatchObject({ state: 'waiting', n: 2, body: '<p>Buy boats</p>' })
  expect(await of(bo, 2)).toMatchObject({ state: 'waiting', body: '', can: { reply: false } })
  expect(await inQueue()).toContain(answer.id)
  expect((await env.facts('TopicChanged')).at(-1)).not.toHaveProperty('answer_n')
  expect(await seen(bo)).toMatchObject({ posts: 1, answer_n: null })
  const search = new URLSearchParams({ scope: 'activity', scope_id: forum, conditions: '{"keyword":"boats"}' })
  expect((await env.ok(bo, 'GET', `/api/courses/${env.course}/topics?${search}`)).total).toBe(0)
  await show(await of(env.teacher, 2))
  expect((await env.facts('TopicChanged')).at(-1)).toMatchObject({ id: topic.id, answer_n: 2 })
  // the text of the topic, too, while the posts of others stay
  expect(await change(env.student, 1, '<p>Sell boats</p>')).toMatchObject({ state: 'waiting', n: 1 })
  const mine = await seen(env.student)
  expect(mine).toMatchObject({ posts: 1, can: { remove: false } })
  const draft = { version: mine.version, title: 'Boats' }
  expect((await env.call(env.student, 'PUT', `/api/topics/${topic.id}`, draft)).status).toBe(403)
  expect((await env.call(env.student, 'DELETE', `/api/topics/${topic.id}?version=${mine.version}`)).status).toBe(403)
  await show(await of(env.teacher, 1))
  expect(await of(bo, 1)).toMatchObject({ state: 'shown', body: '<p>Sell boats</p>' })
})

test('first posts of a person wait until one of theirs is shown; the topics of a course have a setting of their own', async () => {
  const settings = (version: number, who = env.teacher) =>
    env.call(who, 'PUT', `/api/courses/${env.course}/talk-settings`, { moderation: 'first', version })
  expect((await settings(0, env.student)).status).toBe(403)
  expect((await settings(0)).body).toMatchObject({ moderation: 'first' })
  expect((await settings(0)).body.code).toBe('topic.newer')
  const topic = await begin(env.teacher, { scope: 'course', scope_id: undefined })
  const first = await post(env.student, topic.id)
  expect([first.state, (await post(env.student, topic.id, 'Again')).state, (await post(env.teacher, topic.id)).state]).toEqual([
    'waiting',
    'waiting',
    'shown',
  ])
  const change = async ({ id, version }: Body, body: string) =>
    (await env.ok(env.student, 'PUT', `/api/posts/${id}`, { body, version })).post
  const changed = await change(first, '<p>The moon, mostly</p>')
  expect(changed.state).toBe('waiting')
  const shown = await show(changed)
  // from then on nothing of theirs waits, changes neither
  expect([(await post(env.student, topic.id, 'Third')).state, (await change(shown, '<p>The moon and the sun</p>')).state]).toEqual([
    'shown',
    'shown',
  ])
  expect((await post(ada, topic.id, 'Mine')).state).toBe('waiting')
  await env.db.query(`delete from posts where state = 'waiting'`)
  await env.db.query('delete from talk_settings')
})

test('three reports hide a post until somebody has looked at it; nobody but who moderates reads of who and why', async () => {
  const topic = await begin(env.teacher, { scope: 'course', scope_id: undefined })
  const bad = await post(env.student, topic.id, 'Buy boats')
  await env.ok(env.teacher, 'PUT', `/api/topics/${topic.id}`, { accepted_post_id: bad.id, version: topic.version })
  expect((await report(env.student, bad.id)).body.code).toBe('post.notReportable')
  for (const who of [ada, ada, bo]) expect((await report(who, bad.id)).status).toBe(204)
  const seen = async (who: Actor) => (await env.ok(who, 'GET', `/api/topics/${topic.id}/posts?numbers=2`)).items[0]
  expect([await seen(ada), await seen(cy)]).toMatchObject([
    { state: 'shown', can: { report: false } },
    { state: 'shown', can: { report: true } },
  ])
  await report(cy, bad.id, 'hurtful')
  expect(await seen(cy)).toMatchObject({ state: 'hidden', body: '', accepted: false, can: { moderate: false } })
  expect(await seen(env.student)).toMatchObject({ state: 'hidden', body: '<p>Buy boats</p>', reason: '' })
  expect(JSON.stringify(await seen(env.student))).not.toContain(ada.person)
  const facts = await env.facts('PostReported')
  expect(facts.at(-1)).toMatchObject({ id: bad.id, reports: 3, hidden: true, reason: 'hurtful' })
  for (const { person } of [ada, bo, cy, env.student]) expect(JSON.stringify(facts)).not.toContain(person)
  const search = new URLSearchParams({ conditions: '{"state":"reported"}' })
  const { items } = await queue(`?${search}`)
  expect(items).toMatchObject([
    { reported: 3, reports: [{ by: { id: ada.person }, reason: 'spam', text: 'Look' }, { by: { id: bo.person } }, { reason: 'hurtful' }] },
  ])
  expect((await env.call(env.student, 'GET', `/api/courses/${env.course}/post-reports`)).status).toBe(403)
  expect((await env.call(env.inspector, 'GET', `/api/courses/${env.course}/post-reports`)).status).toBe(403)
  expect((await env.call(env.teacher, 'GET', `/api/courses/${env.course}/post-reports?conditions={"state":"x"}`)).status).toBe(400)
  // shown again it is the answer again, and its reports are settled
  expect(await show(items[0].post)).toMatchObject({ state: 'shown', accepted: true, can: { moderate: true } })
  expect(await inQueue()).toEqual([])
  const { posts, answer_n } = (await topicOf(ada, topic.id)).body
  expect([posts, answer_n]).toEqual([2, 2])
  // as it is once it was removed and brought back
  const { version } = await seen(env.teacher)
  await env.ok(env.teacher, 'DELETE', `/api/posts/${bad.id}?version=${version}`)
  expect((await topicOf(ada, topic.id)).body.answer_n).toBeNull()
  await env.ok(env.teacher, 'PUT', `/api/posts/${bad.id}/restore`)
  expect((await topicOf(ada, topic.id)).body.answer_n).toBe(2)
  // a class does not hide what its teacher says
  const said = await post(env.teacher, topic.id, 'Read chapter 2')
  for (const who of [ada, bo, cy]) await report(who, said.id)
  expect((await env.ok(ada, 'GET', `/api/topics/${topic.id}/posts?numbers=${said.n}`)).items[0].state).toBe('shown')
  expect((await queue()).items[0].reports.map(({ by }: { by: Body }) => by.id)).toEqual([null, null, null])
  for (const who of [ada, bo, cy]) await eraseTalk(plain(env.db), who.person)
  expect(await inQueue()).toEqual([])
})

test('a hidden post stays hidden when its author removes it and brings it back; ten reports of a person in a day', async () => {
  const topic = await begin(env.teacher, { scope: 'course', scope_id: undefined })
  const bad = await post(env.student, topic.id, 'Buy boats')
  const { post: hidden } = (await setState(bad, 'hidden')).body
  expect((await env.call(env.student, 'DELETE', `/api/posts/${bad.id}?version=${hidden.version}`)).status).toBe(204)
  expect((await setState(hidden, 'shown')).body.code).toBe('post.newer')
  const { post: back } = await env.ok(env.student, 'PUT', `/api/posts/${bad.id}/restore`)
  expect(back.state).toBe('hidden')
  expect((await topicOf(ada, topic.id)).body.posts).toBe(1)
  const posts = []
  for (let n = 0; n < 11; n++) posts.push(await post(n % 2 ? env.teacher : env.manager, topic.id))
  const answers = await Promise.all(posts.map(({ id }) => report(bo, id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(204), 429])
  await eraseTalk(plain(env.db), bo.person)
})

test('an anonymous post is anonymous in the queue, and its news have no sender once it is shown', async () => {
  const topic = await begin(env.teacher)
  const mine = await post(cy, topic.id, 'A doubt', { anonymous: true })
  const page = await queue()
  expect(page.items.at(-1).post).toMatchObject({ id: mine.id, author: { id: null, alias: 1 } })
  expect(JSON.stringify(page)).not.toContain(cy.person)
  await show(mine)
  const { rows } = await env.db.query(`select actor_id, value from kit.outbox where type like '%PostChanged' order by seq desc limit 1`)
  expect([rows[0].actor_id || '', rows[0].value.includes(cy.person)]).toEqual(['', false])
  expect((await env.ok(bo, 'GET', `/api/topics/${topic.id}/outline`)).authors.at(-1)).toMatchObject({ id: null, alias: 1 })
})
