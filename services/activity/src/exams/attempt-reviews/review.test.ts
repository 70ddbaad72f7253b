// The files of a review: those of questions and answers, and of the feedback that is shown; for who marks, and for whose attempt it is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'

let env: TestCourse
let exam: TestExam
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
})
afterAll(() => exam?.stop())

test('the pictures of hand-in and feedback open for markers; for the student once they are shown', async () => {
  const picture = (id: string) => `<p><img data-upload="${id}" /></p>`
  const [stemPicture, feedbackPicture] = [
    await env.upload(env.teacher, { type: 'image' }),
    await env.upload(env.teacher, { type: 'image' }),
  ]
  const answerFile = await env.upload(env.student, { type: 'document', name: 'map.pdf', extension: 'pdf', size: 1000n })
  const [file, choice] = [
    await exam.question('file'),
    await exam.question('single', { stem: picture(stemPicture), feedback: picture(feedbackPicture) }),
  ]
  const id = await exam.create({ settings: { results_shown: 'feedback', results_when: 'by_hand' } }, [
    exam.section([exam.fixed(file), exam.fixed(choice)]),
  ])
  const { id: attempt } = await exam.begin(id)
  const wrong = await env.upload(env.student, { type: 'other', name: 'map.exe', extension: 'exe', size: 1000n })
  const refused = await exam.save(attempt, [{ slot: 0, seq: 1, answer: { upload_ids: [wrong] } }])
  expect(refused.body).toMatchObject({ saved: [], refused: [{ slot: 0, code: 'answer.fileUnfit' }] })
  await exam.submit(attempt, env.student, {
    items: [
      { slot: 0, seq: 1, answer: { upload_ids: [answerFile] } },
      { slot: 1, seq: 1, answer: { choice: 'carbon' } },
    ],
  })
  await exam.sweep()
  const read = (who = env.teacher) => env.call(who, 'GET', `/api/attempts/${attempt}/review/files`)
  const { items } = (await read()).body
  expect(items.map((one: { upload_id: string }) => one.upload_id).sort()).toEqual([stemPicture, feedbackPicture, answerFile].sort())
  expect(items.find((one: { upload_id: string }) => one.upload_id === answerFile)).toMatchObject({ name: 'map.pdf' })
  expect((await read(env.student)).body.code).toBe('attempt.notShown')
})
