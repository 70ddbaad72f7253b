// Topics of a course: begun, listed, read, followed, changed, deleted and restored; the numbers under load; their end.
import { newId } from '@lyceum/kit/ids'
import { plain } from '@lyceum/kit/database/database'
import { searches } from '@lyceum/kit/test/searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { eraseTalk, purgeCourseTalk, purgeRemoved, resyncTopics } from '../upkeep.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

type Draft = Record<string, unknown>
const begin = (who = env.student, draft: Draft = {}) =>
  env.call(who, 'POST', `/api/courses/${env.course}/topics`, {
    scope: 'course',
    kind: 'discussion',
    title: 'Spring tides',
    body: '<p>Twice a month.</p>',
    ...draft,
  })
const begun = async (who = env.student, draft: Draft = {}) => {
  const answer = await begin(who, draft)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const list = async (query: Draft = {}, who = env.student) => {
  const { conditions, ...rest } = query
  const search = new URLSearchParams({ scope: 'course', ...rest, ...(conditions ? { conditions: JSON.stringify(conditions) } : {}) })
  return await env.ok(who, 'GET', `/api/courses/${env.course}/topics?${search}`)
}
const titles = async (query: Draft = {}, who = env.student) => (await list(query, who)).items.map(({ title }: { title: string }) => title)
const post = (topic: string, body: string, who = env.student, more: Draft = {}) =>
  env.ok(who, 'POST', `/api/topics/${topic}/posts`, { body: `<p>${body}</p>`, ...more })
const topic = (id: string, who = env.student) => env.call(who, 'GET', `/api/topics/${id}`)
/** A course apart, so that its numbers are its own. */
const empty = async (work: () => Promise<void>) => {
  await env.db.query('delete from topics')
  await work()
}

test('a member begins a topic, whose text is its first post; everybody in the course reads it', async () => {
  await empty(async () => {
    const made = await begun(env.student, { kind: 'question', title: '  Spring   tides ' })
    expect(made).toMatchObject({
      kind: 'question',
      title: 'Spring tides',
      author: { id: env.student.person, name: 'Maya Tan', role: 'student', alias: null },
      posts: 1,
      last_n: 1,
      read_n: 1,
      unread: 0,
      following: true,
      waits_for_mine: false,
      can: { post: true, anonymous: false, change: true, moderate: false, accept: true },
    })
    const read = (await topic(made.id, env.teacher)).body
    expect(read).toMatchObject({ unread: 1, following: false, can: { change: true, moderate: true, accept: true } })
    expect((await topic(made.id, env.stranger)).status).toBe(403)
    expect((await begin(env.stranger)).status).toBe(403)
    // a manager who sees the course reads and does not talk
    expect((await topic(made.id, env.inspector)).body.can).toMatchObject({ post: false, change: false, moderate: false })
    expect((await begin(env.inspector)).status).toBe(403)
    expect((await begin(env.student, { body: '<p> </p>' })).body.details.body[0].code).toBe('field.required')
    expect((await begin(env.student, { title: ' ' })).body.details.title[0].code).toBe('field.required')
    const facts = [await env.facts('TopicChanged'), await env.facts('PostChanged')]
    expect(facts.map((of) => of.at(-1))).toMatchObject([
      { id: made.id, title: 'Spring tides', author_id: env.student.person },
      { topic_id: made.id, n: 1, author_id: env.student.person, state: 'shown' },
    ])
    expect(JSON.stringify(facts)).not.toContain('Twice')
  })
})

test('pinned topics come first, then the last posted in; conditions and orders', async () => {
  await empty(async () => {
    const [salt, tides, winds] = [
      await begun(env.student, { title: 'Salt', kind: 'question' }),
      await begun(env.teacher, { title: 'Tides' }),
      await begun(env.student, { title: 'Winds' }),
    ]
    await env.db.query(`update topics set last_at = last_at - interval '1 hour' where id = $1`, [winds.id])
    await post(salt.id, 'It is the plankton')
    expect(await titles()).toEqual(['Salt', 'Tides', 'Winds'])
    const pin = await env.ok(env.teacher, 'PUT', `/api/topics/${winds.id}`, { pinned: true, version: winds.version })
    expect(pin).toMatchObject({ pinned: true })
    expect(await titles()).toEqual(['Winds', 'Salt', 'Tides'])
    expect(await titles({ sort: 'title' })).toEqual(['Winds', 'Salt', 'Tides'])
    expect(await titles({ sort: 'title', order: 'descending' })).toEqual(['Winds', 'Tides', 'Salt'])
    expect(await titles({ sort: 'posts' })).toEqual(['Winds', 'Salt', 'Tides'])
    expect(await titles({ conditions: { kind: 'question' } })).toEqual(['Salt'])
    expect(await titles({ conditions: { unanswered: true } })).toEqual(['Salt'])
    expect(await titles({ conditions: { mine: true } })).toEqual(['Winds', 'Salt'])
    expect(await titles({ conditions: { unread: true } })).toEqual(['Tides'])
    expect(await titles({ conditions: { following: true } }, env.teacher)).toEqual(['Tides'])
    expect(await titles({ conditions: { keyword: 'plank' } })).toEqual(['Salt'])
    expect(await titles({ conditions: { keyword: 'wind' } })).toEqual(['Winds'])
    expect(await titles({ conditions: { keyword: 'nothing' } })).toEqual([])
    expect(await list({ page: 2, page_size: 2 })).toMatchObject({
      total: 3,
      pages: 2,
      start: 3,
      end: 3,
      can: { begin: true, moderate: false },
    })
    expect(await list({ page: 9 })).toMatchObject({ total: 3, items: [] })
    for (const [conditions, field] of [
      [{ unread: 'yes' }, 'conditions.unread'],
      [{ kind: 'poll' }, 'conditions.kind'],
      [{ colour: 'red' }, 'conditions.colour'],
    ] as const) {
      const url = `/api/courses/${env.course}/topics?scope=course&conditions=${encodeURIComponent(JSON.stringify(conditions))}`
      expect(Object.keys((await env.call(env.student, 'GET', url)).body.details)).toEqual([field])
    }
    for (const query of ['scope=group', `scope=group&scope_id=${newId()}`, `scope=course&scope_id=${newId()}`, 'scope=team'])
      expect((await env.call(env.student, 'GET', `/api/courses/${env.course}/topics?${query}`)).body.code).toBe('topic.scopeUnknown')
    expect(tides.id).toBeTruthy()
  })
})

test('words of titles are found as everywhere', async () => {
  await empty(async () => {
    for (const { text } of searches.slice(0, 12))
      await env.db.query(topicRow(text), [newId(), env.org, env.course, text, env.student.person])
    for (const { text, sought, found } of searches.slice(0, 12))
      expect([sought, (await titles({ page_size: 100, conditions: { keyword: sought } })).includes(text)]).toEqual([sought, found])
  })
})
const topicRow = (_: string) => `insert into topics (id, org_id, course_id, scope, kind, title, last_at, created_by, created_at, version)
  values ($1, $2, $3, 'course', 'discussion', $4, now(), $5, now(), 1)`

test('reading goes forward alone, one’s own post counts as read when it is the next, unread is by place', async () => {
  await empty(async () => {
    const { id } = await begun(env.teacher)
    const read = (n: number, who = env.student) => env.ok(who, 'PUT', `/api/topics/${id}/read`, { n })
    const unread = async (who = env.student) => (await env.ok(who, 'GET', `/api/courses/${env.course}/topics-unread`)).scopes
    const inCourse = { scope: 'course', scope_id: null, name: null, set_id: null, set_name: null }
    expect(await unread()).toEqual([{ ...inCourse, unread: 1 }])
    expect(await unread(env.teacher)).toEqual([
      { ...inCourse, unread: 0 },
      { ...inCourse, scope: 'team', unread: 0 },
    ])
    expect(await read(99)).toEqual({ read_n: 1, unread: 0 })
    expect(await read(0)).toEqual({ read_n: 1, unread: 0 })
    expect(await unread()).toEqual([{ ...inCourse, unread: 0 }])
    await post(id, 'Mine is read')
    expect((await topic(id)).body).toMatchObject({ read_n: 2, unread: 0 })
    await post(id, 'Another', env.teacher)
    await post(id, 'Mine, behind one that is not read')
    expect((await topic(id)).body).toMatchObject({ last_n: 4, read_n: 2, unread: 2 })
    const outline = await env.ok(env.student, 'GET', `/api/topics/${id}/outline`)
    expect(outline).toMatchObject({ last_n: 4, read_n: 2, first_unread: 3 })
    expect(outline.rows).toEqual([
      [1, 1, 0, 0],
      [2, 2, 1, 0],
      [3, 3, 0, 0],
      [4, 4, 1, 0],
    ])
    expect(outline.authors.map(({ name }: { name: string }) => name)).toEqual(['Elena Petrova', 'Maya Tan'])
    expect(await env.ok(env.student, 'PUT', `/api/topics/${id}/follow`, { following: false })).toEqual({ following: false })
    await post(id, 'Who does not follow stays so')
    expect((await topic(id)).body.following).toBe(false)
    expect((await env.call(env.stranger, 'PUT', `/api/topics/${id}/read`, { n: 1 })).status).toBe(403)
  })
})

test('fifty replies at once take fifty numbers, and after the topic is gone none', async () => {
  await empty(async () => {
    const { id, version } = await begun(env.teacher)
    const people = await Promise.all(Array.from({ length: 5 }, (_, n) => newStudent(env, `Student ${n}`)))
    const send = (who = people[0]!) => env.call(who, 'POST', `/api/topics/${id}/posts`, { body: '<p>Me too</p>' })
    const answers = await Promise.all(people.flatMap((who) => Array.from({ length: 10 }, () => send(who))))
    expect(answers.map(({ body }) => body.post.n).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 2))
    const [deleted, ...late] = await Promise.all([
      env.call(env.teacher, 'DELETE', `/api/topics/${id}?version=${version}`),
      ...people.map((who) => send(who)),
    ])
    expect(deleted.status).toBe(204)
    for (const { status } of late) expect([201, 404]).toContain(status)
    const { rows } = await env.db.query(
      'select last_n, shown, (select count(*)::int from posts where topic_id = t.id) as n from topics t where id = $1',
      [id],
    )
    expect(rows).toEqual([{ last_n: rows[0].n, shown: rows[0].n, n: rows[0].n }])
  })
})

