// The dialogs that need work behind them, without a finding of axe-core: two works with one text, an exam with a corrected question, final results, a
// meeting that waits. The short run opens those of marking.
import { randomUUID } from 'node:crypto'
import { until } from '@lyceum/kit/test/wait'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { ask } from '../flows/exam-and-bank.ts'
import { newSchool } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { launch, long, open, signInBy } from './browser.ts'
import { sweep, type Ways } from './dialog-sweep.ts'
import { url } from './visit.ts'

/** `final`: another course, whose results are. */
type Soundings = { school: School; course: string; homework: string; exam: string; question: string; final: string }

let browser: Browser
let soundings: Soundings
beforeAll(async () => {
  ;[browser, soundings] = await Promise.all([launch(), makeSoundings()])
})
afterAll(() => browser?.close())

const inCourse = (part: (of: Soundings) => string) => () => `/course/${soundings.course}/${part(soundings)}`
const login = (who: SchoolPerson) => ({ login: soundings.school.people[who].login, password: soundings.school.password })
const student = /^Choose student /

const marking: Ways[] = [
  [
    inCourse(({ exam, question }) => `learning-activity#/exam/${exam}/marking?question=${question}`),
    ['Mark anew'],
    ['History of regrades'],
  ],
  [inCourse(({ homework }) => `learning-activity#/${homework}/marking`), ['Compare']],
]
const further: Ways[] = [
  [
    inCourse(({ exam }) => `learning-activity#/exam/${exam}/paper`),
    ['More for Section 1', 'Edit section'],
    ['Draw at random'],
    ['Add questions'],
    ['New question', 'Single choice'],
  ],
  [inCourse(({ question }) => `questions#/${question}`), ['Versions']],
  [
    inCourse(({ homework }) => `learning-activity#/${homework}`),
    [student, 'Return for rework'],
    [student, 'Give more time'],
    ['Message everyone listed'],
    ['Download files'],
    ['Rubric'],
  ],
]
const managing: Ways[] = [
  [() => '/management/meetings', ['Reject']],
  [() => `/course/${soundings.final}/score`, ['Reopen']],
]

sweep({
  browser: () => browser,
  login,
  dialogs: long ? { teacher: [...marking, ...further], admin: managing } : { teacher: marking },
})

test('on a phone each of two like texts is named, and the other work is one press away', { skip: !long }, async () => {
  const { page, context } = await open(browser, url(), { phone: true })
  await signInBy(context, url(), login('teacher'))
  await page.goto(`/course/${soundings.course}/learning-activity#/${soundings.homework}/marking`)
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This work', { exact: true }).filter({ visible: true }).first().waitFor()
  const before = page.url()
  await dialog.getByRole('link', { name: 'The other work' }).first().click()
  await page.waitForURL((to) => to.href !== before)
  await context.close()
})

const text = Array.from(
  { length: 20 },
  (_, nth) => `<p>The ${nth}th sounding was taken with the lead at low water beside the pier.</p>`,
).join('')

async function makeSoundings(): Promise<Soundings> {
  const school = await newSchool()
  const people = (['teacher', 'student', 'secondStudent'] as const).map((who) => school.signIn(who))
  const [teacher, ...students] = (await Promise.all(people)) as [Person, ...Person[]]
  const [course, final] = [await courseOf(teacher, 'Soundings', students), await courseOf(teacher, 'Sextants', students)]
  const [homework, asked] = await Promise.all([
    alike(teacher, course, students),
    corrected(teacher, course, students[0]!),
    teacher.call('POST /api/courses/:id/results/final', { params: { id: final } }),
    teacher.call('POST /api/calendar-meeting', { body: { title: 'Curriculum' } }),
  ])
  return { school, course, homework, ...asked, final }
}

/** A published course of these students. */
async function courseOf(teacher: Person, name: string, students: readonly Person[]): Promise<string> {
  const { id } = await teacher.call('POST /api/course', { body: { name } })
  const params = { id }
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: students.map(({ id }) => id), role: 'student' } })
  return id
}

/** A homework with two works of one text, after their comparison. */
async function alike(teacher: Person, course: string, students: readonly Person[]): Promise<string> {
  const { id } = await teacher.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'homework', title: 'Depths by the lead', points: '10', published: true },
  })
  const params = { id }
  for (const student of students) {
    const { version } = await student.call('PUT /api/activities/:id/my-submission/draft', { params, body: { text, version: 0 } as never })
    await student.call('POST /api/activities/:id/my-submission', { params, body: { version } })
  }
  const { items } = await teacher.call('GET /api/activities/:id/submissions', { params, query: {} })
  const first = items.find(({ id: submission }) => submission)?.id ?? ''
  await until(async () => (await teacher.call('GET /api/submissions/:id/similar', { params: { id: first } })).items.length > 0)
  return id
}

/** An exam with an answer, marked anew once by a corrected question that is corrected again. */
async function corrected(teacher: Person, course: string, student: Person): Promise<Pick<Soundings, 'exam' | 'question'>> {
  const { exam, question } = await ask(teacher, course, student)
  const device = randomUUID()
  const { id: attempt } = await student.call('POST /api/activities/:id/attempts', { params: { id: exam }, body: { device } })
  const items = [{ slot: 0, seq: 1, answer: { value: true } }]
  await student.call('POST /api/attempts/:id/submit', { params: { id: attempt }, body: { device, items } as never })
  const params = { id: question }
  const correct = async (right: boolean): Promise<string> => {
    const { version } = await teacher.call('GET /api/questions/:id', { params })
    return (await teacher.call('PUT /api/questions/:id', { params, body: { key: { right }, version } as never })).version_id
  }
  const body = { question_id: question, version_id: await correct(false), preview: false }
  const { task } = await teacher.call('POST /api/activities/:id/regrade', { params: { id: exam }, body })
  await until(async () => (await teacher.call('GET /api/tasks/:id', { params: { id: task } })).state === 'finished')
  await correct(true)
  return { exam, question }
}
