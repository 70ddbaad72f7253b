// Questions that are written where they are asked: kept in the bank of the course, and those of one's other courses asked too.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { questionDraft, type TestBank, testBank } from '../../test/banks.ts'

let env: TestBank
beforeAll(async () => {
  env = await testBank()
})
afterAll(() => env?.stop())

const banksOf = async (course: string, more = ''): Promise<{ id: string; title: string; questions: number }[]> =>
  (await env.ok(env.teacher, 'GET', `/api/banks?course_id=${course}${more}`)).items
const another = async (name: string): Promise<string> => (await env.inCourse(env.teacher, 'POST', '/api/course', { name })).body.id
const write = (course: string, questions: object[], who = env.teacher) =>
  env.call(who, 'POST', `/api/courses/${course}/questions`, { questions })

test('the first question of a course makes its bank, named as the course; all that come go there', async () => {
  const course = await another('Geology')
  const made = await Promise.all([write(course, [questionDraft('essay')]), write(course, [questionDraft('single')])])
  expect(made.map(({ status }) => status)).toEqual([200, 200])
  expect(await banksOf(course)).toMatchObject([{ id: made[0].body.bank_id, title: 'Geology', questions: 2 }])
  const faulty = await write(course, [questionDraft('essay', { stem: '' })])
  expect(faulty.body.results[0]).toMatchObject({ id: null, errors: { stem: [{ code: 'field.required' }] } })
  // a deleted one is not written into
  await env.ok(env.teacher, 'DELETE', `/api/banks/${made[0].body.bank_id}`)
  expect((await write(course, [questionDraft('essay')])).body.bank_id).not.toBe(made[0].body.bank_id)
  expect((await write(course, [questionDraft('essay')], env.other)).status).toBe(403)
})

test('a paper asks questions of its writer’s other courses, and of no others’', async () => {
  const course = await another('Chemistry')
  const question = await env.one('single')
  expect((await banksOf(course)).map(({ id }) => id)).not.toContain(env.bank)
  expect((await banksOf(course, '&elsewhere=true')).map(({ id }) => id)).toContain(env.bank)
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${course}/activities`, { type: 'exam', title: 'Test', settings: {} })
  const paper = (question_id: string, version = 0) => ({
    sections: [{ id: 'part1', title: '', text: '', entries: [{ question_id, points: '1' }] }],
    version,
  })
  const put = await env.call(env.teacher, 'PUT', `/api/activities/${id}/paper`, paper(question))
  expect([put.status, put.body.sections[0].entries[0].question.question_id]).toEqual([200, question])
  expect(put.body.types).toContain('single')
  expect(put.body.types).not.toContain('scale')
  const theirs = (await env.inCourse(env.other, 'POST', '/api/course', { name: 'Of others' })).body.id
  const [strange] = (await write(theirs, [questionDraft('single')], env.other)).body.results
  expect((await env.call(env.teacher, 'PUT', `/api/activities/${id}/paper`, paper(strange.id, put.body.version))).status).toBe(400)
  expect((await env.call(env.teacher, 'PUT', `/api/activities/${id}/paper`, paper(newId(), put.body.version))).status).toBe(400)
})

test('a list says what its questions offer and what is right, where that is wanted', async () => {
  const course = await another('Physics')
  const { bank_id: bank } = (await write(course, [questionDraft('true_false')])).body
  const [bare] = (await env.ok(env.teacher, 'GET', `/api/banks/${bank}/questions`)).items
  const [full] = (await env.ok(env.teacher, 'GET', `/api/banks/${bank}/questions?answers=true`)).items
  expect(['content' in bare, 'key' in bare, full.content, full.key.right]).toEqual([false, false, {}, true])
})
