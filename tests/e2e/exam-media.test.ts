// Films in an exam: begun so often and no more, by the server's count; not moved ahead; another one opens after a question; one that is gone says so.
// A picture on its way into an answer is not left behind without a word.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { dot, film } from '../media.ts'
import { axe, launch, long, open, picture, signInBy } from './browser.ts'
import { tooWide } from './visit.ts'

const product = started()
let school: School, browser: Browser, teacher: Person
let course = ''
let exam = ''
const uploads = new Map<string, string>()
beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Listening', course_code: 'L1' } })).id
  const params = { id: course }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const bytes = await film(40, '320x180')
  for (const name of ['Ebb', 'Flood', 'Slack']) {
    const upload = await send(teacher, `${name}.mp4`, bytes)
    await settled(teacher, upload.id)
    uploads.set(name, upload.id)
  }
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Films', course_id: course } })
  const questions = [...uploads].map(([name, id]) => ({
    type: 'true_false' as const,
    title: '',
    stem: `<p>The water falls.</p><p><a data-upload="${id}">${name}</a></p>`,
    content: {},
    key: { right: true },
    points: '1',
    feedback: '',
    tags: [],
  }))
  const made = await teacher.call('POST /api/banks/:id/questions', { params: { id: bank }, body: { questions } })
  exam = (
    await teacher.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'exam', title: 'Three films', settings: { limit_minutes: 30, play_limit: 2, no_seeking: true } } as never,
    })
  ).id
  const entries = made.results.map(({ id }) => ({ question_id: id!, points: '1' }))
  await teacher.call('PUT /api/activities/:id/paper', {
    params: { id: exam },
    body: { version: 0, sections: [{ id: 'films', title: '', text: '', entries }] } as never,
  })
  await teacher.call('PUT /api/activities/:id', { params: { id: exam }, body: { published: true } as never })
})
afterAll(() => browser?.close())

test('plays are counted by the server, nothing is moved ahead, and a switch asks', async () => {
  const { page, context, faults } = await open(browser, product.url)
  await signInBy(context, product.url, { login: school.people.student.login, password: school.password })
  const start = async () => {
    await page.goto(`/course/${course}/learning-activity#/exam/${exam}`)
    await page.getByRole('button', { name: /^(Start the exam|Go on)/ }).click()
  }
  const clip = (name: string) => page.getByRole('region', { name, exact: true })
  const begin = (name: string) => clip(name).getByRole('button', { name: 'Play', exact: true }).first()
  const media = (what: string) => page.evaluate<number>(`document.querySelector('video').${what}`)
  await start()
  await clip('Ebb').getByText('2 plays left').waitFor()
  expect(await page.getByRole('link', { name: 'Ebb' }).count()).toBe(0)
  await begin('Ebb').click()
  await clip('Ebb').getByText('1 play left').waitFor()
  await expect.poll(() => media('currentTime')).toBeGreaterThan(1)
  expect(await media('volume')).toBe(1)
  await page.getByRole('slider', { name: 'Timeline' }).focus()
  await page.keyboard.press('End')
  await page.getByText(/^You can go as far as you have watched/).waitFor()
  expect(await media('currentTime')).toBeLessThan(20)
  expect(await axe(page)).toEqual([])

  await begin('Flood').click()
  const question = page.getByRole('dialog', { name: 'Switch to “Flood”?' })
  await question.getByText('Opening it again uses one more play.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await clip('Flood').getByText('2 plays left').waitFor()
  expect(await page.locator('video').count()).toBe(1)
  await begin('Flood').click()
  await question.getByRole('button', { name: 'Switch' }).click()
  await clip('Flood').getByText('1 play left').waitFor()
  expect(await clip('Ebb').locator('video').count()).toBe(0)
  await clip('Flood').getByRole('button', { name: 'Play again from the beginning' }).click()
  await clip('Flood').getByText('No plays left').waitFor()
  await picture(page, 'exam-media')

  // a reload within its length is the same play, and gives no further one
  await page.reload()
  await begin('Flood').click()
  await expect.poll(() => media('paused')).toBe(false)
  await clip('Flood').getByText('No plays left').waitFor()
  await clip('Flood').getByRole('button', { name: 'Play again from the beginning' }).and(page.locator('[aria-disabled=true]')).waitFor()

  await page.getByRole('button', { name: 'Question 3, not answered' }).click()
  const refuse = (status: number, code: string) =>
    page.route('**/plays', (route) => route.fulfill({ status, json: { code, message: '', params: {}, errors: {} } }), { times: 1 })
  await refuse(503, 'unavailable')
  await begin('Slack').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click()
  await page.getByText('This file is not ready yet').waitFor()
  await refuse(404, 'lark.errorMsg')
  await begin('Slack').click()
  await page.getByText('This file is missing or was deleted').waitFor()
  expect(await tooWide(page)).toBe(0)
  expect(faults).toEqual([])
})

test('a picture that is still on its way into an answer is told before its question is left and before the hand-in', {
  skip: !long,
}, async () => {
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Essays', course_id: course } })
  const questions = ['Draw the shore', 'Draw the tide'].map((stem) => ({
    type: 'essay' as const,
    title: '',
    stem: `<p>${stem}</p>`,
    content: { format: 'rich' as const },
    key: {},
    points: '1',
    feedback: '',
    tags: [],
  }))
  const made = await teacher.call('POST /api/banks/:id/questions', { params: { id: bank }, body: { questions } })
  const { id } = await teacher.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'exam', title: 'Two drawings', settings: { limit_minutes: 30, one_at_a_time: true } } as never,
  })
  const entries = made.results.map((one) => ({ question_id: one.id ?? '', points: '1' }))
  await teacher.call('PUT /api/activities/:id/paper', {
    params: { id },
    body: { version: 0, sections: [{ id: 'drawings', title: '', text: '', entries }] } as never,
  })
  await teacher.call('PUT /api/activities/:id', { params: { id }, body: { published: true } as never })
  const { page, context, faults } = await open(browser, product.url)
  await signInBy(context, product.url, { login: school.people.student.login, password: school.password })
  await page.goto(`/course/${course}/learning-activity#/exam/${id}`)
  await page.getByRole('button', { name: /^Start the exam/ }).click()
  const answer = page.getByRole('textbox', { name: 'Your answer' })
  await answer.waitFor()
  // it does not arrive before it may
  let arrive = () => {}
  const arrival = new Promise<void>((done) => {
    arrive = done
  })
  await page.route('**/api/uploads', (route) => arrival.then(() => route.continue()))
  await page.locator('.rich-editor input[type=file]').setInputFiles({ name: 'shore.png', mimeType: 'image/png', buffer: dot() })
  await answer.getByText('shore.png').waitFor()
  const missing = page.getByText('1 file is not in your answer yet. If you go on now, it is missing.')
  await page.getByRole('button', { name: 'Question 2, not answered' }).click()
  await missing.waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Stay here' }).click()
  await answer.getByText('shore.png').waitFor()
  const handIn = page.getByRole('dialog', { name: 'Hand in the exam?' })
  await page.getByRole('button', { name: 'Hand in', exact: true }).first().click()
  await handIn.waitFor()
  await missing.waitFor()
  arrive()
  await expect.poll(() => missing.count()).toBe(0)
  await handIn.getByRole('button', { name: 'Continue the exam' }).click()
  await answer.locator('img[src^=blob]').waitFor()
  await page.getByRole('button', { name: 'Question 2, not answered' }).click()
  await page.getByText('Draw the tide').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
