// Forums and comments: the rules of a forum, its completion by posts and replies and its place among to-dos, comments under any activity, their number and their end.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { purgeTalk } from '../upkeep.ts'

let env: TestCourse
let ada: Actor
beforeAll(async () => {
  env = await testCourse()
  ada = await newStudent(env, 'Ada Lovelace')
})
afterAll(() => env?.stop())

type Body = Record<string, unknown>
const activity = async (draft: Body): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { title: 'Questions', published: true, ...draft })).id
const forum = (settings: Body = {}, more: Body = {}) => activity({ type: 'forum', settings, ...more })
const begin = (who: Actor, scope_id: string, more: Body = {}) =>
  env.call(who, 'POST', `/api/courses/${env.course}/topics`, {
    scope: 'activity',
    scope_id,
    kind: 'question',
    title: 'Spring tides',
    body: '<p>Why?</p>',
    ...more,
  })
const begun = async (who: Actor, scope_id: string, more: Body = {}) => {
  const answer = await begin(who, scope_id, more)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const reply = (who: Actor, topic: string, more: Body = {}) =>
  env.call(who, 'POST', `/api/topics/${topic}/posts`, { body: '<p>The moon</p>', ...more })
const list = (who: Actor, id: string) => env.ok(who, 'GET', `/api/courses/${env.course}/topics?scope=activity&scope_id=${id}`)
const my = async (who: Actor, id: string) => (await env.ok(who, 'GET', `/api/activities/${id}`)).my

test('a forum says who begins topics, and which kinds', async () => {
  const id = await forum({ begins: 'teachers', kinds: ['discussion'] })
  expect(await list(env.student, id)).toMatchObject({ total: 0, can: { begin: false }, kinds: ['discussion'] })
  expect((await begin(env.student, id, { kind: 'discussion' })).status).toBe(403)
  expect((await begin(env.teacher, id)).body.details.kind[0].code).toBe('topic.kindNotOffered')
  const topic = await begun(env.teacher, id, { kind: 'discussion' })
  expect((await reply(env.student, topic.id)).status).toBe(201)
  // the rules of a forum are its settings, and change for topics that are there
  const { version } = await env.ok(env.teacher, 'GET', `/api/activities/${id}`)
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { settings: { post_first: true, anonymous_posts: true }, version })
  expect(await env.ok(ada, 'GET', `/api/topics/${topic.id}`)).toMatchObject({ post_first: true, anonymous: true, waits_for_mine: true })
})

test('a forum is to do until its posts are there; its questions wait for who teaches until one of the posts is the answer', async () => {
  const id = await forum({}, { title: 'Ask one', completion_criterion_key: 'posted_2' })
  const todo = async () => (await env.ok(env.student, 'GET', '/api/todo')).items.find((one: Body) => one.activity_id === id)
  const unanswered = async () =>
    (await env.ok(env.teacher, 'GET', '/api/my-teaching')).courses.find((one: Body) => one.course_id === env.course).unanswered_count
  const before = await unanswered()
  expect(await todo()).toMatchObject({ type: 'forum', percent: 0 })
  const topic = await begun(env.student, id)
  await begun(env.teacher, id)
  expect([(await todo()).percent, await unanswered()]).toEqual([50, before + 1])
  const { post } = (await reply(ada, topic.id)).body
  await reply(env.student, topic.id)
  expect(await todo()).toBeUndefined()
  const { version } = await env.ok(env.student, 'GET', `/api/topics/${topic.id}`)
  await env.ok(env.student, 'PUT', `/api/topics/${topic.id}`, { accepted_post_id: post.id, version })
  expect(await unanswered()).toBe(before)
})

test('a forum is completed by posts and, where it asks for them, replies; completion once earned stays', async () => {
  const id = await forum({ replies_required: 1 }, { completion_criterion_key: 'posted_2' })
  const own = await begun(env.student, id)
  await begun(env.student, id)
  expect(await my(env.student, id)).toMatchObject({ completed: false, percent: 50 })
  const { post } = (await reply(env.student, own.id)).body
  expect(await my(env.student, id)).toMatchObject({ completed: true, percent: 100 })
  await env.ok(env.student, 'DELETE', `/api/posts/${post.id}?version=${post.version}`)
  expect(await my(env.student, id)).toMatchObject({ completed: true })
  // a post that comes back counts again, also by the hand of who moderates
  const theirs = await begun(ada, id)
  const { post: answer } = (await reply(ada, theirs.id)).body
  await env.db.query('update progress set state = default, percent = 0, completed_at = null where activity_id = $1 and person_id = $2', [
    id,
    ada.person,
  ])
  await env.ok(env.teacher, 'DELETE', `/api/posts/${answer.id}?version=${answer.version}`)
  await env.ok(env.teacher, 'PUT', `/api/posts/${answer.id}/restore`)
  expect(await my(ada, id)).toMatchObject({ completed: true, percent: 100 })
  // who teaches completes nothing
  await reply(env.teacher, own.id)
  expect((await env.facts('ProgressChanged')).some(({ person_id }) => person_id === env.teacher.person)).toBe(false)
})

test('the time to change a post is over after the minutes of its forum, but for who moderates', async () => {
  const id = await forum({ edit_minutes: 5 })
  const topic = await begun(env.student, id)
  const { post } = (await reply(env.student, topic.id)).body
  expect(post.can).toMatchObject({ change: true, remove: true })
  await env.db.query(`update posts set created_at = created_at - interval '6 minutes' where topic_id = $1`, [topic.id])
  const change = await env.call(env.student, 'PUT', `/api/posts/${post.id}`, { body: '<p>Later</p>', version: post.version })
  expect(change).toMatchObject({ status: 409, body: { code: 'post.notChangeable' } })
  expect((await env.call(env.student, 'DELETE', `/api/posts/${post.id}?version=${post.version}`)).status).toBe(403)
  expect((await env.call(env.teacher, 'DELETE', `/api/posts/${post.id}?version=${post.version}`)).status).toBe(204)
})

