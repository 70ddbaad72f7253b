// Marks of participation: what a student's posts in a forum are given by its rubric, as a score, and read by themselves once it is shown.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { eraseTalk } from '../upkeep.ts'

let env: TestCourse
let ada: Actor
beforeAll(async () => {
  env = await testCourse()
  ada = await newStudent(env, 'Ada Lovelace')
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [env.other.person], role: 'instructor' })
})
afterAll(() => env?.stop())

const [depth, manner, low, high, fine] = [newId(), newId(), newId(), newId(), newId()]
const level = (id: string, points: string) => ({ id, points, title: `Level of ${points}`, about: '' })
const criteria = [
  { id: depth, title: 'Depth', about: '', levels: [level(low, '0'), level(high, '7.50')] },
  { id: manner, title: 'Manner', about: '', levels: [level(fine, '5')] },
]
type Draft = Record<string, unknown>
const choice = (id: string, points: string | null = null) => ({ level: id, points, comment: '' })

const makeForum = async ({ points = '10' as string | null, type = 'forum', rubric = true } = {}): Promise<string> => {
  const draft = { type, title: 'Questions', published: true, points, settings: type === 'forum' ? { anonymous_posts: true } : {} }
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, draft)
  if (rubric) await env.ok(env.teacher, 'PUT', `/api/activities/${id}/rubric`, { criteria, version: 0 })
  return id
}
const at = (forum: string, person = env.student.person) => `/api/activities/${forum}/participation/${person}`
const mark = (forum: string, draft: Draft, who = env.teacher, person = env.student.person) =>
  env.call(who, 'PUT', at(forum, person), { version: 0, ...draft })
const marked = (forum: string, draft: Draft, who = env.teacher) => env.ok(who, 'PUT', at(forum), { version: 0, ...draft })
const mine = async (forum: string, who: Actor = env.student) =>
  (await env.ok(who, 'GET', `/api/activities/${forum}/my-participation`)).result
const scoreOf = async (forum: string) =>
  (
    await env.db.query(
      'select trim_scale(s.points)::text as points, s.n, s.released from scores s join score_items i on i.id = s.item_id where i.activity_id = $1 and s.person_id = $2',
      [forum, env.student.person],
    )
  ).rows[0]

test('the sum of the criteria is the score, at most the points of the forum; taken back, there is none', async () => {
  const forum = await makeForum()
  const first = await marked(forum, { criteria: { [depth]: choice(high) } })
  expect(first).toMatchObject({ points: '7.5', state: 'draft', rubric_version: 1, marker: { id: env.teacher.person } })
  expect([await scoreOf(forum), await mine(forum)]).toEqual([undefined, null])
  const done = await marked(forum, {
    criteria: { [manner]: choice(fine) },
    comment: 'Thorough',
    done: true,
    version: first.version,
  })
  expect(done).toMatchObject({ points: '10', state: 'done', comment: 'Thorough' })
  expect(await scoreOf(forum)).toEqual({ points: '10', n: 1, released: true })
  expect(await mine(forum)).toMatchObject({
    points: '10',
    max: '10',
    given: '10',
    comment: 'Thorough',
    criteria: [
      { title: 'Depth', points: '7.5', max: '7.5', level: 'Level of 7.50' },
      { title: 'Manner', points: '5', max: '5' },
    ],
  })
  expect(await mine(forum, ada)).toBe(null)
  const { items } = await env.ok(env.teacher, 'GET', `/api/activities/${forum}/participation?keyword=maya`)
  expect(items).toMatchObject([{ cell: { points: '10' }, mark: { points: '10', state: 'done' } }])
  await marked(forum, { done: false, version: done.version })
  expect([(await scoreOf(forum)).points, await mine(forum)]).toEqual([null, null])
  const lines = await env.db.query(
    `select person::text, before, after from kit.audit where subject = $1 and action = 'marking.changed' order by at`,
    [`activity:${forum}`],
  )
  expect(lines.rows).toEqual([
    { person: env.student.person, before: null, after: { points: '10' } },
    { person: env.student.person, before: { points: '10' }, after: null },
  ])
})

