// Posts: threads, quotes, changes and former texts, removed and brought back, reactions, mentions, files, limits.
import { plain } from '@lyceum/kit/database/database'
import { subscribeToHints, type Hint } from '@lyceum/kit/kv/hints'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { purgeRemoved, resyncPosts } from '../upkeep.ts'

let env: TestCourse
let ada: Actor
let topic: string
beforeAll(async () => {
  env = await testCourse()
  ada = await newStudent(env, 'Ada Lovelace')
})
afterAll(() => env?.stop())
beforeEach(async () => {
  await env.db.query('delete from topics')
  const draft = { scope: 'course', kind: 'question', title: 'Spring tides', body: '<p>Why twice a month?</p>' }
  topic = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/topics`, draft)).id
})

type Body = Record<string, unknown>
const send = (who: Actor, body: string, more: Body = {}) =>
  env.call(who, 'POST', `/api/topics/${topic}/posts`, { body: `<p>${body}</p>`, ...more })
const sent = async (who: Actor, body: string, more: Body = {}) => {
  const answer = await send(who, body, more)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.post
}
const mention = (of: string) => `<span data-mention="${of}">@you</span>`
const read = async (who = env.student, query = '') => await env.ok(who, 'GET', `/api/topics/${topic}/posts${query}`)
const numbers = async (query: string) => (await read(env.student, query)).items.map(({ n }: { n: number }) => n)
const texts = async (who = env.student) => (await read(who)).items.map(({ body }: { body: string }) => body)
const lastFact = async () => (await env.facts('PostChanged')).at(-1)
const code = (answer: { body: any }, field?: string) => (field ? answer.body.details?.[field]?.[0]?.code : answer.body.code)

test('replies stay in the thread of the first post they answer, by two levels; a quote has the beginning of its text', async () => {
  const first = await sent(env.student, 'The moon')
  const second = await sent(ada, 'And the sun')
  const reply = await sent(env.teacher, 'Together', { parent_n: first.n })
  const below = await sent(ada, `Both ${'at once '.repeat(60)}`, { parent_n: reply.n, quote_n: first.n })
  expect([first, second, reply, below].map(({ n, thread_n, parent_n }) => [n, thread_n, parent_n])).toEqual([
    [2, 2, null],
    [3, 3, null],
    [4, 2, 2],
    [5, 2, 4],
  ])
  expect(below.quote).toEqual({ n: 2, text: 'The moon', author: expect.objectContaining({ id: env.student.person, name: 'Maya Tan' }) })
  expect((await sent(ada, 'To the question', { parent_n: 1 })).thread_n).toBe(6)
  expect(await numbers('')).toEqual([1, 2, 4, 5, 3, 6])
  expect(await numbers('?thread=2')).toEqual([2, 4, 5])
  expect(await numbers('?thread=2&from=5')).toEqual([5])
  expect(await numbers('?from=3&to=4')).toEqual([4, 3])
  expect(await numbers('?numbers=6,1')).toEqual([1, 6])
  expect(await numbers(`?person_id=${ada.person}`)).toEqual([5, 3, 6])
  expect(code(await send(ada, 'x', { parent_n: 99 }), 'parent_n')).toBe('post.unknown')
  expect(code(await send(ada, 'x', { quote_n: 99 }), 'quote_n')).toBe('post.unknown')
  expect((await env.call(env.stranger, 'GET', `/api/topics/${topic}/posts`)).status).toBe(403)
})

test('an author changes their text, whose former ones stay for them and who moderates; the second window gets the text of the first', async () => {
  const post = await sent(env.student, 'The moon')
  const change = (who: Actor, body: string, version: number) =>
    env.call(who, 'PUT', `/api/posts/${post.id}`, { body: `<p>${body}</p>`, version })
  const { body: after } = await change(env.student, 'The moon <script>x</script>and the sun', post.version)
  expect(after.post).toMatchObject({ body: '<p>The moon and the sun</p>', edited_at: expect.any(String), can: { versions: true } })
  expect((await change(env.student, 'Mine', post.version)).body).toMatchObject({
    code: 'post.newer',
    params: { version: after.post.version, body: '<p>The moon and the sun</p>' },
  })
  for (const who of [ada, env.teacher]) expect((await change(who, 'Mine', after.post.version)).status).toBe(403)
  const versions = (who: Actor) => env.call(who, 'GET', `/api/posts/${post.id}/versions`)
  expect((await versions(ada)).status).toBe(403)
  for (const who of [env.student, env.teacher])
    expect((await versions(who)).body.items).toMatchObject([{ n: 1, body: '<p>The moon</p>', by: { id: env.student.person } }])
  expect(await lastFact()).toMatchObject({ id: post.id, state: 'shown', person_ids: [], mentioned_ids: [] })
})

test('a removed post keeps its number and shows nothing; it comes back with its text for thirty days', async () => {
  const post = await sent(env.student, 'The moon')
  const reply = await sent(ada, 'Indeed', { parent_n: 2 })
  const remove = (who: Actor, id: string, version: number) => env.call(who, 'DELETE', `/api/posts/${id}?version=${version}`)
  expect((await remove(ada, post.id, post.version)).status).toBe(403)
  const [opening] = (await read(env.teacher)).items
  expect((await remove(env.teacher, opening.id, opening.version)).status).toBe(403)
  expect((await remove(env.student, post.id, post.version)).status).toBe(204)
  expect((await remove(env.student, post.id, post.version)).status).toBe(204)
  expect(await texts(ada)).toEqual(['<p>Why twice a month?</p>', '', '<p>Indeed</p>'])
  expect((await read(env.student)).items[1]).toMatchObject({
    state: 'removed',
    body: '<p>The moon</p>',
    can: { restore: true, change: false },
  })
  expect((await env.ok(ada, 'GET', `/api/topics/${topic}/outline`)).rows[1]).toEqual([2, 2, 1, 1])
  expect((await env.ok(ada, 'GET', `/api/topics/${topic}`)).posts).toBe(2)
  const restore = (who: Actor, id = post.id) => env.call(who, 'PUT', `/api/posts/${id}/restore`)
  expect((await restore(ada)).status).toBe(403)
  expect((await restore(env.student)).body.post).toMatchObject({ state: 'shown', body: '<p>The moon</p>' })
  expect((await env.ok(ada, 'GET', `/api/topics/${topic}`)).posts).toBe(3)
  // removed by who moderates: its author does not bring it back
  await remove(env.teacher, reply.id, reply.version)
  expect((await restore(ada, reply.id)).status).toBe(403)
  await env.db.query(`update posts set removed_at = now() - interval '31 days' where id = $1`, [reply.id])
  expect((await restore(env.teacher, reply.id)).status).toBe(403)
  expect(await purgeRemoved(plain(env.db), new Date(Date.now() - 30 * 86_400_000), 500)).toBe(1)
  expect((await env.db.query('select body, state from posts where id = $1', [reply.id])).rows).toEqual([{ body: '', state: 'removed' }])
})

test('reactions are counted by name, once for each person', async () => {
  const post = await sent(env.student, 'The moon')
  const react = (who: Actor, name: string, on = true) => env.call(who, 'PUT', `/api/posts/${post.id}/reactions`, { name, on })
  await react(ada, 'thanks')
  await react(ada, 'thanks')
  await react(env.teacher, 'thanks')
  expect((await react(ada, 'like')).body.reactions).toEqual([
    { name: 'like', count: 1, mine: true },
    { name: 'thanks', count: 2, mine: true },
  ])
  expect((await react(ada, 'thanks', false)).body.reactions).toEqual([
    { name: 'like', count: 1, mine: true },
    { name: 'thanks', count: 1, mine: false },
  ])
  expect((await react(ada, 'anger')).status).toBe(400)
  expect((await react(env.inspector, 'like')).status).toBe(403)
})

test('the fact of a post names who follows, who is answered and who is mentioned; all others read again by one hint in a second', async () => {
  const heard: Hint[] = []
  const end = await subscribeToHints(
    env.activities.world.kv,
    (hint) => void (hint.subject === 'postChanged' && hint.of === topic && heard.push(hint)),
  )
  const first = await sent(env.student, 'The moon')
  expect(await lastFact()).toMatchObject({ person_ids: [env.teacher.person], author_id: env.student.person })
  await env.ok(env.teacher, 'PUT', `/api/topics/${topic}/follow`, { following: false })
  await sent(ada, `And the sun ${mention('teachers')}`, { parent_n: first.n })
  expect(await lastFact()).toMatchObject({ person_ids: [env.student.person], mentioned_ids: [env.teacher.person] })
  await until(() => heard.some(({ fact }) => !fact))
  expect(heard.filter(({ fact }) => !fact)).toEqual([
    { subject: 'postChanged', aggregate: 'course', id: env.course, org: env.org, of: topic },
  ])
  expect(heard.filter(({ fact }) => fact).every(({ people }) => people!.length > 0)).toBe(true)
  await end()
})

test('mentions are of people of the course, ten at most', async () => {
  const mentioning = (...of: string[]) => send(env.student, of.map(mention).join(' '))
  const people = (count: number) => Array.from({ length: count }, () => `person:${newId()}`)
  expect(code(await mentioning(`person:${env.stranger.person}`), 'body')).toBe('post.unknownMention')
  expect(code(await mentioning(`group:${newId()}`), 'body')).toBe('post.unknownMention')
  expect(code(await mentioning(...people(10), 'teachers'), 'body')).toBe('post.tooManyMentions')
  // a chip says the name of whom it mentions, not the words of its writer
  const { post: named } = (await send(env.student, `To <span data-mention="person:${ada.person}">@Bo, who <b>failed</b></span>`)).body
  expect(named.body).toContain(`<span data-mention="person:${ada.person}">@Ada Lovelace</span>`)
  const words = `<span data-mention="teachers">@老师</span> <span data-mention="teachers">@The failed</span>`
  const { post: changed } = await env.ok(env.student, 'PUT', `/api/posts/${named.id}`, { body: `<p>${words}</p>`, version: named.version })
  expect(changed.body.replaceAll(/<[^<>]*>/g, '')).toBe('@老师 @teachers')
  const { body, status } = await mentioning(`person:${env.student.person}`, `person:${ada.person}`, 'everybody')
  expect([status, await lastFact()]).toMatchObject([201, { mentioned_ids: [ada.person] }])
  const offered = async (who: Actor, query = '') =>
    (await env.ok(who, 'GET', `/api/courses/${env.course}/mentionable?scope=course${query}`)).items.map(({ of }: Body) => of)
  expect(await offered(env.student, '&keyword=love')).toEqual([`person:${ada.person}`])
  expect(await offered(env.student)).not.toContain(`person:${env.student.person}`)
  expect(await offered(ada, '&keyword=nobody')).toEqual([])
  // a word that mentions nobody stays a word
  expect(body.post.body).toMatch(/ @you<\/p>$/)
})

test('a post holds its files, opens them to readers, and lets go when it is removed; those of others are refused', async () => {
  const mine = await env.upload(env.student, { type: 'image', name: 'moon.png' })
  const others = await env.upload(ada, { type: 'image' })
  const picture = (id: string) => `<img data-upload="${id}" alt="" />`
  expect(code(await send(env.student, picture(others)), 'body')).toBe('upload.unknown')
  const post = await sent(env.student, picture(mine))
  const held = async () => (await env.facts('FilesHeld')).filter(({ holder }) => holder === `post:${post.id}`).at(-1)
  expect(await held()).toMatchObject({ upload_ids: [mine], hold: false, by_right: true, course_id: env.course })
  expect((await read(ada)).files).toMatchObject([{ upload_id: mine, name: 'moon.png', url: expect.stringMatching(/^\/bytes\/.+\/file$/) }])
  await resyncPosts(plain(env.db), [post.id])
  expect(await held()).toMatchObject({ upload_ids: [mine] })
  await env.ok(env.student, 'DELETE', `/api/posts/${post.id}?version=${post.version}`)
  expect((await held()).upload_ids ?? []).toEqual([])
  expect((await read(ada)).files).toEqual([])
})

test('a text of more than 50,000 letters and the twenty-first post in ten minutes are refused', async () => {
  expect(code(await send(ada, 'x'.repeat(50_001)), 'body')).toBe('post.tooLong')
  expect((await send(ada, '好'.repeat(50_000))).status).toBe(201)
  expect((await send(ada, 'x'.repeat(300_000))).status).toBe(400)
  expect((await send(ada, 'x'.repeat(1_100_000))).status).toBe(413)
  const answers = await Promise.all(Array.from({ length: 25 }, () => send(ada, 'Again')))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(19)
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
    code: 'post.tooOften',
    params: { seconds: expect.any(Number) },
  })
  expect((await send(env.student, 'Not me')).status).toBe(201)
  // topics that are begun at once are counted together
  const hasty = await newStudent(env, 'Hasty Hal')
  const draft = { scope: 'course', kind: 'discussion', title: 'Again', body: '<p>And again</p>' }
  const begun = await Promise.all(Array.from({ length: 24 }, () => env.call(hasty, 'POST', `/api/courses/${env.course}/topics`, draft)))
  expect(begun.filter(({ status }) => status === 201)).toHaveLength(20)
})
