// The sight of posts: the places of groups and teams, and topics whose posts show once one has posted, in every body that could tell of them.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { purgeCourseTalk } from '../upkeep.ts'

let env: TestCourse
let ada: Actor
let [set, north, south] = ['', '', '']
beforeAll(async () => {
  env = await testCourse()
  ada = await newStudent(env, 'Ada Lovelace')
  ;[set, north, south] = [newId(), newId(), newId()]
  await env.db.query(
    `insert into mirror.group_sets (id, org_id, course_id, name, sign_up, deleted, version) values ($1, $2, $3, 'Stations', false, false, 1)`,
    [set, env.org, env.course],
  )
  for (const [id, person] of [
    [north, env.student.person],
    [south, ada.person],
  ]) {
    await env.db.query(
      `insert into mirror.groups (id, set_id, org_id, course_id, name, deleted, version) values ($1, $2, $3, $4, 'Station', false, 1)`,
      [id, set, env.org, env.course],
    )
    await env.db.query(`insert into mirror.group_members (group_id, person_id, since, set_id) values ($1, $2, now(), $3)`, [
      id,
      person,
      set,
    ])
  }
})
afterAll(() => env?.stop())

type Body = Record<string, unknown>
const draft = { scope: 'course', kind: 'discussion', title: 'Spring tides', body: '<p>Twice a month.</p>' }
const begin = (who: Actor, more: Body) => env.call(who, 'POST', `/api/courses/${env.course}/topics`, { ...draft, ...more })
const begun = async (who: Actor, more: Body) => {
  const answer = await begin(who, more)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const post = (who: Actor, topic: string, body: string, more: Body = {}) =>
  env.call(who, 'POST', `/api/topics/${topic}/posts`, { body: `<p>${body}</p>`, ...more })
const statusOf = async (who: Actor, method: string, url: string, body?: Body) => (await env.call(who, method, url, body)).status

test('a topic in all groups of a set is one in each, counts as one post, and names nobody', async () => {
  const { scope: _, ...words } = draft
  const open = (more: Body = {}, who = env.teacher) =>
    env.call(who, 'POST', `/api/courses/${env.course}/group-topics`, { ...words, group_set_id: set, ...more })
  const of = (group: string) => env.ok(env.teacher, 'GET', `/api/courses/${env.course}/topics?scope=group&scope_id=${group}`)
  expect((await open({}, env.student)).status).toBe(403)
  expect((await open({ group_set_id: newId() })).body.code).toBe('topic.noGroups')
  expect((await open({ body: '<p><span data-mention="teachers">@teachers</span></p>' })).body.details.body[0].code).toBe(
    'post.unknownMention',
  )
  const { status, body } = await open()
  expect([status, body.topics.map(({ group_id }: Body) => group_id).sort()]).toEqual([201, [north, south].sort()])
  const [mine, other] = [north, south].map((group) => body.topics.find(({ group_id }: Body) => group_id === group).id)
  expect([await statusOf(env.student, 'GET', `/api/topics/${mine}`), await statusOf(env.student, 'GET', `/api/topics/${other}`)]).toEqual([
    200, 404,
  ])
  expect(await env.ok(env.student, 'GET', `/api/topics/${mine}`)).toMatchObject({
    posts: 1,
    unread: 1,
    last_n: 1,
    author: { id: env.teacher.person },
  })
  expect((await post(env.student, mine, 'On Friday')).body.post).toMatchObject({ n: 2 })
  const { rows } = await env.db.query(`select hint from kit.outbox where type like '%TopicChanged' order by seq desc limit 2`)
  expect(rows.map(({ hint }) => hint.people.includes(ada.person)).sort()).toEqual([false, true])
  // far more posts than a person may write in ten minutes
  for (let n = 0; n < 12; n++) expect((await open({ title: `Round ${n}` })).status).toBe(201)
  expect((await of(south)).total).toBe(13)
  await env.db.query('delete from topics')
})

test('a topic of a group is read by its people and who teaches; to others neither the group nor the topic is there', async () => {
  const topic = await begun(env.student, { scope: 'group', scope_id: north })
  const fact = (await env.facts('PostChanged')).at(-1)
  expect(fact).toMatchObject({ scope: 'group', scope_id: north })
  for (const [who, status] of [
    [env.student, 200],
    [env.teacher, 200],
    [ada, 404],
  ] as const) {
    for (const url of [
      `/api/topics/${topic.id}`,
      `/api/topics/${topic.id}/posts`,
      `/api/topics/${topic.id}/outline`,
      `/api/courses/${env.course}/topics?scope=group&scope_id=${north}`,
    ])
      expect([url, await statusOf(who, 'GET', url)]).toEqual([url, status])
  }
  expect((await begin(ada, { scope: 'group', scope_id: north })).body.code).toBe('topic.scopeUnknown')
  expect((await begin(ada, { scope: 'group', scope_id: newId() })).body.code).toBe('topic.scopeUnknown')
  expect((await post(ada, topic.id, 'Me')).status).toBe(404)
  // whoever teaches answers, and mentions those alone who read it
  expect((await post(env.teacher, topic.id, 'Good')).status).toBe(201)
  const mention = await post(env.teacher, topic.id, `<span data-mention="person:${ada.person}">@Ada</span>`)
  expect(mention.body.details.body[0].code).toBe('post.unknownMention')
  const unread = async (who: Actor) => (await env.ok(who, 'GET', `/api/courses/${env.course}/topics-unread`)).scopes
  const [northern, southern] = [north, south].map((scope_id) =>
    expect.objectContaining({ scope: 'group', scope_id, name: expect.any(String) }),
  )
  expect(await unread(env.student)).toContainEqual(expect.objectContaining({ scope: 'group', scope_id: north, unread: 1 }))
  expect((await unread(env.student)).filter(({ scope }: Body) => scope === 'group')).toEqual([northern])
  // whoever teaches reads in all groups, also where nobody has posted
  expect(await unread(env.teacher)).toEqual(expect.arrayContaining([northern, southern]))
  expect((await unread(env.inspector)).map(({ scope }: Body) => scope)).not.toContain('team')
  expect((await unread(ada)).filter(({ scope }: Body) => scope === 'group')).toEqual([southern])
  // who leaves the group is not notified any more
  await env.db.query('update mirror.group_members set until = now() where group_id = $1 and person_id = $2', [north, env.student.person])
  await post(env.teacher, topic.id, 'Where are you?')
  expect((await env.facts('PostChanged')).at(-1).person_ids ?? []).toEqual([])
  expect(await statusOf(env.student, 'GET', `/api/topics/${topic.id}`)).toBe(404)
  await env.db.query('update mirror.group_members set until = null where group_id = $1', [north])
  await env.db.query('update mirror.groups set deleted = true where id = $1', [south])
  expect((await begin(ada, { scope: 'group', scope_id: south })).status).toBe(404)
})

test('a topic of the team is for who teaches, and there is none for a student who simulates nothing', async () => {
  const topic = await begun(env.teacher, { scope: 'team' })
  expect(await statusOf(env.student, 'GET', `/api/topics/${topic.id}`)).toBe(404)
  expect((await begin(env.student, { scope: 'team' })).body.code).toBe('topic.scopeUnknown')
  expect(await statusOf(env.inspector, 'GET', `/api/topics/${topic.id}`)).toBe(404)
  const seen = { ...env.teacher, simulating: { course: env.course, as: 'student' as const } }
  expect(await statusOf(seen, 'GET', `/api/topics/${topic.id}`)).toBe(404)
  expect(await statusOf(seen, 'POST', `/api/courses/${env.course}/topics`, draft)).toBe(409)
})

test('while others show once one has posted: list of posts, outline, search, export, unread, versions and reactions say nothing of them', async () => {
  const topic = await begun(env.teacher, { post_first: true })
  const answer = (await post(env.student, topic.id, 'Plankton')).body.post
  await env.ok(env.student, 'PUT', `/api/posts/${answer.id}`, { body: '<p>Plankton blooms</p>', version: answer.version })
  const quote = (await post(env.teacher, topic.id, 'Quoted', { quote_n: 2 })).body.post
  const inCourse = { scope: 'course', scope_id: null, name: null, set_id: null, set_name: null }
  const seen = async () => {
    const posts = (query = '') => env.ok(ada, 'GET', `/api/topics/${topic.id}/posts${query}`)
    const outline = await env.ok(ada, 'GET', `/api/topics/${topic.id}/outline`)
    // an export reads these numbers, as its person
    const numbers = outline.rows.map(([n]: number[]) => n).join()
    const search = new URLSearchParams({ scope: 'course', conditions: JSON.stringify({ keyword: 'plankton' }) })
    return {
      posts: (await posts()).items.length,
      thread: (await posts('?thread=2')).items.length,
      person: (await posts(`?person_id=${env.student.person}`)).items.length,
      numbers: (await posts('?numbers=1,2,3')).items.length,
      exported: JSON.stringify(await posts(`?numbers=${numbers}`)).includes('Plankton'),
      outline: [outline.rows.length, outline.authors.length],
      found: (await env.ok(ada, 'GET', `/api/courses/${env.course}/topics?${search}`)).total,
      unread: (await env.ok(ada, 'GET', `/api/topics/${topic.id}`)).unread,
      unreadInCourse: (await env.ok(ada, 'GET', `/api/courses/${env.course}/topics-unread`)).scopes,
      reaction: await statusOf(ada, 'PUT', `/api/posts/${answer.id}/reactions`, { name: 'like', on: true }),
      versions: await statusOf(ada, 'GET', `/api/posts/${answer.id}/versions`),
      change: await statusOf(ada, 'PUT', `/api/posts/${quote.id}`, { body: '<p>x</p>', version: 1 }),
    }
  }
  await env.db.query('update topics set deleted = true where id <> $1', [topic.id])
  expect(await env.ok(ada, 'GET', `/api/topics/${topic.id}`)).toMatchObject({ waits_for_mine: true, can: { post: true } })
  expect(await seen()).toEqual({
    posts: 1,
    thread: 0,
    person: 0,
    numbers: 1,
    exported: false,
    outline: [1, 1],
    found: 0,
    unread: 1,
    unreadInCourse: [{ ...inCourse, unread: 1 }],
    reaction: 404,
    versions: 404,
    change: 404,
  })
  expect(await env.ok(ada, 'PUT', `/api/topics/${topic.id}/read`, { n: 3 })).toEqual({ read_n: 1, unread: 0 })
  await post(ada, topic.id, 'Salt')
  expect(await env.ok(ada, 'GET', `/api/topics/${topic.id}`)).toMatchObject({ waits_for_mine: false })
  expect(await seen()).toEqual({
    posts: 4,
    thread: 1,
    person: 1,
    numbers: 3,
    exported: true,
    outline: [4, 3],
    found: 1,
    unread: 3,
    unreadInCourse: [{ ...inCourse, unread: 3 }],
    reaction: 200,
    versions: 403,
    change: 403,
  })
  // who moderates waits for nothing
  expect((await env.ok(env.manager, 'GET', `/api/topics/${topic.id}/outline`)).rows).toHaveLength(4)
})

test('a course that is purged takes the numbers of its groups with it, also where their topics went before', async () => {
  const alias = 'insert into topic_aliases (root_id, person_id, alias) values ($1, $2, 1)'
  for (const root of [south, env.course]) await env.db.query(alias, [root, ada.person])
  const elsewhere = newId()
  await env.db.query(alias, [elsewhere, ada.person])
  await env.db.query('delete from topics where course_id = $1', [env.course])
  await purgeCourseTalk(plain(env.db), env.course)
  expect((await env.db.query('select root_id::text as root from topic_aliases')).rows).toEqual([{ root: elsewhere }])
})

test('each column of talk that names a person begins an index, for their erasure', async () => {
  const { rows } = await env.db.query(
    `select c.relname || '.' || a.attname as slow from pg_class c join pg_attribute a on a.attrelid = c.oid
     where (c.relname like 'topic%' or c.relname like 'post%') and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and a.attname in ('person_id', 'author_id', 'created_by', 'deleted_by', 'removed_by', 'by_id')
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum)`,
  )
  expect(rows).toEqual([])
})
