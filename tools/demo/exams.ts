// Exam, questionnaire and video quiz of a demo course, with the answers of its students. Parts that exist already, by their titles, stay unchanged.
import { openPool } from '@lyceum/kit/database/connections'
import { plainDatabase } from '@lyceum/kit/database/database'
import { keptPapers } from '@lyceum/activity/questions/papers/kept-papers'
import { type PastAttempt, recordPastAttempts, recordPastResponses } from '@lyceum/activity/demo'
import { type DemoQuestion, said } from './content/exams.ts'
import { onceKnown } from './client.ts'
import { numbersOf } from './history.ts'
import type { Made } from './make-course.ts'
import { studentNos } from './school.ts'

const day = 86_400_000
type Entry = { question_id?: string; draw?: { bank_id: string; count: number }; points: string }
type Section = { id: string; title: string; text: string; entries: Entry[]; at?: number; back_to?: number }

export async function addExams(made: Made, databaseUrl: string): Promise<void> {
  const { teacher, course, given, ground, once } = made
  const { asked } = given
  if (!asked) return
  const { call } = teacher
  const params = { id: course }
  const { modules, activities } = await call('GET /api/courses/:id/content', { params })
  const placeIn = (name: string) => ({ module_id: modules.find((one) => one.name === name)?.id ?? null })
  const at = (days: number, hour: number) => {
    const date = new Date(ground.now.getTime() + days * day)
    date.setHours(hour, 0, 0, 0)
    return date
  }
  const bank = async (title: string, questions: DemoQuestion[]): Promise<{ id: string; entries: Entry[] }> => {
    const { id } = await call('POST /api/banks', { body: { title, course_id: course }, ...once('bank', title) })
    const { results } = await call('POST /api/banks/:id/questions', {
      params: { id },
      body: { questions: questions.map((one) => ({ title: '', feedback: '', tags: [], ...one })) as never },
      ...once('questions', title),
    })
    return { id, entries: results.map((one, nth) => ({ question_id: one.id ?? '', points: questions[nth]!.points })) }
  }
  const create = async (
    draft: { title: string; [more: string]: unknown },
    sections: () => Promise<Section[]>,
  ): Promise<{ id: string; made: boolean }> => {
    const found = activities.find(({ title }) => title === draft.title)
    if (found?.published) return { id: found.id, made: false }
    const { id } =
      found ??
      (await onceKnown([400, 404], () =>
        call('POST /api/courses/:id/activities', { params, body: draft as never, ...once('asked', draft.title) }),
      ))
    const paper = await call('GET /api/activities/:id/paper', { params: { id } })
    if (paper.version === 0)
      await call('PUT /api/activities/:id/paper', { params: { id }, body: { sections: await sections(), version: 0 } })
    await call('POST /api/courses/:id/publish-activities', { params, body: { activity_ids: [id], published: true } })
    return { id, made: true }
  }
  const { exam, questionnaire, quiz } = asked
  const examAt = { start_time: at(exam.opened, 8).toISOString(), end_time: at(exam.closed, 20).toISOString() }
  const settings = { limit_minutes: exam.minutes, shuffle_options: true, results_shown: 'feedback', results_when: 'by_hand' }
  const written = await create(
    { type: 'exam', title: exam.title, ...placeIn(exam.module), body: exam.body, ...examAt, settings },
    async () => {
      const { part, questions, drawn } = exam
      const fixed = { id: 'part1', title: part, text: '', entries: (await bank(part, questions)).entries }
      if (!drawn) return [fixed]
      const draw = { bank_id: (await bank(drawn.part, drawn.questions)).id, count: drawn.count }
      return [fixed, { id: 'part2', title: drawn.part, text: '', entries: [{ draw, points: '1' }] }]
    },
  )
  const asking =
    questionnaire &&
    (await create(
      {
        type: 'questionnaire',
        title: questionnaire.title,
        ...placeIn(questionnaire.module),
        body: questionnaire.body,
        end_time: at(questionnaire.closes, 20).toISOString(),
        anonymous: true,
        settings: { results_for_students: true },
      },
      async () => [{ id: 'part1', title: '', text: '', entries: (await bank('Course evaluation', questionnaire.questions)).entries }],
    ))
  const film = activities.find(({ title }) => title === quiz?.film)?.uploads[0]
  if (quiz && film)
    await create(
      {
        type: 'video_quiz',
        title: quiz.title,
        ...placeIn(quiz.module),
        upload_ids: [film.id],
        settings: { pass_over: 'must_answer', tries: 2 },
      },
      async () => {
        const { entries } = await bank(
          'In the film',
          quiz.moments.map(({ question }) => question),
        )
        return quiz.moments.map(({ at, back_to }, nth) => ({
          id: `moment${nth + 1}`,
          title: '',
          text: '',
          at,
          back_to,
          entries: [entries[nth]!],
        }))
      },
    )
  const people = studentNos(given).flatMap((no) => ground.school.people.get(no) ?? [])
  const pool = openPool(databaseUrl, { max: 1 })
  try {
    const papers = keptPapers()
    await plainDatabase(pool).$transaction(async (tx) => {
      if (written.made && exam.closed < 0)
        await recordPastAttempts(tx, papers, written.id, attemptsOf(people, at(exam.opened, 9), exam.minutes))
      if (questionnaire && asking?.made)
        await recordPastResponses(tx, papers, asking.id, responsesOf(people.slice(1, 1 + questionnaire.answered)))
    })
  } finally {
    await pool.end()
  }
}

/** Nine of ten have written; the better a student is, the more is right. */
function attemptsOf(people: string[], begun: Date, minutes: number): PastAttempt[] {
  return people.flatMap((person, nth): PastAttempt[] => {
    const number = numbersOf(`exam ${nth}`)
    if (number() > 0.92) return []
    const began = new Date(begun.getTime() + number() * 6 * 3_600_000)
    const took = minutes * (0.5 + 0.5 * number())
    return [{ person, began, ended: new Date(began.getTime() + took * 60_000), right: 0.35 + 0.6 * number(), number }]
  })
}
const responsesOf = (people: string[]) =>
  people.map((person, nth) => {
    const number = numbersOf(`questionnaire ${nth}`)
    return { person, number, text: said[Math.floor(number() * said.length)]! }
  })