test('comments under an activity are one topic, that the first of them begins; two at once begin one', async () => {
  const id = await activity({ type: 'page', title: 'Field notes', body: '<p>Low tide.</p>' })
  const comments = (who = env.student) => env.ok(who, 'GET', `/api/activities/${id}/comments`)
  const count = async () => (await env.ok(env.student, 'GET', `/api/activities/${id}/comment/count`)).count
  const comment = (who: Actor, text: string) => env.call(who, 'POST', `/api/activities/${id}/comments`, { body: `<p>${text}</p>` })
  expect([await comments(), await count()]).toEqual([{ topic: null, can: { post: true, anonymous: false } }, 0])
  const answers = await Promise.all([comment(env.student, 'One'), comment(ada, 'Two')])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const { topic } = await comments(env.teacher)
  expect(topic).toMatchObject({ posts: 2, unread: 2, scope: 'activity', scope_id: id, author: { id: null } })
  // each begins a thread, and is its author's to remove
  const { items } = await env.ok(env.student, 'GET', `/api/topics/${topic.id}/posts`)
  expect(items.map(({ n, thread_n, parent_n }: Body) => [n, thread_n, parent_n])).toEqual([
    [1, 1, null],
    [2, 2, null],
  ])
  expect((await reply(ada, topic.id, { parent_n: 1 })).body.post).toMatchObject({ thread_n: 1, parent_n: 1 })
  const first = items[0]
  await env.ok(first.author.id === ada.person ? ada : env.student, 'DELETE', `/api/posts/${first.id}?version=${first.version}`)
  expect(await count()).toBe(2)
  expect((await list(env.student, id)).items).toEqual([])
  expect((await begin(env.student, id)).status).toBe(403)
  expect((await env.call(env.teacher, 'DELETE', `/api/topics/${topic.id}?version=${topic.version}`)).status).toBe(403)
  expect((await env.call(env.stranger, 'GET', `/api/activities/${id}/comments`)).status).toBe(403)
  expect((await comment(env.inspector, 'I look')).status).toBe(403)
})

test('a forum and comments follow their activity: hidden, not begun, over, purged', async () => {
  const id = await forum()
  const topic = await begun(env.student, id)
  const status = async (who = env.student) => (await env.call(who, 'GET', `/api/topics/${topic.id}`)).status
  const change = async (changes: Body) => {
    const { version } = await env.ok(env.teacher, 'GET', `/api/activities/${id}`)
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { ...changes, version })
  }
  const unread = async (who = env.teacher) => (await env.ok(who, 'GET', `/api/courses/${env.course}/topics-unread`)).scopes
  const inForum = { scope: 'activity', scope_id: id, name: expect.any(String), set_id: null, set_name: null, unread: 1 }
  expect((await env.ok(env.student, 'GET', `/api/activities/${id}/comment/count`)).count).toBe(1)
  expect(await unread(ada)).toContainEqual(inForum)
  await change({ start_time: new Date(Date.now() + 3_600_000).toISOString() })
  expect((await env.call(env.student, 'GET', `/api/topics/${topic.id}`)).body.code).toBe('activity.notStarted')
  expect(await unread(ada)).not.toContainEqual(inForum)
  await change({ start_time: null, end_time: new Date(Date.now() + 3_600_000).toISOString() })
  await env.db.query(`update activities set end_time = now() - interval '1 minute' where id = $1`, [id])
  // it stays to be read
  expect(await status()).toBe(200)
  expect((await reply(env.student, topic.id)).status).toBe(403)
  expect((await reply(env.teacher, topic.id)).status).toBe(201)
  await purgeTalk(plain(env.db), [id])
  expect((await env.db.query('select from topics where scope_id = $1', [id])).rowCount).toBe(0)
})

test('neither a mention nor a follower hears of a forum that they cannot open, but for who has a time of their own', async () => {
  const id = await forum()
  const topic = await begun(env.student, id)
  const change = async (changes: Body) => {
    const { version } = await env.ok(env.teacher, 'GET', `/api/activities/${id}`)
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { ...changes, version })
  }
  const notified = async () => {
    expect((await reply(env.teacher, topic.id, { body: `<p><span data-mention="person:${ada.person}">@Ada</span></p>` })).status).toBe(201)
    const { person_ids = [], mentioned_ids = [] } = (await env.facts('PostChanged')).at(-1)
    return [person_ids, mentioned_ids]
  }
  const [follower, mentioned] = [env.student.person, ada.person]
  expect(await notified()).toEqual([[follower], [mentioned]])
  await change({ start_time: new Date(Date.now() + 3_600_000).toISOString() })
  expect(await notified()).toEqual([[], []])
  await env.db.query(
    `insert into personal_times (activity_id, person_id, org_id, course_id, opens, version) values ($1, $2, $3, $4, now() - interval '1 hour', 1)`,
    [id, ada.person, env.org, env.course],
  )
  expect(await notified()).toEqual([[], [mentioned]])
  await env.db.query('delete from personal_times where activity_id = $1', [id])
  await change({ start_time: null })
  expect(await notified()).toEqual([[follower], [mentioned]])
  await env.db.query('update activities set published = false where id = $1', [id])
  expect(await notified()).toEqual([[], []])
})

test('the list of forums has it', async () => {
  const id = await forum()
  const { forum_activities, items } = await env.ok(env.student, 'GET', `/api/courses/${env.course}/forum-activities`)
  expect((items ?? forum_activities).map((one: Body) => one.id)).toContain(id)
})
