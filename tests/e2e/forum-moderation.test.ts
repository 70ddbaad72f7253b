// Moderation by hand: a first post waits for the teacher, who shows it; a classmate reports it, and it is hidden and shown again. A mention by keys.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const product = started()
let school: School, browser: Browser, teaching: Person, course: string, topic: string
async function windowOf(who: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  return window
}
beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teaching = await school.signIn('teacher')
  ;({ id: course } = await teaching.call('POST /api/course', { body: { name: 'Tides and shores' } }))
  const params = { id: course }
  await teaching.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const person_ids = [school.people.student.id, school.people.secondStudent.id]
  await teaching.call('POST /api/courses/:id/enrollments', { params, body: { person_ids, role: 'student' } })
  const draft = { scope: 'course', kind: 'question', title: 'Spring tides', body: '<p>Why twice a month?</p>' } as const
  ;({ id: topic } = await teaching.call('POST /api/courses/:id/topics', { params, body: draft }))
})
afterAll(() => browser?.close())

const postOf = (page: Page, text: string) => page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) })
const hide = async (page: Page, reason: string) => {
  const dialog = page.getByRole('dialog', { name: 'Hide', exact: true })
  await dialog.getByRole('radio', { name: reason, exact: true }).check({ force: true })
  await dialog.getByLabel('In your words (optional)').fill('Boats are for sale elsewhere')
  expect(await axe(page)).toEqual([])
  await picture(page, 'forum-hide')
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
const choose = async (page: Page, text: string, item: string) => {
  await postOf(page, text)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a first post waits until the teacher shows it; reported, it is hidden, and shown again by Undo', async () => {
  const [{ page, faults }, student, classmate] = await Promise.all([
    windowOf('teacher'),
    windowOf('student', { phone: true, theme: 'dark' }),
    windowOf('secondStudent', { locale: 'en' }),
  ])
  await page.goto(`/course/${course}/forum?in=reports`)
  await page.getByText('Nothing to look at', { exact: true }).waitFor()
  const setting = page.getByLabel('Posts that wait, in the course')
  const settled = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('talk-settings'))
  await setting.selectOption({ label: 'First posts' })
  await settled
  const phone = student.page
  await phone.goto(`/course/${course}/forum?show_sidebar=false#/topics/${topic}`)
  await phone.getByRole('textbox', { name: 'Your post', exact: true }).fill('Buy my boat')
  await phone.getByRole('button', { name: 'Post', exact: true }).click()
  await postOf(phone, 'Buy my boat').getByText('Waits for a moderator', { exact: true }).waitFor()
  expect(await axe(phone)).toEqual([])
  expect(await tooWide(phone)).toBe(0)
  await picture(phone, 'forum-waiting-phone')

  await postOf(page, 'Buy my boat').waitFor()
  await picture(page, 'forum-queue-waiting')
  await postOf(page, 'Buy my boat').getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('Nothing to look at', { exact: true }).waitFor()

  const other = classmate.page
  await other.goto(`/course/${course}/forum?show_sidebar=false#/topics/${topic}`)
  await choose(other, 'Buy my boat', 'Report')
  const dialog = other.getByRole('dialog', { name: 'Report this post' })
  await dialog.getByRole('radio', { name: 'Advertising or spam' }).check({ force: true })
  await dialog.getByLabel('More about it (optional)').fill('The third one today')
  expect(await axe(other)).toEqual([])
  await picture(other, 'forum-report')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByText('The third one today').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'forum-queue')
  await postOf(page, 'Buy my boat').getByRole('button', { name: 'Hide', exact: true }).click()
  await hide(page, 'Advertising or spam')
  const back = page.waitForResponse(
    (answer) => /\/posts\/.+\/state$/.test(answer.url()) && answer.request().postData()?.includes('shown') === true,
  )
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await back
  await page.goto(`/course/${course}/forum?show_sidebar=false#/topics/${topic}`)
  await choose(page, 'Buy my boat', 'Hide')
  await hide(page, 'Advertising or spam')
  await postOf(other, 'This post is hidden for now').waitFor()
  await picture(other, 'forum-hidden')
  await phone.reload()
  await phone.getByText('Hidden: Advertising or spam · Boats are for sale elsewhere').waitFor()
  await picture(phone, 'forum-hidden-author-phone')
  // a mention is chosen by keys, and stands in the post as one thing
  const { name } = school.people.student
  await page.getByRole('textbox', { name: 'Your post', exact: true }).click()
  await page.keyboard.type(`Look, @${name.slice(0, 4)}`)
  await page.getByRole('option', { name, exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await picture(page, 'forum-mention')
  await page.getByRole('region', { name: 'Your post' }).getByRole('button', { name: 'Post', exact: true }).click()
  await page
    .getByRole('article')
    .locator('[data-mention]', { hasText: `@${name}` })
    .waitFor()
  expect(await axe(page)).toEqual([])
  // where all posts wait, a changed one waits again, and the form says so
  const params = { id: topic }
  const studying = await school.signIn('secondStudent')
  const written = await studying.call('POST /api/topics/:id/posts', {
    params,
    body: { body: '<p>The moon</p>' },
  })
  const { id, version } = written.post
  await teaching.call('PUT /api/posts/:id/state', { params: { id }, body: { state: 'shown', version } })
  const settings = await teaching.call('GET /api/courses/:id/talk-settings', { params: { id: course } })
  await teaching.call('PUT /api/courses/:id/talk-settings', { params: { id: course }, body: { ...settings, moderation: 'all' } })
  await other.reload()
  await choose(other, 'The moon', 'Edit')
  await other.getByText(/^Changed, the post waits for a moderator again/).waitFor()
  await other.getByRole('textbox', { name: 'Text', exact: true }).fill('The moon, and boats')
  await picture(other, 'forum-change-waits')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await postOf(other, 'The moon, and boats').getByText('Waits for a moderator', { exact: true }).waitFor()
  expect(await axe(other)).toEqual([])
  // a post that waited is drawn on its author's page once it is shown, without a press of a button
  const fresh = await studying.call('POST /api/topics/:id/posts', { params, body: { body: '<p>And the wind?</p>' } })
  const mine = other.getByRole('region', { name: 'Posts that wait' })
  await mine.getByText('And the wind?').waitFor()
  await teaching.call('PUT /api/posts/:id/state', { params: { id: fresh.post.id }, body: { state: 'shown', version: fresh.post.version } })
  await mine.waitFor({ state: 'detached' })
  await postOf(other, 'And the wind?').waitFor()
  // the topic as a file, which the page offers once it is written
  await page.getByRole('button', { name: 'Actions for Spring tides' }).click()
  await page.getByRole('menuitem', { name: 'Download as HTML' }).click()
  const link = page.getByRole('link', { name: 'Download Spring tides.html' })
  await link.waitFor()
  await picture(page, 'forum-export')
  const html = await (await page.request.get((await link.getAttribute('href'))!)).text()
  expect([html.includes('Why twice a month?'), html.includes(`@${name}`), html.includes('Buy my boat')]).toEqual([true, true, false])
  // as a PDF, which the page still offers after a reload
  await page.getByRole('button', { name: 'Actions for Spring tides' }).click()
  await page.getByRole('menuitem', { name: 'Download as PDF' }).click()
  await page.getByRole('link', { name: 'Download Spring tides.pdf' }).waitFor()
  await page.reload()
  const address = await page.getByRole('link', { name: 'Download Spring tides.pdf' }).getAttribute('href')
  const pdf = await (await page.request.get(address!)).body()
  expect([pdf.subarray(0, 5).toString(), pdf.length < 300_000]).toEqual(['%PDF-', true])
  if (process.env.LYCEUM_SHOTS === '1') {
    const file = await other.context().newPage()
    await file.setContent(html)
    await picture(file, 'forum-export-file')
    await file.close()
  }
  for (const locale of process.env.LYCEUM_SHOTS === '1' ? ['zh-CN', 'th'] : []) {
    const { page: there, context } = await windowOf('teacher', { locale })
    await there.goto(`/course/${course}/forum?in=reports`)
    await there.locator('main').getByRole('combobox').first().waitFor()
    await picture(there, `forum-queue-${locale}`)
    await context.close()
  }
  expect([...faults, ...student.faults, ...classmate.faults]).toEqual([])
})
