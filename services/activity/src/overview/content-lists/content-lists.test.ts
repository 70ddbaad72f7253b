// The lists of a course's content by kind: one shape, one statement, each with its own activities.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { contentListCalls } from './api.ts'

let env: TestCourse
const names = Object.keys(contentListCalls).map((call) => call.slice('GET /api/courses/:id/'.length))
const list = (name: string, query = '', who = env.student) => env.call(who, 'GET', `/api/courses/${env.course}/${name}?${query}`)
const conditions = (of: object) => `conditions=${encodeURIComponent(JSON.stringify(of))}`
const titles = async (name: string, query = '', who = env.student) =>
  (await list(name, query, who)).body.items.map(({ title }: { title: string }) => title)
const ids: Record<string, string> = {}
let module: string

beforeAll(async () => {
  env = await testCourse()
  module = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Sea' })).id
  const link = await env.upload(env.teacher, { type: 'link', name: 'Tides film', videos: [] })
  const add = async (title: string, draft: object) =>
    (ids[title] = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { title, published: true, ...draft })).id)
  await add('First', { type: 'page' })
  await add('Film', { type: 'material', upload_ids: [link], module_id: module })
  await add('Film to come', { type: 'material', upload_ids: [link], start_time: '2050-01-01T08:00:00Z' })
  await add('Sample', { type: 'learning_activity', points: '10', module_id: module })
  await add('Loose sample', { type: 'learning_activity', points: '5' })
  await add('Draft', { type: 'learning_activity', points: '5', published: false })
  // types that cannot be made yet are in the rows of a newer release
  for (const [nth, type] of ['homework', 'exam', 'live_lecture', 'classroom', 'questionnaire', 'forum'].entries())
    await env.db.query(
      `insert into activities (id, org_id, course_id, type, title, sort, published, criterion_key, upload_ids, created_by, version)
       values (gen_random_uuid(), $1, $2, $3, $3, $5, true, 'none', '{}', $4, 1)`,
      [env.org, env.course, type, env.teacher.person, 50 + nth],
    )
})
afterAll(() => env?.stop())

test('each has its own, all have one shape', async () => {
  const found = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await titles(name, 'page_size=50')])))
  expect(found).toEqual({
    'all-activities': [
      'First',
      'Film to come',
      'Loose sample',
      'homework',
      'exam',
      'live_lecture',
      'classroom',
      'questionnaire',
      'forum',
      'Film',
      'Sample',
    ],
    'homework-activities': ['homework'],
    exams: ['exam'],
    'live-record': ['live_lecture'],
    interactions: ['classroom'],
    questionnaires: ['questionnaire'],
    'forum-activities': ['forum'],
    'web-link-activities': ['Film to come', 'Film'],
    'submitted-exams': [],
    'score-list': ['Loose sample', 'Sample'],
  })
  const [first, ...others] = await Promise.all(names.map(async (name) => Object.keys((await list(name)).body)))
  expect(first).toEqual(['items', 'page', 'page_size', 'pages', 'total', 'start', 'end'])
  for (const other of others) expect(other).toEqual(first)
})

test('a row agrees with the content: not open yet, without its files', async () => {
  const [film] = (await list('web-link-activities')).body.items
  const all = (await env.ok(env.student, 'GET', `/api/courses/${env.course}/content`)).activities
  expect(film).toEqual(all.find(({ id }: { id: string }) => id === ids['Film to come']))
  expect(film).toMatchObject({ availability: 'notStarted', uploads: [] })
})

test('pages and conditions; drafts for who teaches alone', async () => {
  expect((await list('score-list', 'page_size=1&page=2')).body).toMatchObject({
    page: 2,
    pages: 2,
    total: 2,
    start: 2,
    end: 2,
    items: [{ title: 'Sample' }],
  })
  expect((await list('score-list', 'page=9')).body).toMatchObject({ total: 2, items: [], start: 0, end: 0 })
  expect(await titles('score-list', conditions({ keyword: ' LOOSE ' }))).toEqual(['Loose sample'])
  expect(await titles('score-list', conditions({ module_id: module }))).toEqual(['Sample'])
  expect(await titles('score-list', conditions({ published: false }), env.teacher)).toEqual(['Draft'])
  expect(await titles('score-list', conditions({ published: false }))).toEqual([])
  const faults = [{ colour: 'red' }, { keyword: 5 }, { module_id: true }, { published: 'yes' }].map(
    async (of) =>
      Object.entries((await list('exams', conditions(of))).body.details as object).map(([field, [{ code }]]) => [field, code])[0],
  )
  expect(await Promise.all(faults)).toEqual([
    ['conditions.colour', 'field.unknown'],
    ['conditions.keyword', 'field.type'],
    ['conditions.module_id', 'field.type'],
    ['conditions.published', 'field.type'],
  ])
})

test('an exam that I have handed in is among mine alone; 403 for a stranger', async () => {
  const { id } = (await list('exams')).body.items[0]
  await env.db.query(
    `insert into progress (activity_id, person_id, org_id, course_id, state, first_seen_at, last_seen_at, version) values ($1, $2, $3, $4, 'submitted', now(), now(), 1)`,
    [id, env.student.person, env.org, env.course],
  )
  expect([await titles('submitted-exams'), await titles('submitted-exams', '', env.teacher)]).toEqual([['exam'], []])
  expect((await list('exams', '', env.stranger)).status).toBe(403)
})