test('a topic that is closed, not open yet or over takes no posts; before it opens only who began or moderates it finds it', async () => {
  await empty(async () => {
    const [hour, closedAt] = [3_600_000, Date.now()]
    const at = (ms: number) => new Date(closedAt + ms).toISOString()
    const later = await begun(env.student, { opens_at: at(hour), closes_at: at(2 * hour) })
    expect(later.can.post).toBe(false)
    expect((await begin(env.student, { opens_at: at(hour), closes_at: at(hour) })).body.details.closes_at[0].code).toBe(
      'topic.closesBeforeOpening',
    )
    const classmate = await newStudent(env, 'Ada')
    expect([
      (await topic(later.id, classmate)).status,
      (await topic(later.id, env.teacher)).status,
      (await topic(later.id)).status,
    ]).toEqual([404, 200, 200])
    expect([await titles({}, classmate), await titles({}, env.teacher), await titles()]).toEqual([[], ['Spring tides'], ['Spring tides']])
    expect((await env.call(env.student, 'POST', `/api/topics/${later.id}/posts`, { body: '<p>x</p>' })).body.code).toBe('topic.closed')
    const { version } = await env.ok(env.teacher, 'PUT', `/api/topics/${later.id}`, {
      opens_at: null,
      closed: true,
      version: later.version,
    })
    expect((await env.call(env.teacher, 'POST', `/api/topics/${later.id}/posts`, { body: '<p>x</p>' })).body.code).toBe('topic.closed')
    expect((await env.call(env.student, 'PUT', `/api/topics/${later.id}`, { closed: false, version })).status).toBe(403)
    expect((await env.call(env.student, 'PUT', `/api/topics/${later.id}`, { post_first: true, version })).status).toBe(403)
  })
})

