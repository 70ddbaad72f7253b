// Tests of the demo school's exams: its services take the questions, and the answers of its students are marked and counted.
import type { TestCourse } from '@lyceum/activity/test/course'
import { examCourse, type TestExam } from '@lyceum/activity/test/exam'
import { keptPapers } from '@lyceum/activity/questions/papers/kept-papers'
import { recordPastAttempts, recordPastResponses } from '@lyceum/activity/demo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matricesAsked, oceanAsked } from './content/exams.ts'
import { numbersOf } from './history.ts'

let env: TestCourse
let exam: TestExam
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
})
afterAll(() => exam?.stop())

test('every question is taken; attempts of past days are marked, answers of nobody are counted', async () => {
  const { exam: asked, questionnaire, quiz } = oceanAsked
  if (!asked.drawn || !questionnaire || !quiz) throw new Error('the course asks in fewer ways than this test reads')
  const all = [
    ...asked.questions,
    ...asked.drawn.questions,
    ...questionnaire.questions,
    ...quiz.moments.map(({ question }) => question),
    ...matricesAsked.exam.questions,
  ]
  const ids = []
  for (const { type, ...more } of all) ids.push(await exam.question(type, more))
  const [mine, others] = [ids.slice(0, asked.questions.length), ids.slice(asked.questions.length + asked.drawn.questions.length)]
  const id = await exam.create({ settings: { results_when: 'at_once' } }, [exam.section(mine.map((one) => exam.fixed(one, '2')))])
  const ended = new Date(Date.now() - 3_600_000)
  const began = new Date(ended.getTime() - 1_800_000)
  const students = [env.student, await exam.student('Second')]
  const attempts = students.map(({ person }, nth) => ({ person, began, ended, right: 0.9 - nth / 2, number: numbersOf(`past ${nth}`) }))
  const papers = keptPapers()
  await exam.db.$transaction((tx) => recordPastAttempts(tx, papers, id, attempts))
  await exam.db.$transaction((tx) => recordPastAttempts(tx, papers, id, attempts))
  await exam.sweep()
  const { rows } = await env.db.query('select state, to_mark, points::float8 as points from attempts where activity_id = $1', [id])
  expect(rows).toMatchObject([
    { state: 'marked', to_mark: 1 },
    { state: 'marked', to_mark: 1 },
  ])
  expect(Math.max(...rows.map(({ points }) => points))).toBeGreaterThan(2)

  const asking = others.slice(0, questionnaire.questions.length).map((one) => exam.fixed(one, '0'))
  const open = await exam.create({ anonymous: true }, [exam.section(asking)], { type: 'questionnaire' })
  const people = await Promise.all(Array.from({ length: 5 }, (_, nth) => exam.student(`Answers ${nth}`)))
  await exam.db.$transaction((tx) =>
    recordPastResponses(
      tx,
      papers,
      open,
      people.map(({ person }, nth) => ({ person, number: numbersOf(`said ${nth}`), text: 'The boat days!' })),
    ),
  )
  expect(await env.ok(env.teacher, 'GET', `/api/activities/${open}/results`)).toMatchObject({
    n: 5,
    items: [{ answered: 5 }, { answered: 5 }, {}, {}],
  })
})
