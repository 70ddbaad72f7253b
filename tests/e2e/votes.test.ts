// Votes in class by hand: opened beside phones, answered and changed, kept through a break, closed, shown with its numbers; anonymous ones.
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dot } from '../media.ts'
import { newSchool, product as started } from '../flows/product.ts'
import type { School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const product = started()
let school: School, browser: Browser, course: string
let teacher: Window, student: Window, hall: Page
async function windowOf(who: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  return window
}

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const teaching = await school.signIn('teacher')
  ;({ id: course } = await teaching.call('POST /api/course', { body: { name: 'Tides and shores' } }))
  const params = { id: course }
  await teaching.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await teaching.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  const bank = await teaching.call('POST /api/banks', { body: { title: 'Tides', course_id: course } })
  const question = {
    type: 'single' as const,
    title: '',
    stem: '<p>Spring tides come at …</p>',
    content: { options: ['new and full moon', 'half moon'].map((text, nth) => ({ id: `option${nth}`, text: `<p>${text}</p>` })) },
    key: { right: 'option0' },
    feedback: '',
    points: '1',
    tags: [],
  }
  await teaching.call('POST /api/banks/:id/questions', { params: { id: bank.id }, body: { questions: [question] } })
  await teaching.call('POST /api/courses/:id/class-sessions', { params, body: { title: 'Lecture 7' } })
  ;[teacher, student] = await Promise.all([windowOf('teacher'), windowOf('student', { phone: true, theme: 'dark' })])
  hall = await teacher.context.newPage()
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await picture(teacher.page, `failed-${task.name.slice(0, 30)}-teacher`)
  await picture(student.page, `failed-${task.name.slice(0, 30)}-student`)
})
afterAll(() => browser?.close())

test('a vote is opened, answered on a phone through a break, closed and shown', async () => {
  const [page, phone] = [teacher.page, student.page]
  await Promise.all([
    page.goto(`/inclass/courses/${course}?tool=vote`),
    phone.goto(`/inclass/courses/${course}`),
    hall.goto(`/inclass/courses/${course}?hall`),
  ])
  await page.getByRole('radio', { name: 'A, B, C' }).check({ force: true })
  await page.getByLabel('Question', { exact: true }).fill('How many tides a day?')
  await page.locator('form input[type=file]').setInputFiles({ name: 'moon.png', mimeType: 'image/png', buffer: dot() })
  await page.getByText('moon.png').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'votes-new')
  await page.getByRole('button', { name: 'Open vote' }).click()
  await page.getByText('0 of 1 answered', { exact: true }).waitFor()

  await phone.getByText('How many tides a day?').waitFor()
  for (const one of [phone, hall, page])
    await one.waitForFunction(() => (document.querySelector('img[data-upload]') as HTMLImageElement | null)?.naturalWidth === 1)
  const asked = hall.getByText('How many tides a day?')
  await asked.waitFor()
  expect(await asked.evaluate((one) => getComputedStyle(one).fontSize)).toBe('28px')
  await phone.getByRole('radio', { name: 'A' }).check({ force: true })
  await phone.getByText('Your answer has arrived').waitFor()
  await page.getByText('1 of 1 answered', { exact: true }).waitFor()
  await hall.getByText('1 of 1 answered', { exact: true }).waitFor()
  // the room does not see the answers before they are shown
  expect(await hall.getByRole('heading', { name: 'Results' }).count()).toBe(0)
  await picture(hall, 'votes-hall')
  // a break: the answer stays on this device, through a reload of the page's own
  await phone.route('**/api/votes/*/answer', (route) => route.abort())
  await phone.getByRole('radio', { name: 'B' }).check({ force: true })
  await phone.getByText(/^Kept on this device/).waitFor()
  await picture(phone, 'votes-phone-kept')
  await phone.reload()
  await phone.getByText(/^Kept on this device/).waitFor()
  expect(await phone.getByRole('radio', { name: 'B' }).isChecked()).toBe(true)
  await phone.unroute('**/api/votes/*/answer')
  await phone.getByText('Your answer has arrived').waitFor()
  expect([await axe(phone), await tooWide(phone)]).toEqual([[], 0])
  await picture(phone, 'votes-phone')

  await page.getByRole('button', { name: 'Close vote' }).click()
  await phone.getByText('The results come here when they are shown.').waitFor()
  await page.getByRole('button', { name: 'Show results to everybody' }).click()
  for (const one of [page, phone, hall]) {
    const results = one.getByRole('region', { name: 'Results' })
    await results.getByText('Table', { exact: true }).click()
    // cards on a phone
    await (one === phone ? results.getByText('1', { exact: true }) : results.getByRole('row', { name: 'B 1' })).waitFor()
    await results.getByText('Chart', { exact: true }).click()
    expect([await axe(one), await tooWide(one)]).toEqual([[], 0])
  }
  await picture(page, 'votes-results')
  await picture(phone, 'votes-results-phone')
  await picture(hall, 'votes-results-hall')
  expect([teacher.faults, student.faults]).toEqual([[], []])
})