test('two changes at once: the second is refused with the version that stands; an answer belongs to a question', async () => {
  await empty(async () => {
    const made = await begun(env.student, { kind: 'question' })
    const change = (changes: Draft, who = env.student) => env.call(who, 'PUT', `/api/topics/${made.id}`, changes)
    const { body: first } = await change({ title: 'Neap tides', version: made.version })
    expect((await change({ title: 'Tides', version: made.version })).body).toMatchObject({
      code: 'topic.newer',
      params: { version: first.version, title: 'Neap tides' },
    })
    const { post: answer } = await post(made.id, 'The moon', env.teacher)
    expect((await change({ accepted_post_id: newId(), version: first.version })).body.details.accepted_post_id[0].code).toBe('post.unknown')
    const accepted = (await change({ accepted_post_id: answer.id, version: first.version })).body
    expect(accepted).toMatchObject({ answer_n: 2 })
    expect((await env.facts('TopicChanged')).at(-1)).toMatchObject({ answer_n: 2, accepted_id: env.teacher.person })
    expect(await titles({ conditions: { unanswered: true } })).toEqual([])
    const classmate = await newStudent(env, 'Bo')
    expect((await change({ title: 'Mine', version: accepted.version }, classmate)).status).toBe(403)
    const plainly = (await change({ kind: 'discussion', version: accepted.version })).body
    expect(plainly).toMatchObject({ kind: 'discussion', answer_n: null })
    expect((await change({ accepted_post_id: answer.id, version: plainly.version })).body.details.accepted_post_id[0].code).toBe(
      'topic.noQuestion',
    )
  })
})

