// Video quizzes: the calls of the specification, answered at once, scored and completed.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'

let env: TestCourse
let exam: TestExam
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
})
afterAll(() => exam?.stop())

test('questions at their moments, feedback, tries, points, completion', async () => {
  const leaf = await env.upload(env.teacher, { type: 'image', name: 'leaf.png' })
  const feedback = `<p>Leaves. <img data-upload="${leaf}" /></p>`
  const [first, second] = [await exam.question('single', { feedback }), await exam.question('true_false')]
  const upload = await env.upload(env.teacher)
  const id = await exam.create(
    { upload_ids: [upload], settings: { pass_over: 'must_answer', tries: 2 } },
    [
      exam.section([exam.fixed(second, '1')], { id: 'later', at: 60, must: false }),
      exam.section([exam.fixed(first, '3')], { id: 'soon', at: 12.5, back_to: 3 }),
    ],
    { type: 'video_quiz' },
  )
  expect(await env.ok(env.student, 'GET', `/api/video-quizzes/${id}`)).toMatchObject({
    id,
    upload: { id: upload, duration: 100 },
    pass_over: 'must_answer',
    tries: 2,
    questions: 2,
    answered: 0,
    points: '4',
    earned: null,
  })
  const { subjects } = await env.ok(env.student, 'GET', `/api/video-quizzes/${id}/subjects`)
  expect(subjects).toMatchObject([
    { section: 'soon', at: 12.5, back_to: 3, must: true, type: 'single', answer: null, tries_left: 2 },
    { section: 'later', at: 60, must: false, type: 'true_false' },
  ])
  expect(JSON.stringify(subjects)).not.toMatch(/"(key|solution|percents)":/)
  const answer = (subject_id: string, value: object) =>
    env.call(env.student, 'POST', `/api/video-quizzes/${id}/answers`, { subject_id, answer: value })
  expect((await answer(subjects[0].id, { choice: 'oxygen' })).body).toMatchObject({
    right: false,
    share: '0',
    back_to: 3,
    tries_left: 1,
    solution: null,
    general_feedback: '',
    files: [],
  })
  expect((await env.ok(env.student, 'GET', `/api/activities/${id}/paper/files`)).items).toEqual([])
  expect((await answer(subjects[0].id, { choice: 'carbon' })).body).toMatchObject({
    right: true,
    share: '1',
    back_to: null,
    solution: { choice: 'carbon' },
    general_feedback: expect.stringContaining('Leaves.'),
    files: [{ upload_id: leaf, name: 'leaf.png' }],
  })
  expect((await answer(subjects[0].id, { choice: 'carbon' })).body.code).toBe('videoQuiz.noTriesLeft')
  expect((await answer(newId(), { choice: 'carbon' })).status).toBe(404)
  expect((await answer(subjects[1].id, { choice: 'carbon' })).body.details).toHaveProperty(['answer'])
  const state = async () =>
    (await env.ok(env.student, 'GET', `/api/courses/${env.course}/content`)).activities.find((one: { id: string }) => one.id === id)
  expect(await state()).toMatchObject({ my: { completed: false } })
  const { key } = await env.ok(env.teacher, 'GET', `/api/questions/${second}`)
  await answer(subjects[1].id, { value: !key.right })
  expect(await state()).toMatchObject({ my: { completed: true } })
  expect(await env.ok(env.student, 'GET', `/api/video-quizzes/${id}`)).toMatchObject({ answered: 2, earned: '3' })
  const scores = await env.db.query(
    'select trim_scale(s.points)::text as points from scores s join score_items i on i.id = s.item_id where i.activity_id = $1',
    [id],
  )
  expect(scores.rows).toEqual([{ points: '3' }])
  expect((await env.call(env.stranger, 'GET', `/api/video-quizzes/${id}`)).status).toBe(403)
  expect((await env.call(env.student, 'GET', `/api/video-quizzes/${newId()}`)).status).toBe(404)
})

test('answers stay with their questions when the paper is edited; a teacher tries a draft, again and again', async () => {
  const [first, second, third] = [await exam.question('single'), await exam.question('true_false'), await exam.question('true_false')]
  const part = (id: string, at: number, question: string, points: string) => exam.section([exam.fixed(question, points)], { id, at })
  const id = await exam.create(
    { upload_ids: [await env.upload(env.teacher)], settings: { tries: 2 } },
    [part('soon', 1, first, '2'), part('later', 2, second, '1')],
    { type: 'video_quiz', publish: false },
  )
  const subjects = async (who = env.student) => (await env.ok(who, 'GET', `/api/video-quizzes/${id}/subjects`)).subjects
  const answer = (subject_id: string, value: object, who = env.student) =>
    env.call(who, 'POST', `/api/video-quizzes/${id}/answers`, { subject_id, answer: value })
  // a draft, whose tries are used up by nobody
  for (let nth = 0; nth < 3; nth++)
    expect((await answer((await subjects(env.teacher))[0].id, { choice: 'oxygen' }, env.teacher)).body).toMatchObject({
      right: false,
      tries_left: 1,
    })
  expect((await subjects(env.teacher))[0]).toMatchObject({ answer: null, tries_left: 2 })
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/publish-activities`, { activity_ids: [id], published: true })
  const listed = await subjects()
  await answer(listed[0].id, { choice: 'carbon' })
  const { key } = await env.ok(env.teacher, 'GET', `/api/questions/${second}`)
  await answer(listed[1].id, { value: !key.right })
  expect(listed.map((one: { id: string }) => one.id)).toEqual([first, second])
  expect(await env.ok(env.student, 'GET', `/api/video-quizzes/${id}`)).toMatchObject({ answered: 2, earned: '2' })
  // another question before them, other points, and then one fewer
  await exam.put(id, [part('first', 0, third, '1'), part('soon', 1, first, '6'), part('later', 2, second, '1')])
  expect(await subjects()).toMatchObject([
    { id: third, section: 'first', answer: null, tries_left: 2 },
    { id: first, section: 'soon', answer: { choice: 'carbon' }, right: true, tries_left: 1 },
    { id: second, section: 'later', answer: { value: !key.right }, right: false, tries_left: 1 },
  ])
  expect(await env.ok(env.student, 'GET', `/api/video-quizzes/${id}`)).toMatchObject({ answered: 2, earned: '6' })
  expect((await answer(second, { value: key.right })).body).toMatchObject({ right: true, tries_left: 0 })
  expect((await answer(second, { value: key.right })).body.code).toBe('videoQuiz.noTriesLeft')
  await exam.put(id, [part('first', 0, third, '1'), part('later', 2, second, '1')])
  expect((await answer(third, { value: true })).status).toBe(200)
  expect(await subjects()).toMatchObject([{ section: 'first' }, { section: 'later', right: true, tries_left: 0 }])
  // what is taken up again has its answer
  await exam.put(id, [part('soon', 1, first, '2')])
  expect(await subjects()).toMatchObject([{ right: true, tries_left: 1 }])
})
