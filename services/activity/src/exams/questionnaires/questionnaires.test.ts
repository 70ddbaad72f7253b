// Questionnaires: by name or as nobody; what is counted of them, and when; templates for many courses.
import { until } from '@lyceum/kit/test/wait'
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'
import { groupsShown } from './counting.ts'

let env: TestCourse
let exam: TestExam
let scale: string
let single: string
let essay: string
const students: Actor[] = []
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
  scale = await exam.question('scale')
  single = await exam.question('single')
  essay = await exam.question('essay', { content: { format: 'rich' } })
  for (let nth = 0; nth < 12; nth++) students.push(await exam.student(`Student ${nth}`))
})
afterAll(() => exam?.stop())

const create = (draft: object = {}, settings: object = {}) =>
  exam.create(
    { title: 'Half-way', settings, ...draft },
    [exam.section([exam.fixed(scale, '0'), exam.fixed(single, '0'), exam.fixed(essay, '0')])],
    {
      type: 'questionnaire',
    },
  )
const answer = (id: string, who: Actor, value: number, text = '') =>
  env.call(who, 'POST', `/api/activities/${id}/responses`, {
    answers: [{ slot: 0, answer: { value } }, { slot: 1, answer: { choice: 'carbon' } }, ...(text ? [{ slot: 2, answer: { text } }] : [])],
  })
const results = (id: string, who: Actor = env.teacher, query = '') => env.call(who, 'GET', `/api/activities/${id}/results${query}`)
/** The answers to a question in an activity, as its use counts them. */
const answeredIn = async (id: string, question: string) =>
  (await env.ok(env.teacher, 'GET', `/api/questions/${question}/use`)).items.find((one: { activity_id: string }) => one.activity_id === id)
    .answers
const close = (id: string) =>
  env.ok(env.teacher, 'PUT', `/api/activities/${id}`, {
    start_time: '2020-01-01T00:00:00.000Z',
    end_time: new Date(Date.now() - 1000).toISOString(),
  })

describe('by name', () => {
  test('numbers are counted by their value, however they were typed', async () => {
    const number = await exam.question('numerical', { content: {} })
    const id = await exam.create({ title: 'Hours' }, [exam.section([exam.fixed(number, '0')])], { type: 'questionnaire' })
    for (const [nth, typed] of [
      { text: '12,50', decimal: ',' },
      { text: '12.5', decimal: '.' },
      { text: '７', decimal: '.' },
    ].entries())
      await env.ok(students[nth]!, 'POST', `/api/activities/${id}/responses`, { answers: [{ slot: 0, answer: typed }] })
    expect((await results(id)).body.items).toMatchObject([
      {
        counts: [
          { value: '12.5', count: 2 },
          { value: '7', count: 1 },
        ],
        texts: [],
        words: [],
      },
    ])
  })
  test('once, unless answers may be changed; counted as they come', async () => {
    const id = await create()
    const questionnaire = await env.ok(students[0]!, 'GET', `/api/activities/${id}/questionnaire`)
    expect(questionnaire).toMatchObject({ anonymous: false, answered: false, may_answer: true, results: false })
    expect(questionnaire.paper.sections[0].items).toHaveLength(3)
    expect((await answer(id, students[0]!, 4, '<p>Good tides</p>')).body).toEqual({ answered: true })
    expect((await answer(id, students[0]!, 1)).body.code).toBe('response.given')
    expect((await answer(id, students[1]!, 99)).body.details).toHaveProperty(['answers.0.answer'])
    const file = await env.upload(students[1]!, { type: 'image', name: 'tide.png' })
    for (const value of [{ text: 'Tides', upload_ids: [file] }, { text: `<p><img data-upload="${file}" /></p>` }])
      expect(
        (await env.call(students[1]!, 'POST', `/api/activities/${id}/responses`, { answers: [{ slot: 2, answer: value }] })).body.details,
      ).toMatchObject({ 'answers.0.answer': [{ code: 'answer.noFiles' }] })
    await answer(id, students[1]!, 2)
    const mine = await env.ok(students[0]!, 'GET', `/api/activities/${id}/responses/mine`)
    expect(mine).toMatchObject({ answered: true, answers: [{ slot: 0, answer: { value: 4 } }, { slot: 1 }, { slot: 2 }] })
    const { body } = await results(id)
    expect(body).toMatchObject({
      n: 2,
      open: true,
      items: [{ answered: 2, mean: 3 }, { counts: [{ value: 'carbon', count: 2 }] }, { texts: ['Good tides'] }],
    })
    expect([await answeredIn(id, scale), await answeredIn(id, essay)]).toEqual([2, 1])
    expect((await results(id, students[0]!)).status).toBe(403)
    const { csv } = await env.ok(env.teacher, 'GET', `/api/activities/${id}/results/csv`)
    expect(csv).toContain('Student 0')
    const content = await env.ok(students[0]!, 'GET', `/api/courses/${env.course}/content`)
    expect(content.activities.find((one: { id: string }) => one.id === id)).toMatchObject({
      state: 'answered',
      my: { completed: true },
      points: null,
    })
  })
  test('changed until it closes, then shown to students where the settings say so', async () => {
    const id = await create({}, { changeable: true, results_for_students: true })
    await answer(id, students[0]!, 1)
    expect((await answer(id, students[0]!, 5)).status).toBe(200)
    expect((await results(id)).body).toMatchObject({ n: 1, items: [{ mean: 5 }, {}, {}] })
    await close(id)
    expect((await answer(id, students[0]!, 2)).body.code).toBe('activity.ended')
    expect((await results(id, students[0]!)).body).toMatchObject({ n: 1, open: false })
  })
})

