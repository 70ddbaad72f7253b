// A bank, an exam and a questionnaire with an attempt, for the tests that go through a whole product.
import { randomUUID } from 'node:crypto'
import type { Person } from './school.ts'

export type ExamAndBank = { bank: string; exam: string; questionnaire: string; learningActivity: string; question: string; attempt: string }

/** A bank's question, an exam and a questionnaire that ask it, a learning activity; the exam has an attempt of `by`. */
export async function ask(teacher: Person, course: string, by: Person): Promise<ExamAndBank> {
  const params = { id: course }
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Tides', course_id: course } })
  const add = async (question: object) => {
    const body = { questions: [{ title: '', feedback: '', points: '1', tags: [], ...question }] } as never
    return (await teacher.call('POST /api/banks/:id/questions', { params: { id: bank }, body })).results[0]?.id ?? ''
  }
  const create = async (draft: object) =>
    (await teacher.call('POST /api/courses/:id/activities', { params, body: { published: false, ...draft } as never })).id
  const publish = async (id: string, entry?: string) => {
    const sections = [{ id: 'part1', title: '', text: '', entries: [{ question_id: entry ?? '', points: '1' }] }]
    if (entry) await teacher.call('PUT /api/activities/:id/paper', { params: { id }, body: { sections, version: 0 } })
    await teacher.call('POST /api/courses/:id/publish-activities', { params, body: { activity_ids: [id], published: true } })
    return id
  }
  const question = await add({ type: 'true_false', stem: '<p>Spring tides come at new moon.</p>', content: {}, key: { right: true } })
  const scale = await add({ type: 'scale', stem: '<p>How was it?</p>', content: { from: 1, to: 5 }, key: {} })
  const settings = { unlimited_attempts: true, results_shown: 'feedback', results_when: 'at_once' }
  const exam = await publish(await create({ type: 'exam', title: 'Tides, examined', settings }), question)
  const questionnaire = await publish(await create({ type: 'questionnaire', title: 'How was the term' }), scale)
  const learningActivity = await publish(await create({ type: 'learning_activity', title: 'Collect a sample', settings: { work: 'text' } }))
  const device = randomUUID()
  const { id: attempt } = await by.call('POST /api/activities/:id/attempts', { params: { id: exam }, body: { device } })
  await by.call('POST /api/attempts/:id/submit', { params: { id: attempt }, body: { device } })
  return { bank, exam, questionnaire, learningActivity, question, attempt }
}