test('whoever has posted since they were marked waits among the work of who marks; without a rubric nobody does', async () => {
  const bare = await makeForum({ rubric: false })
  const forum = await makeForum()
  const waiting = async (id = forum) =>
    (await env.ok(env.teacher, 'GET', '/api/marking?page_size=100')).items
      .filter(({ activity_id }: { activity_id: string }) => activity_id === id)
      .map(({ to_mark, submitted }: { to_mark: number; submitted: number }) => [to_mark, submitted])
  const begin = async (id: string, who: Actor, more = {}): Promise<string> => {
    const draft = { scope: 'activity', scope_id: id, kind: 'question', title: 'Tides', body: '<p>Why?</p>', ...more }
    return (await env.ok(who, 'POST', `/api/courses/${env.course}/topics`, draft)).id
  }
  await begin(bare, env.student)
  const topic = await begin(forum, env.student)
  await begin(forum, env.teacher)
  await begin(forum, ada, { anonymous: true })
  expect([await waiting(bare), await waiting()]).toEqual([[], [[1, 1]]])
  const post = (who: Actor) => env.ok(who, 'POST', `/api/topics/${topic}/posts`, { body: '<p>The moon</p>' })
  await post(ada)
  expect(await waiting()).toEqual([[2, 2]])
  const first = await marked(forum, { criteria: { [depth]: choice(high) } })
  expect(await waiting()).toEqual([[2, 2]])
  const { to_mark_count } = (await env.ok(env.teacher, 'GET', '/api/my-teaching')).courses[0]
  expect(to_mark_count).toBeGreaterThanOrEqual(2)
  const done = await marked(forum, { done: true, version: first.version })
  expect(await waiting()).toEqual([[1, 2]])
  await post(env.student)
  expect(await waiting()).toEqual([[2, 2]])
  const again = await marked(forum, { done: true, comment: 'Better', version: done.version })
  expect(await waiting()).toEqual([[1, 2]])
  await marked(forum, { done: false, version: again.version })
  expect(await waiting()).toEqual([[2, 2]])
  expect((await env.ok(env.student, 'GET', '/api/marking')).items).toEqual([])
})

test('a score that is hidden or written over in the book is what the student reads', async () => {
  const forum = await makeForum()
  await marked(forum, { criteria: { [depth]: choice(high) }, done: true })
  const { item } = await env.ok(env.teacher, 'GET', `/api/activities/${forum}/participation`)
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/scores/withdraw`, { item_ids: [item.id] })
  expect(await mine(forum)).toBe(null)
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/scores/release`, { item_ids: [item.id] })
  const cells = [{ item_id: item.id, person_id: env.student.person, points: '9', saw: '7.5' }]
  await env.ok(env.teacher, 'PUT', `/api/courses/${env.course}/scores`, { cells })
  expect(await mine(forum)).toMatchObject({ points: '9', given: '7.5', overridden: true })
})

test('without points the criteria are shown once the mark is done', async () => {
  const forum = await makeForum({ points: null })
  const first = await marked(forum, { criteria: { [depth]: choice(high) } })
  expect([first.points, await mine(forum)]).toEqual([null, null])
  await marked(forum, { done: true, version: first.version })
  expect(await mine(forum)).toMatchObject({ points: null, max: null, criteria: [{ points: '7.5' }, { points: null }] })
})

test.each<[string, Draft, number, string, string]>([
  ['an unknown criterion', { criteria: { [newId()]: choice(high) } }, 400, 'field.unknown', 'criteria'],
  ['a level of another criterion', { criteria: { [depth]: choice(fine) } }, 400, 'field.unknown', `criteria.${depth}.level`],
  [
    'points above the best level',
    { criteria: { [depth]: { ...choice(low), points: '8' } } },
    400,
    'homework.scoreError',
    `criteria.${depth}.points`,
  ],
  ['points above those of the forum', { points: '10.5' }, 400, 'homework.scoreError', 'points'],
  ['a version that the rubric does not have', { rubric_version: 7, criteria: {} }, 400, 'rubric.notFound', 'rubric_version'],
])('400 for %s', async (_, draft, status, code, field) => {
  const forum = (shared ??= await makeForum())
  const answer = await mark(forum, draft)
  const [name, faults] = Object.entries<any>(answer.body.details)[0]!
  expect([answer.status, name.startsWith(field), faults[0].code]).toEqual([status, true, code])
})
let shared: string | undefined

test('refused: no rubric, no forum, nobody who learns here, and whoever does not mark', async () => {
  const plain = await makeForum({ rubric: false })
  expect((await mark(plain, { points: '5' })).body.details.criteria[0].code).toBe('rubric.notFound')
  const homework = await makeForum({ type: 'homework' })
  expect((await mark(homework, { points: '5' })).body.details.criteria[0].code).toBe('rubric.notOffered')
  const forum = await makeForum()
  for (const who of [env.teacher.person, newId()]) {
    const answers = [await mark(forum, { points: '5' }, env.teacher, who)]
    for (const path of ['', '/posts']) answers.push(await env.call(env.teacher, 'GET', at(forum, who) + path))
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'marking.notStudent']))
  }
  expect((await mark(forum, { points: '5' }, env.student)).status).toBe(403)
  for (const path of ['', '/posts']) expect((await env.call(env.student, 'GET', at(forum) + path)).status).toBe(403)
  const seen = { ...env.teacher, simulating: { course: env.course, as: 'student' as const } }
  expect(await mine(forum, seen)).toBe(null)
})

