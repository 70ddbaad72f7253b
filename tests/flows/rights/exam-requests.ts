// The requests of exams, questionnaires and video quizzes in the rights matrix: each place has one of each, and an attempt of its student.
import { randomUUID } from 'node:crypto'
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { product } from '../product.ts'
import type { Person, School } from '../school.ts'
import type { Place } from './places.ts'
import type { Request } from './request.ts'

type ExamIds = { exam: string; questionnaire: string; quiz: string; attempt: string; question: string; version: string }
const kept = new Map<string, Promise<ExamIds>>()
const examIdsIn = (place: Place): Promise<ExamIds> => {
  const known = kept.get(place.course) ?? make(place)
  kept.set(place.course, known)
  return known
}
const device = randomUUID()

/** A film of the teacher's, as activity knows it: none is converted for it. */
async function film(person: string, org: string): Promise<string> {
  const client = new pg.Client(product().databases.activity)
  await client.connect()
  try {
    const id = newId()
    await client.query(
      `insert into uploads (id, org_id, person_id, name, type, size, status, playable, allow_download, duration, videos, deleted, version, extension, stored)
       values ($1, $2, $3, 'ocean.mp4', 'video', 1, 'ready', true, false, 60, '[]', false, 1, 'mp4', true)`,
      [id, org, person],
    )
    return id
  } finally {
    await client.end()
  }
}

async function make({ teacher, student, course, org }: Place): Promise<ExamIds> {
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Asked', course_id: course } })
  const add = async (question: object): Promise<string> => {
    const body = { questions: [{ title: '', feedback: '', points: '1', tags: [], ...question }] } as never
    return (await teacher.call('POST /api/banks/:id/questions', { params: { id: bank }, body })).results[0]?.id ?? ''
  }
  const truth = { type: 'true_false', stem: '<p>Spring tides come at new moon.</p>', content: {}, key: { right: true } }
  const question = await add(truth)
  const scale = await add({ type: 'scale', stem: '<p>How was it?</p>', content: { from: 1, to: 5 }, key: {} })
  const create = async (draft: object, entry: string): Promise<string> => {
    const { id } = await teacher.call('POST /api/courses/:id/activities', {
      params: { id: course },
      body: { title: 'Asked', ...draft } as never,
    })
    const sections = [{ id: 'part1', title: '', text: '', entries: [{ question_id: entry, points: '1' }] }]
    await teacher.call('PUT /api/activities/:id/paper', { params: { id }, body: { sections, version: 0 } })
    await teacher.call('POST /api/courses/:id/publish-activities', {
      params: { id: course },
      body: { activity_ids: [id], published: true },
    })
    return id
  }
  const exam = await create({ type: 'exam', settings: { unlimited_attempts: true } }, question)
  const questionnaire = await create({ type: 'questionnaire', settings: { changeable: true } }, scale)
  const quiz = await create({ type: 'video_quiz', upload_ids: [await film(teacher.id, org)], settings: { tries: 20 } }, question)
  const { id: attempt } = await student.call('POST /api/activities/:id/attempts', { params: { id: exam }, body: { device } })
  await student.call('POST /api/attempts/:id/submit', { params: { id: attempt }, body: { device } })
  const { version_id: version } = await teacher.call('GET /api/questions/:id', { params: { id: question } })
  return { exam, questionnaire, quiz, attempt, question, version }
}

type Which = 'exam' | 'questionnaire' | 'quiz' | 'attempt'
const of =
  (which: Which, body?: object | ((asked: ExamIds) => object), more: Record<string, string> = {}): Request =>
  async ({ place }) => {
    const asked = await examIdsIn(place)
    return { params: { id: asked[which], ...more }, ...(body && { body: typeof body === 'function' ? body(asked) : body }) }
  }
