// Anonymous posts as a classmate reads them who means to find out whose they are, in every body, fact and hint; and who moderates, who may know.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type Hint, subscribeToHints } from '@lyceum/kit/kv/hints'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
let ada: Actor
let forum: string
let topic: string
beforeAll(async () => {
  env = await testCourse()
  ada = await newStudent(env, 'Ada Lovelace')
  const draft = { type: 'forum', title: 'Ask freely', published: true, settings: { anonymous_posts: true } }
  forum = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, draft)).id
  topic = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/topics`, { ...begin, scope_id: forum })).id
})
afterAll(() => env?.stop())

type Body = Record<string, unknown>
const begin = { scope: 'activity', kind: 'question', title: 'Spring tides', body: '<p>Why?</p>' }
const post = (who: Actor, body: string, more: Body = {}) =>
  env.call(who, 'POST', `/api/topics/${topic}/posts`, { body, anonymous: true, ...more })
const posted = async (who: Actor, body: string, more: Body = {}) => {
  const answer = await post(who, body, more)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.post
}
const code = (answer: { body: any }, field: string) => answer.body.details[field][0].code

test('a place that does not offer it, and who teaches, post by name alone', async () => {
  expect(code(await post(env.teacher, '<p>Me</p>'), 'anonymous')).toBe('post.notAnonymous')
  const named = { ...begin, scope: 'course', anonymous: true }
  expect(code(await env.call(env.student, 'POST', `/api/courses/${env.course}/topics`, named), 'anonymous')).toBe('post.notAnonymous')
  const offered = await env.call(env.student, 'POST', `/api/courses/${env.course}/topics`, { ...named, anonymous_posts: true })
  expect(offered.status).toBe(403)
})

test('a number stands for a student in the whole forum; nothing that a classmate reads names them', async () => {
  const file = await env.upload(env.student, { type: 'image', name: 'maya-tan.png' })
  const first = await posted(env.student, `<p>Low <img data-upload="${file}" alt="" title="maya-tan.png" /></p>`)
  const other = await posted(ada, '<p>High</p>')
  const own = await env.ok(env.student, 'POST', `/api/courses/${env.course}/topics`, {
    ...begin,
    scope_id: forum,
    title: 'Neap tides',
    anonymous: true,
  })
  const again = await posted(env.student, '<p>Low once more</p>')
  expect([first, other, again].map(({ author }) => author)).toEqual(
    [1, 2, 1].map((alias) => ({ id: null, name: '', avatar: '', alias, role: null })),
  )
  expect(own).toMatchObject({ author: { id: null, alias: 1 }, can: { change: true } })
  expect([first.mine, first.can.change]).toEqual([true, true])
  await env.ok(env.student, 'PUT', `/api/posts/${again.id}`, { body: '<p>Low twice</p>', version: again.version })
  const bodies = await Promise.all(
    [
      `/api/topics/${topic}`,
      `/api/topics/${topic}/posts`,
      `/api/topics/${topic}/posts?person_id=${env.student.person}`,
      `/api/topics/${topic}/outline`,
      `/api/topics/${own.id}`,
      `/api/topics/${own.id}/posts`,
      `/api/courses/${env.course}/topics?scope=activity&scope_id=${forum}`,
      `/api/courses/${env.course}/topics?scope=activity&scope_id=${forum}&sort=title`,
      `/api/activities/${forum}`,
    ].map((url) => env.ok(ada, 'GET', url)),
  )
  const text = JSON.stringify(bodies)
  for (const secret of [env.student.person, 'Maya', file, 'maya-tan']) expect([secret, text.includes(secret)]).toEqual([secret, false])
  // the file opens under a name and an id of its own
  const { items, files } = bodies[1]
  expect(items[1].body).toContain(`data-upload="${files[0].upload_id}"`)
  expect(files[0]).toMatchObject({ name: 'file-1.png' })
  expect(bodies[2].items).toEqual([])
  const stub = await env.ok(env.student, 'GET', `/api/topics/${topic}/posts`)
  expect(stub.files[0].upload_id).toBe(file)
  expect((await env.call(ada, 'GET', `/api/posts/${again.id}/versions`)).status).toBe(403)
  expect(JSON.stringify(await env.ok(env.teacher, 'GET', `/api/posts/${again.id}/versions`))).not.toContain(env.student.person)
})

test('facts, hints, held files and progress name nobody', async () => {
  const heard: Hint[] = []
  const end = await subscribeToHints(env.activities.world.kv, (hint) => void (hint.of === topic && heard.push(hint)))
  const { rows: before } = await env.db.query('select coalesce(max(seq), 0) as seq from kit.outbox')
  const file = await env.upload(env.student, { type: 'image' })
  const mine = await posted(env.student, `<p>Anonymous <img data-upload="${file}" alt="" /></p>`)
  await env.ok(env.student, 'PUT', `/api/posts/${mine.id}`, { body: '<p>Changed</p>', version: mine.version })
  const { post: latest } = await env.ok(env.student, 'PUT', `/api/posts/${mine.id}/restore`)
  await env.ok(env.student, 'DELETE', `/api/posts/${mine.id}?version=${latest.version}`)
  await until(() => heard.some(({ fact }) => !fact))
  await end()
  const { rows } = await env.db.query('select type, actor_id, hint, value from kit.outbox where seq > $1 order by seq', [before[0].seq])
  expect(rows.map(({ type }) => type.split('.').at(-1))).toEqual(expect.arrayContaining(['PostChanged', 'FilesHeld']))
  expect(rows.some(({ type }) => type.endsWith('ProgressChanged'))).toBe(false)
  for (const { type, actor_id, value } of rows.filter((row) => row.type.endsWith('PostChanged'))) {
    expect([type, actor_id || '']).toEqual([type, ''])
    expect(value).not.toContain(env.student.person)
  }
  const held = rows.filter(({ type }) => type.endsWith('FilesHeld')).map(({ value }) => JSON.parse(value))
  expect(held.every(({ by_right }) => !by_right)).toBe(true)
  expect(JSON.stringify(heard)).not.toContain(env.student.person)
})

test('a reply to an anonymous post names its author to nobody, who reads of it as one who follows', async () => {
  const mine = await posted(env.student, '<p>Still me</p>')
  await env.ok(env.student, 'PUT', `/api/topics/${topic}/follow`, { following: false })
  await env.ok(ada, 'POST', `/api/topics/${topic}/posts`, { body: '<p>To you</p>', parent_n: mine.n })
  expect(JSON.stringify((await env.facts('PostChanged')).at(-1))).not.toContain(env.student.person)
  await env.ok(env.student, 'PUT', `/api/topics/${topic}/follow`, { following: true })
  const { version } = await env.ok(env.teacher, 'GET', `/api/topics/${topic}`)
  await env.ok(env.teacher, 'PUT', `/api/topics/${topic}`, { accepted_post_id: mine.id, version })
  expect((await env.facts('TopicChanged')).at(-1)).not.toHaveProperty('accepted_id')
})

test('the author is read by who moderates, with a reason and a line each time; not by a teacher who looks as a student', async () => {
  const mine = await posted(env.student, '<p>A threat</p>')
  const read = (who: Actor, reason = 'Reported at 10:12') => env.call(who, 'POST', `/api/posts/${mine.id}/author`, { reason })
  expect((await read(ada)).status).toBe(403)
  expect((await read(env.teacher, '   ')).status).toBe(400)
  expect((await read(env.teacher)).body.person).toMatchObject({ id: env.student.person, name: 'Maya Tan' })
  const lines = await env.db.query(`select actor::text, person::text, subject, after from kit.audit where action = 'post.authorRead'`)
  expect(lines.rows).toEqual([
    { actor: env.teacher.person, person: env.student.person, subject: `post:${mine.id}`, after: { reason: 'Reported at 10:12' } },
  ])
  const seen = { ...env.teacher, simulating: { course: env.course, as: 'student' as const } }
  expect((await read(seen)).status).toBe(403)
  expect((await env.call(env.teacher, 'POST', `/api/posts/${newId()}/author`, { reason: 'none there' })).status).toBe(404)
  // their own list of topics begun finds it for them alone
  const search = new URLSearchParams({ scope: 'activity', scope_id: forum, conditions: '{"mine":true}' })
  expect((await env.ok(env.student, 'GET', `/api/courses/${env.course}/topics?${search}`)).total).toBe(1)
  expect((await env.ok(ada, 'GET', `/api/courses/${env.course}/topics?${search}`)).total).toBe(0)
})

test('the names of an anonymous post’s files are in no quote, no search, no former text and no conflict; its author’s ids neither', async () => {
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/topics`, { ...begin, scope_id: forum, title: 'Brine' })
  const file = await env.upload(env.student, { type: 'document', name: 'maya-zwicky.pdf' })
  const attached = (words: string) => `<p>${words} <a data-upload="${file}" title="maya-zwicky.pdf">maya-zwicky.pdf</a></p>`
  const send = (who: Actor, draft: Body) => env.ok(who, 'POST', `/api/topics/${id}/posts`, draft)
  const { post: mine } = await send(env.student, { body: attached('Salt'), anonymous: true })
  const { post: after } = await env.ok(env.student, 'PUT', `/api/posts/${mine.id}`, { body: attached('Sodium'), version: mine.version })
  expect(after.body).toContain(`data-upload="${file}"`)
  const { post: quoting } = await send(ada, { body: '<p>Indeed</p>', quote_n: mine.n })
  expect(quoting.quote.text).toMatch(/^Sodium file-1/)
  const found = async (keyword: string) => {
    const search = new URLSearchParams({ scope: 'activity', scope_id: forum, conditions: JSON.stringify({ keyword }) })
    return (await env.ok(ada, 'GET', `/api/courses/${env.course}/topics?${search}`)).total
  }
  expect([await found('sodium'), await found('zwicky')]).toEqual([1, 0])
  const versions = await env.ok(env.teacher, 'GET', `/api/posts/${mine.id}/versions`)
  expect(versions.items).toMatchObject([{ body: expect.stringContaining('Salt'), by: { alias: 1 } }])
  const conflict = await env.call(env.teacher, 'DELETE', `/api/posts/${mine.id}?version=${mine.version}`)
  expect(conflict.body).toMatchObject({ code: 'post.newer', params: { version: after.version, body: '' } })
  const read = await Promise.all(['posts', 'outline'].map((part) => env.ok(ada, 'GET', `/api/topics/${id}/${part}`)))
  const text = JSON.stringify([quoting, versions, conflict.body, read])
  for (const secret of [env.student.person, 'zwicky', file]) expect([secret, text.includes(secret)]).toEqual([secret, false])
  // their own window has the text back as it is kept, and a former one with the ids that the post holds
  const own = await env.ok(env.student, 'GET', `/api/posts/${mine.id}/versions`)
  expect(own.items[0].body).toContain(file)
  const { rows } = await env.db.query(
    `select exists (select from posts where body like '%zwicky%') or exists (select from post_versions where body like '%zwicky%') as kept`,
  )
  expect(rows).toEqual([{ kept: false }])
})