test('no question asks for files: it stands in the way of publishing, at its entry', async () => {
  const asks = await exam.question('essay', { content: { format: 'plain', files_most: 2 } })
  const entries = [exam.section([exam.fixed(scale, '0'), exam.fixed(asks, '0')])]
  const id = await exam.create({}, entries, { type: 'questionnaire', publish: false })
  expect((await env.ok(env.teacher, 'GET', `/api/activities/${id}/paper`)).problems).toMatchObject([{ entry: 1, code: 'paper.noFiles' }])
  const { body } = await env.call(env.teacher, 'PUT', `/api/activities/${id}`, { published: true })
  expect(body.details).toMatchObject({ published: [{ code: 'paper.noFiles' }] })
})

describe('anonymous', () => {
  test('results in steps of five while it is open, and none of fewer', async () => {
    const id = await create({ anonymous: true }, { results_for_students: true })
    for (const who of students.slice(0, 4)) await answer(id, who, 1)
    expect((await results(id)).body).toMatchObject({ n: null, items: [], anonymous: true })
    expect(await answeredIn(id, scale)).toBe(0)
    expect((await answer(id, students[0]!, 5)).body.code).toBe('response.given')
    await answer(id, students[4]!, 1)
    await answer(id, students[5]!, 5)
    expect((await results(id)).body).toMatchObject({ n: 5, items: [{ counts: [{ count: 5 }], mean: 1 }, {}, {}] })
    expect([await answeredIn(id, scale), await answeredIn(id, essay)]).toEqual([5, 0])
    expect((await env.call(env.teacher, 'GET', `/api/activities/${id}/results/csv`)).body.code).toBe('response.tooFew')
    await close(id)
    expect((await results(id)).body).toMatchObject({ n: 6, open: false })
    expect(await answeredIn(id, scale)).toBe(6)
    expect((await env.ok(env.teacher, 'GET', `/api/activities/${id}/results/csv`)).csv.split('\r\n')).toHaveLength(8)
    expect(await env.ok(students[0]!, 'GET', `/api/activities/${id}/responses/mine`)).toEqual({ answered: true, answers: [] })
    expect((await env.call(env.teacher, 'PUT', `/api/activities/${id}`, { anonymous: false })).body.details).toHaveProperty(['anonymous'])
  })
})

test('a template of the organisation is put into many courses', async () => {
  const admin: Actor = { ...env.teacher, roles: ['admin'] }
  const sections = [exam.section([exam.fixed(scale, '0')])]
  const made = await env.ok(admin, 'POST', '/api/questionnaire-templates', { title: 'Evaluation', sections })
  expect(made).toMatchObject({ title: 'Evaluation', questions: 1 })
  const { items: asking, templates } = await env.ok(env.teacher, 'GET', `/api/questions/${scale}/use`)
  expect(templates).toEqual([{ id: made.id, title: 'Evaluation' }])
  const listed = await env.ok(env.teacher, 'GET', `/api/banks/${exam.bank}/questions`)
  const papers = new Set(asking.map((one: { activity_id: string }) => one.activity_id)).size
  expect(listed.items.find((one: { id: string }) => one.id === scale).papers).toBe(papers + 1)
  expect((await env.call(env.student, 'POST', '/api/questionnaire-templates', { title: 'x', sections })).status).toBe(403)
  expect((await env.call(admin, 'PUT', `/api/questionnaire-templates/${made.id}`, { title: 'New', sections, version: 1 })).body.code).toBe(
    'questionnaireTemplate.newer',
  )
  // a template takes no file that somebody else has put nowhere
  const hers = await env.upload(env.teacher, { type: 'image' })
  const stolen = [{ ...sections[0]!, text: `<p><img data-upload="${hers}" /></p>` }]
  const other: Actor = { ...env.other, roles: ['admin'] }
  const refused = await env.call(other, 'POST', '/api/questionnaire-templates', { title: 'x', sections: stolen })
  expect(refused.body.details.sections[0].code).toBe('upload.unknown')
  const use = await env.ok(admin, 'POST', `/api/questionnaire-templates/${made.id}/use`, {
    course_ids: [env.course],
    start_time: null,
    end_time: '2050-01-01T00:00:00.000Z',
    anonymous: true,
  })
  expect(use.courses).toBe(1)
  const read = async () => (await env.db.query('select state, report, result, error from kit.tasks where id = $1', [use.task])).rows[0]
  await until(async () => (await read()).state !== 'running')
  expect(await read()).toMatchObject({ state: 'finished', result: { courses: 1 } })
  const { items } = await env.ok(env.student, 'GET', `/api/courses/${env.course}/questionnaires`)
  const found = items.find(({ title }: { title: string }) => title === 'Evaluation')
  expect((await env.ok(env.student, 'GET', `/api/activities/${found.id}/questionnaire`)).anonymous).toBe(true)
  await env.ok(admin, 'DELETE', `/api/questionnaire-templates/${made.id}`)
})

test('groups are shown as long as what is left of the whole beside them is none, or five and more', () => {
  const of = (sizes: Record<string, number>, none = 0) =>
    [
      ...groupsShown([...Object.entries(sizes).flatMap(([group, n]) => Array.from({ length: n }, () => group)), ...Array(none).fill(null)]),
    ].sort()
  expect(of({ a: 6, b: 5, c: 4 })).toEqual(['a'])
  expect(of({ a: 6, b: 5 })).toEqual(['a', 'b'])
  expect(of({ a: 6, b: 5, c: 3, d: 2 })).toEqual(['a', 'b'])
  expect(of({ a: 6, b: 7 }, 1)).toEqual(['b'])
  expect(of({ a: 9 }, 4)).toEqual([])
})