test('a question of a bank has its right answer marked when the teacher marks it; an anonymous one shows nothing of one answer', async () => {
  const [page, phone] = [teacher.page, student.page]
  await page.getByRole('button', { name: 'New vote' }).click()
  await page.getByRole('radio', { name: 'From a bank' }).check({ force: true })
  await page.getByRole('button', { name: 'Choose a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a question' })
  await dialog.getByText('Spring tides come at', { exact: false }).first().click()
  await picture(page, 'votes-bank')
  await dialog.getByRole('button', { name: 'Choose', exact: true }).click()
  await phone.goto(`/inclass/courses/${course}?tool=groups`)
  await page.getByRole('button', { name: 'Open vote' }).click()
  await phone.getByText('A vote is open.').waitFor()
  expect([await axe(phone), await tooWide(phone)]).toEqual([[], 0])
  await picture(phone, 'votes-banner-phone')
  await phone.getByRole('link', { name: 'Answer', exact: true }).click()
  await phone.getByRole('radio', { name: 'A new and full moon' }).check({ force: true })
  await phone.getByText('Your answer has arrived').waitFor()
  await page.getByRole('button', { name: 'Close vote' }).click()
  await page.getByRole('button', { name: 'Show results to everybody' }).click()
  await phone.getByRole('heading', { name: 'Results' }).waitFor()
  expect(await phone.getByText('Right:', { exact: false }).count()).toBe(0)
  await page.getByText('Mark the right answer', { exact: true }).click()
  await phone.getByText('Right: A · new and full moon').waitFor()
  await picture(phone, 'votes-right-phone')

  await page.getByRole('button', { name: 'New vote' }).click()
  await page.getByRole('radio', { name: 'Short answer' }).check({ force: true })
  await page.getByRole('switch', { name: /^Anonymous/ }).check({ force: true })
  await page.getByRole('button', { name: 'Open vote' }).click()
  await phone.getByText('Nobody learns what you answered.').waitFor()
  await phone.getByRole('textbox').fill('Moon')
  await phone.getByText('Your answer has arrived').waitFor()
  await page.getByText('Results of an anonymous vote show once it is closed, from five answers').waitFor()
  expect([await axe(page), await axe(phone), await tooWide(phone)]).toEqual([[], [], 0])
  await picture(page, 'votes-anonymous')
  await page.getByRole('button', { name: 'Close vote' }).click()
  await page.getByRole('heading', { name: 'Votes of this class' }).waitFor()
  await page.getByText('Results of an anonymous vote show from five answers').waitFor()
  expect(await page.getByRole('button', { name: 'Open again' }).count()).toBe(0)
  // the hand stays in sight at the edge of a narrow bar
  expect(await phone.getByRole('button', { name: 'Raise hand' }).boundingBox()).toMatchObject({
    width: expect.toSatisfy((width: number) => width >= 44),
  })
  await page.getByRole('link', { name: 'Report', exact: true }).click()
  const votes = page.getByRole('heading', { name: 'Votes', exact: true })
  await votes.waitFor()
  await page.getByRole('img', { name: 'Right answer' }).waitFor()
  expect([await axe(page), await tooWide(page)]).toEqual([[], 0])
  await picture(page, 'votes-report', true)
  expect([teacher.faults, student.faults]).toEqual([[], []])
})