test('409 over another one’s mark, also of two who begin at once, with what that one gave', async () => {
  const forum = await makeForum()
  const answers = await Promise.all([
    mark(forum, { points: '3', comment: 'Thin' }),
    mark(forum, { points: '3', comment: 'Thin' }, env.other),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { status, body } = await mark(forum, { points: '4' })
  expect([status, body.code, body.params.points, body.params.comment]).toEqual([409, 'marking.newer', '3', 'Thin'])
  expect(await marked(forum, { points: '4', version: body.params.version })).toMatchObject({ points: '4', comment: 'Thin' })
})

test('a rubric that is changed after marks is a new version; marked posts keep theirs, and a copy of the forum takes it without marks', async () => {
  const forum = await makeForum()
  const before = await marked(forum, { criteria: { [depth]: choice(high) }, done: true })
  const { version } = await env.ok(env.teacher, 'GET', `/api/activities/${forum}/rubric`)
  await env.ok(env.teacher, 'PUT', `/api/activities/${forum}/rubric`, { criteria: criteria.slice(1), version })
  const read = (person: string) => env.ok(env.teacher, 'GET', at(forum, person))
  expect((await read(env.student.person)).rubric).toMatchObject({ n: 1, best: '12.5' })
  expect((await read(ada.person)).rubric).toMatchObject({ n: 2, best: '5' })
  const again = { rubric_version: 2, criteria: { [manner]: choice(fine) }, version: before.version }
  expect(await marked(forum, again)).toMatchObject({ points: '5', rubric_version: 2 })
  const copy = await env.ok(env.teacher, 'POST', `/api/activities/${forum}/copy`, {})
  const copied = await env.ok(env.teacher, 'GET', at(copy.id))
  expect([copied.rubric.criteria, copied.mark]).toMatchObject([[{ title: 'Manner' }], null])
})

test('posts of all topics that name them are beside it, with the students before and after; nothing of anonymous ones', async () => {
  const forum = await makeForum()
  const begin = async (title: string) => {
    const draft = { scope: 'activity', scope_id: forum, kind: 'question', title, body: `<p>${title}?</p>` }
    return (await env.ok(env.student, 'POST', `/api/courses/${env.course}/topics`, draft)).id
  }
  const topics = [await begin('Spring tides'), await begin('Neap tides')]
  const post = (who: Actor, more = {}) => env.ok(who, 'POST', `/api/topics/${topics[0]}/posts`, { body: '<p>The moon</p>', ...more })
  await post(env.student)
  await post(env.student, { anonymous: true, body: '<p>In secret</p>' })
  await post(ada)
  const read = await env.ok(env.teacher, 'GET', at(forum))
  expect(read).toMatchObject({
    person: { name: 'Maya Tan' },
    posts: 3,
    replies: 1,
    previous: ada.person,
    next: null,
    max: '10',
    mark: null,
  })
  const first = await env.ok(env.teacher, 'GET', `${at(forum)}/posts?page_size=2`)
  expect([first.total, first.items.map((one: { topic: { title: string } }) => one.topic.title)]).toEqual([
    3,
    ['Spring tides', 'Neap tides'],
  ])
  const second = await env.ok(env.teacher, 'GET', `${at(forum)}/posts?page_size=2&page=2`)
  expect(second.items).toMatchObject([{ body: '<p>The moon</p>', n: 2 }])
  expect(JSON.stringify([read, first, second])).not.toMatch(/secret|anonymous/)
})

test('409 once the results are final; a person who is erased takes their marks with them, a marker leaves them without a name', async () => {
  const forum = await makeForum()
  const { version } = await marked(forum, { criteria: { [depth]: choice(high) }, done: true }, env.other)
  await eraseTalk(plain(env.db), env.other.person)
  expect((await env.ok(env.teacher, 'GET', at(forum))).mark).toMatchObject({ marker: null, points: '7.5' })
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/results/final`, {})
  const { status, body } = await mark(forum, { points: '3', version })
  expect([status, body.code]).toEqual([409, 'results.final'])
  expect((await env.ok(env.teacher, 'GET', at(forum))).mark).toMatchObject({ points: '7.5' })
  await eraseTalk(plain(env.db), env.student.person)
  expect((await env.ok(env.teacher, 'GET', at(forum))).mark).toBe(null)
})
