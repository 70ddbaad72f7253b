// A text from its first letter to its history: written with a slash menu and a pasted picture, found on another device, published, changed
// and brought back.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dot } from '../media.ts'
import { axe, launch, long, picture, type Window } from './browser.ts'
import { as, url, world } from './visit.ts'

let browser: Browser
let teacher: Window
let student: Window
beforeAll(async () => {
  browser = await launch()
  ;[teacher, student] = await Promise.all([as(browser, 'teacher'), as(browser, 'student', { phone: true })])
})
afterAll(() => browser?.close())

const png = dot().toString('base64')

test('a teacher writes a page, a student reads it, and an earlier text comes back', async () => {
  const { page, faults } = teacher
  const writing = `/course/${world().course}/learning-activity#/new/page`
  await page.goto(writing)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Title')
  await page.keyboard.type('Tide tables')
  await page.keyboard.press('Enter')
  await page.keyboard.type('# Before you go\nFind ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('low water')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('.\n/')
  const menu = page.getByRole('listbox', { name: 'Insert' })
  await menu.waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.type('bul')
  await expect.poll(() => menu.getByRole('option').allTextContents()).toEqual(['Bulleted list'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('Boots\n\n')
  await text.evaluate((field, data) => {
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0))
    const files = new DataTransfer()
    files.items.add(new File([bytes], 'marsh.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }))
  }, png)
  await text.locator('img:not(.ProseMirror-separator)').waitFor()
  expect(await text.locator('h2').textContent()).toBe('Before you go')
  expect(await text.locator('ul li').textContent()).toBe('Boots')
  await page.getByText(/^Draft saved/).waitFor()

  const other = await as(browser, 'teacher')
  await other.page.goto(writing)
  await other.page.getByText('Find low water.').waitFor()
  await other.page.getByText(/^This is what you wrote on/).waitFor()
  await other.context.close()

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('link', { name: 'Edit text' }).waitFor()
  await student.page.goto(page.url())
  await student.page.getByText('Find low water.').waitFor()
  await expect.poll(() => student.page.locator('article img').evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBe(1)

  await page.getByRole('link', { name: 'Edit text' }).click()
  await text.getByText('Find low water.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Look twice.')
  await page.getByText(/^Draft saved/).waitFor()
  expect(await student.page.getByText('Look twice.').count()).toBe(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await student.page.getByText('Look twice.').waitFor()

  await page.getByRole('link', { name: 'Edit text' }).click()
  await page.getByRole('button', { name: 'Version history' }).click()
  const history = page.getByRole('dialog', { name: 'Version history' })
  await expect.poll(() => history.locator('ins').allTextContents()).toEqual(['Look twice.'])
  expect(await history.locator('section strong').allTextContents()).toEqual(['low water'])
  await history.locator('li button').last().click()
  await history.locator('section img').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'text-history')
  await history.getByRole('button', { name: 'Restore this version' }).click()
  await history.waitFor({ state: 'detached' })
  await student.page.getByText('Look twice.').waitFor({ state: 'detached' })
  await expect.poll(() => text.textContent()).not.toContain('Look twice.')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await student.page.getByText('Look twice.').waitFor()
  expect([...faults, ...student.faults]).toEqual([])
})

test('a draft from before a change is named at its text, and stays when another text is saved', { skip: !long }, async () => {
  const { page, context } = await as(browser, 'teacher')
  const { org_id } = await (await context.request.get(`${url()}/api/session`)).json()
  const headers = { origin: url(), 'request-scope': org_id }
  const draft = { type: 'page', title: 'Moorings', body: '<p>Two of them.</p>', published: false }
  const made = await context.request.post(`${url()}/api/courses/${world().course}/activities`, { data: draft, headers })
  const { id } = await made.json()
  const older = { title: 'Moorings', body: '<p>Three of them.</p>', base_version: 1 }
  expect((await context.request.put(`${url()}/api/activities/${id}/draft`, { data: older, headers })).status()).toBe(200)
  await page.goto(`/course/${world().course}/learning-activity#/${id}`)
  await page.getByRole('link', { name: /Your unfinished draft of/ }).waitFor()
  await page.getByRole('link', { name: /Your unfinished draft of/ }).click()
  await page.getByRole('button', { name: 'Use what I wrote' }).waitFor()
  await page.getByRole('textbox', { name: 'Text', exact: true }).getByText('Two of them.').click()
  await page.keyboard.type('Neither is free. ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: /Your unfinished draft of/ }).click()
  await page.getByText('Three of them.').waitFor()

  // code that did not load without a connection comes with it
  await page.reload()
  await page.getByText('Three of them.').waitFor()
  // also where the browser has it in its cache
  await page.route('**/assets/activity-tools-*.js', (route) => route.abort())
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByText('The activity did not load').last().waitFor()
  await page.unroute('**/assets/activity-tools-*.js')
  await context.setOffline(false)
  await page.getByRole('link', { name: /Your unfinished draft of/ }).waitFor()
  await context.close()
})

test('a link does not lose a picture that is still on its way without a question', { skip: !long }, async () => {
  const { page, context } = await as(browser, 'teacher')
  await page.goto(`/course/${world().course}/learning-activity#/new/page`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  await page.route(/\/api\/uploads/, () => {})
  await text.evaluate((field, data) => {
    const files = new DataTransfer()
    files.items.add(new File([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], 'marsh.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }))
  }, png)
  await page
    .getByRole('progressbar', { name: /marsh\.png/ })
    .first()
    .waitFor()
  const [address, question] = [page.url(), page.getByRole('dialog', { name: 'Leave this page?' })]
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'hidden' })
  expect([page.url(), await text.count()]).toEqual([address, 1])
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await text.waitFor({ state: 'detached' })
  await context.close()
})