test('a deleted topic comes back as it was, for who deleted it or moderates, for thirty days', async () => {
  await empty(async () => {
    const { id, version } = await begun(env.student)
    expect((await env.call(env.student, 'DELETE', `/api/topics/${id}?version=1`)).body.code).toBe('topic.newer')
    await env.ok(env.student, 'DELETE', `/api/topics/${id}?version=${version}`)
    expect((await topic(id)).status).toBe(404)
    expect((await env.call(await newStudent(env, 'Cy'), 'PUT', `/api/topics/${id}/restore`)).status).toBe(403)
    const back = await env.ok(env.student, 'PUT', `/api/topics/${id}/restore`)
    expect(back).toMatchObject({ posts: 1, title: 'Spring tides' })
    await env.ok(env.teacher, 'DELETE', `/api/topics/${id}?version=${back.version}`)
    expect((await env.call(env.student, 'PUT', `/api/topics/${id}/restore`)).status).toBe(403)
    await env.db.query(`update topics set deleted_at = now() - interval '31 days' where id = $1`, [id])
    expect((await env.call(env.teacher, 'PUT', `/api/topics/${id}/restore`)).status).toBe(404)
    expect(await purgeRemoved(plain(env.db), new Date(Date.now() - 30 * 86_400_000), 500)).toBe(1)
    expect((await env.db.query('select from posts where topic_id = $1', [id])).rowCount).toBe(0)
  })
})

test('an erased person leaves posts that name nobody; a course that is purged takes all with it; a resync emits topics again', async () => {
  await empty(async () => {
    const gone = await newStudent(env, 'Gone Soon')
    const { id } = await begun(gone)
    const { post: kept } = await post(id, 'Still here', gone)
    await env.ok(gone, 'PUT', `/api/posts/${kept.id}/reactions`, { name: 'like', on: true })
    await eraseTalk(plain(env.db), gone.person)
    const { items } = await env.ok(env.student, 'GET', `/api/topics/${id}/posts`)
    expect(items.map(({ author, reactions, mine }: Draft) => [author, reactions, mine])).toEqual(
      Array.from({ length: 2 }, () => [{ id: null, name: '', avatar: '', alias: null, role: null }, [], false]),
    )
    expect((await topic(id)).body.author).toMatchObject({ id: null, name: '' })
    for (const table of ['topic_reads', 'post_reactions', 'topic_aliases', 'post_authors'])
      expect((await env.db.query(`select from ${table} where person_id = $1`, [gone.person])).rowCount).toBe(0)
    const before = (await env.facts('TopicChanged')).length
    await resyncTopics(plain(env.db), [id])
    expect(await env.facts('TopicChanged')).toHaveLength(before + 1)
    await purgeCourseTalk(plain(env.db), env.course)
    expect((await env.db.query('select from topics')).rowCount).toBe(0)
  })
})

test('five thousand posts have an outline below 200 kB, and their words are found', async () => {
  await empty(async () => {
    const { id } = await begun(env.teacher)
    await env.db.query(
      `insert into posts (id, topic_id, n, thread_n, author_id, body, version, created_at)
       select gen_random_uuid(), $1, n, n - n % 7, $2, '<p>Sample ' || n || ' of brine</p>', 1, now() from generate_series(2, 5000) n`,
      [id, env.student.person],
    )
    await env.db.query('update topics set last_n = 5000, shown = 5000 where id = $1', [id])
    const outline = await env.ok(env.student, 'GET', `/api/topics/${id}/outline`)
    expect(outline.rows).toHaveLength(5000)
    expect(JSON.stringify(outline).length).toBeLessThan(200_000)
    expect(await titles({ conditions: { keyword: 'brine 4711' } })).toEqual(['Spring tides'])
    const page = await env.ok(env.student, 'GET', `/api/topics/${id}/posts?from=100&to=140`)
    expect(page.items).toHaveLength(41)
    expect(await env.ok(env.student, 'GET', `/api/topics/${id}/posts?from=100`)).toMatchObject({ more: true })
  })
})
