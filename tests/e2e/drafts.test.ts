// Drafts: typed text survives a session that ends, a form that closes, a thing that another person changes meanwhile.
import type { Browser, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { launch, picture, type Window } from './browser.ts'
import { address, as, endSession, login, settled, signInHere, world } from './visit.ts'

let browser: Browser
let teacher: Window
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  teacher = await as(browser, 'teacher')
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picture(teacher.page, `failed-${task.name.slice(0, 40)}`)
  await teacher.context.close()
})

const place = () => `/course/${world().workshop}/content`
const keptNow = () => teacher.page.getByText(/^Kept on this device/)
/** The editor's own field; the group around it has the same name. */
const textOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Text', exact: true })
const addPage = async () => {
  const { page } = teacher
  await page.goto(place())
  await page.locator('header').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Page', exact: true }).click()
  return page.getByRole('dialog')
}

test('a session that ends while somebody types: sign in, and the text is back in its form, with a line that says so', async () => {
  const { page, faults } = teacher
  const dialog = await addPage()
  await dialog.getByLabel('Title').fill('A long thought')
  await textOf(dialog).fill('It was nearly written')
  await endSession(teacher)
  // Pressed before half a second has passed: the pending draft is written when the form closes. A live answer may close it before the press.
  await dialog
    .getByRole('button', { name: 'Add activity' })
    .click({ timeout: 3000 })
    .catch(() => {})
  await page.waitForURL('**/login?next=*')
  expect(new URL(page.url()).searchParams.get('next')).toBe(place())
  await page
    .getByText(/is kept|are kept|kept/i)
    .first()
    .waitFor()
  await signInHere(page, 'teacher')
  await page.waitForURL(`**${place()}`)
  const again = page.getByRole('dialog', { name: 'Add page' })
  await again.getByText(/^This is what you wrote on/).waitFor()
  expect(await again.getByLabel('Title').inputValue()).toBe('A long thought')
  expect(await textOf(again).textContent()).toBe('It was nearly written')
  await again.getByRole('button', { name: 'Add activity' }).click()
  await again.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'A long thought' }).waitFor()
  // The page exists: its draft is no longer offered.
  const next = await addPage()
  expect(await next.getByLabel('Title').inputValue()).toBe('')
  expect(faults).toEqual([])
})

test('a draft is offered to the person who wrote it and to nobody else on the same device', async () => {
  const { page } = teacher
  await page.goto('/user/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  await page.getByRole('dialog').getByLabel('Course name').fill('Of the teacher')
  await keptNow().waitFor()
  await endSession(teacher)
  await page.reload()
  await page.waitForURL('**/login?next=*')
  await signInHere(page, 'otherTeacher')
  await page.waitForURL('**/user/courses')
  await settled(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Create course' }).first().click()
  expect(await page.getByRole('dialog').getByLabel('Course name').inputValue()).toBe('')
  await endSession(teacher)
  await page.goto('/user/courses')
  await page.waitForURL('**/login?next=*')
  await signInHere(page, 'teacher')
  await page.waitForURL('**/user/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  await page.getByText(/^This is what you wrote on/).waitFor()
  expect(await page.getByRole('dialog').getByLabel('Course name').inputValue()).toBe('Of the teacher')
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()
  expect(await page.getByRole('dialog').getByLabel('Course name').inputValue()).toBe('')
})

test('both versions are shown when somebody else has changed the thing meanwhile', async () => {
  const { page } = teacher
  const rename = await signIn(product(), { ...login('teacher'), org: world().org })
  const { id } = await rename.call('POST /api/courses/:id/activities', {
    params: { id: world().workshop },
    body: { type: 'page', title: 'First title', body: '<p>x</p>' } as never,
  })
  const edit = async () => {
    await page.goto(place())
    await page.locator(`[data-row="${id}"]`).getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    return page.getByRole('dialog')
  }
  await (await edit()).getByLabel('Title').fill('What I would call it')
  await keptNow().waitFor()
  const { version } = await rename.call('GET /api/activities/:id', { params: { id } })
  await rename.call('PUT /api/activities/:id', { params: { id }, body: { title: 'What they called it', version } as never })
  const dialog = await edit()
  await dialog.getByText(/^You wrote this on/).waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('What they called it')
  await dialog.getByText('What I would call it').waitFor()
  await dialog.getByRole('button', { name: 'Use what I wrote' }).click()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('What I would call it')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'What I would call it' }).waitFor()
})

test('signing out asks when something is unsent, and deletes it', async () => {
  const { page } = teacher
  await (await addPage()).getByLabel('Title').fill('Unsent')
  await keptNow().waitFor()
  await page.goto('/user/index')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const asked = page.getByRole('dialog', { name: 'Sign out and delete drafts?' }).or(page.getByRole('alertdialog'))
  await asked.getByText(/1 draft on this device/).waitFor()
  await asked.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await signInHere(page, 'teacher')
  await page.waitForURL('**/user/index')
  expect(await (await addPage()).getByLabel('Title').inputValue()).toBe('')
})

test('a session that ends while somebody reads: the next thing they do leads to the sign-in page, and signing in goes on there', async () => {
  const { page } = teacher
  const at = `/course/${world().course}/learning-activity#/${world().page}`
  await page.goto(at)
  await settled(page)
  await endSession(teacher)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.waitForURL('**/login?next=*')
  // The present address or the next one: whichever the page had first.
  const next = new URL(page.url()).searchParams.get('next') ?? ''
  expect([at, '/user/index']).toContain(next)
  await signInHere(page, 'teacher')
  await page.waitForURL(`**${next}`)
  // A newly loaded page comes back to exactly the same address, hash included.
  await endSession(teacher)
  await page.goto(at)
  await page.waitForURL('**/login?next=*')
  await signInHere(page, 'teacher')
  await page.waitForURL(`**${at}`)
  expect(address(page)).toBe(at)
})
