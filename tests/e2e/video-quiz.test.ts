// A video quiz: a teacher places a question at a moment of a film, a student is stopped there, answers and goes on; a load that fails is said, and tried again.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School, SchoolPerson } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { film } from '../media.ts'
import { axe, launch, open, picture, signInBy } from './browser.ts'
import { tooWide } from './visit.ts'

const product = started()
let school: School, browser: Browser
let course = ''
let quiz = ''
beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Currents', course_code: 'C1' } })).id
  const params = { id: course }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const upload = await send(teacher, 'deep.mp4', await film(6, '640x360'))
  await settled(teacher, upload.id)
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Deep water', course_id: course } })
  const question = {
    type: 'true_false',
    title: '',
    stem: '<p>Cold water sinks.</p>',
    content: {},
    key: { right: true },
    points: '2',
  } as const
  await teacher.call('POST /api/banks/:id/questions', {
    params: { id: bank },
    body: { questions: [{ ...question, feedback: '<p>It is heavier than warm water.</p>', tags: [] }] },
  })
  quiz = (
    await teacher.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'video_quiz', title: 'Why deep water sinks', upload_ids: [upload.id], settings: { tries: 2 } } as never,
    })
  ).id
})
afterAll(() => browser?.close())

async function as(who: SchoolPerson) {
  const window = await open(browser, product.url)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  return window
}

test('a teacher places a question', async () => {
  const { page, faults } = await as('teacher')
  await page.goto(`/course/${course}/content`)
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByRole('menuitem', { name: /^Video quiz/ }).click()
  await page.getByRole('dialog').getByText('Questions may be passed over · 1 try for each question').waitFor()
  expect(await axe(page)).toEqual([])
  await page.goto(`/course/${course}/learning-activity#/${quiz}`)
  await page.getByRole('link', { name: 'Place the questions' }).click()
  await page.locator('video').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const picker = page.getByRole('dialog')
  await picker.getByText('Cold water sinks').first().click()
  await picker.getByRole('button', { name: 'Add 1 question' }).click()
  await page.getByLabel('Asked at').fill('0:02')
  await page.getByLabel('Asked at').press('Tab')
  await page.getByText(/^Saved \d/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'video-quiz-questions')
  const teacher = await school.signIn('teacher')
  await teacher.call('PUT /api/activities/:id', { params: { id: quiz }, body: { published: true } as never })
  expect(faults).toEqual([])
})

test('a student is stopped, answers, and goes on', async () => {
  const { page, faults } = await as('student')
  // the questions do not load at first
  await page.route('**/subjects', (route) => route.abort())
  await page.goto(`/course/${course}/learning-activity#/${quiz}`)
  await page.locator('video').waitFor({ state: 'attached' })
  await page.getByText('The questions did not load').waitFor()
  await picture(page, 'video-quiz-failed')
  await page.unroute('**/subjects')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Questions in this video' }).waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Question 1' }).waitFor()
  expect(await page.evaluate<boolean>(`document.querySelector('video').paused`)).toBe(true)
  await page.getByRole('radio', { name: 'False' }).check()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('radio', { name: 'True' }).check()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByText('It is heavier than warm water.').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await tooWide(page)).toBe(0)
  await picture(page, 'video-quiz-answered', true)
  await page.getByRole('button', { name: 'Go on with the video' }).click()
  await expect.poll(() => page.evaluate<number>(`document.querySelector('video').currentTime`)).toBeGreaterThan(2.5)
  await page.getByText('2 of 2 points').first().waitFor()
  expect(faults).toEqual([])
})
