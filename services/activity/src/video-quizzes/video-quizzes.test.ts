// Video quizzes: the calls of the specification, answered at once, scored and completed.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'
import { examIn, type TestExam } from '../test/exam.ts'

let env: TestCourse
let exam: TestExam
beforeAll(async () => {
  env = await testCourse()
  exam = await examIn(env)
})
afterAll(async () => {
  await exam?.stop()
  await env?.stop()
})

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
  const answer = (subject_id: string, given: object) =>
    env.call(env.student, 'POST', `/api/video-quizzes/${id}/answers`, { subject_id, answer: given })
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
  expect((await answer('nowhere-0', { choice: 'carbon' })).status).toBe(404)
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