const sections = [{ id: 'part1', title: '', text: '', entries: [] }]
const mark = { points: '1', version: 0 }
const offices = new Map<string, Promise<Person>>()
/** The administrator, who keeps every permission; signed in once. */
const officeOf = (home: School): Promise<Person> => {
  const known = offices.get(home.id) ?? home.signIn('admin')
  offices.set(home.id, known)
  return known
}
const aTemplate =
  (body?: object | ((place: Place) => object)): Request =>
  async ({ home, place, where }) => {
    const office = await officeOf(home)
    const made =
      where === 'foreign'
        ? { id: newId(), version: 1 }
        : await office.call('POST /api/questionnaire-templates', { body: { title: 'Evaluation', sections } })
    const full = typeof body === 'function' ? body(place) : body
    return { params: { id: made.id }, ...(full && { body: { ...full, ...('sections' in full && { version: made.version }) } }) }
  }

export const examRequests: Record<string, Request> = {
  'GET /api/activities/:id/paper': of('exam'),
  'PUT /api/activities/:id/paper': of('exam', { sections, version: 999 }),
  'GET /api/activities/:id/paper/preview': of('exam'),
  'GET /api/activities/:id/paper/files': of('questionnaire'),
  'GET /api/activities/:id/my-attempts': of('exam'),
  'POST /api/activities/:id/attempts': of('exam', { device }),
  'GET /api/attempts/:id/paper': of('attempt'),
  'GET /api/attempts/:id/files': of('attempt'),
  'GET /api/attempts/:id/answers': of('attempt'),
  'PUT /api/attempts/:id/answers': of('attempt', { device, items: [] }),
  'POST /api/attempts/:id/submit': of('attempt', { device }),
  'POST /api/attempts/:id/events': of('attempt', { device, kind: 'left' }),
  'POST /api/attempts/:id/plays': of('attempt', { slot: 0, upload_id: newId() }),
  'GET /api/attempts/:id/review': of('attempt'),
  'GET /api/attempts/:id/review/files': of('attempt'),
  'POST /api/course/activities-read/exam/:id': of('exam'),
  'GET /api/activities/:id/exam-access': of('exam'),
  'PUT /api/activities/:id/exam-access': of('exam', { code: null, ip_ranges: [] }),
  'GET /api/activities/:id/invigilation': of('exam'),
  'POST /api/activities/:id/invigilation': of('exam', { action: 'pause', all: true }),
  'GET /api/activities/:id/invigilation/events': async ({ place }) => ({
    params: { id: (await examIdsIn(place)).exam },
    query: { person_id: place.student.id },
  }),
  'GET /api/attempts/:id/late-answers': of('attempt'),
  'POST /api/attempts/:id/late-answers/take': of('attempt', { slots: [0] }),
  'GET /api/activities/:id/questions-to-mark': of('exam'),
  'GET /api/activities/:id/answers': async ({ place }) => {
    const { exam, attempt } = await examIdsIn(place)
    return { params: { id: exam }, query: { attempt_id: attempt } }
  },
  'PUT /api/attempts/:id/answers/:slot/mark': of('attempt', mark, { slot: '0' }),
  'PUT /api/attempts/:id/answers/:slot/decision': of('attempt', mark, { slot: '0' }),
  'POST /api/activities/:id/regrade': of('exam', ({ question, version }) => ({
    question_id: question,
    version_id: version,
    preview: true,
  })),
  'GET /api/activities/:id/regrades': of('exam'),
  'GET /api/activities/:id/question-statistics': of('exam'),
  'GET /api/activities/:id/questionnaire': of('questionnaire'),
  'POST /api/activities/:id/responses': of('questionnaire', { answers: [] }),
  'GET /api/activities/:id/responses/mine': of('questionnaire'),
  'GET /api/activities/:id/results': of('questionnaire'),
  'GET /api/activities/:id/results/csv': of('questionnaire'),
  'POST /api/questionnaire-templates': () => ({ body: { title: 'Evaluation', sections } }),
  'PUT /api/questionnaire-templates/:id': aTemplate({ title: 'Anew', sections }),
  'DELETE /api/questionnaire-templates/:id': aTemplate(),
  'POST /api/questionnaire-templates/:id/use': aTemplate(({ course }) => ({
    course_ids: [course],
    start_time: null,
    end_time: null,
    anonymous: true,
    published: false,
  })),
  'GET /api/video-quizzes/:id': of('quiz'),
  'GET /api/video-quizzes/:id/subjects': of('quiz'),
  'POST /api/video-quizzes/:id/answers': of('quiz', ({ question }) => ({ subject_id: question, answer: { value: true } })),
}
