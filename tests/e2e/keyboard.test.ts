// Walks with the keyboard alone through the most frequent tasks, from sign-in to sorting a list; focus is never lost, and comes back after
// dialogs and menus.
import type { Browser, FileChooser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launch, open, picture, type Window } from './browser.ts'
import { focused, held, tabTo } from './keys.ts'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { address, as, login, settled, url, world } from './visit.ts'

let browser: Browser
let now: Window
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picture(now.page, `failed-${task.name.slice(0, 40)}`)
  await now.context.close()
})

test('sign in: number, password, Enter; the page that was wanted has the focus on its heading', async () => {
  now = await open(browser, url())
  const { page } = now
  await page.goto('/user/courses')
  await page.waitForURL('**/login?next=*')
  await settled(page)
  await tabTo(page, /number/i)
  await page.keyboard.type(login('student').login)
  await tabTo(page, 'Password')
  await page.keyboard.type(world().password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user/courses')
  await held(page, 'Courses')
  // The first stop of any page is the link past its bars.
  await page.reload()
  await settled(page)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('main')
})

test('join a course by its code', async () => {
  now = await as(browser, 'secondStudent')
  const { page } = now
  await page.goto('/user/courses')
  await settled(page)
  await tabTo(page, 'Join with code')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await held(page, 'Access code')
  // Escape closes, and the focus is back.
  await page.keyboard.press('Escape')
  await held(page, 'Join with code')
  await page.keyboard.press('Enter')
  await held(page, 'Access code')
  await page.keyboard.type(world().accessCode)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/course/join/*')
  await page.getByRole('button', { name: 'Join', exact: true }).waitFor()
  await tabTo(page, 'Join')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/course/${world().course}/content`)
  await held(page, /Tides and shores/)
})

test('open an activity and come back', async () => {
  now = await as(browser, 'student')
  const { page } = now
  await page.goto(`/course/${world().course}/content`)
  await settled(page)
  await tabTo(page, /Why the sea comes back/)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/learning-activity#/${world().page}`)
  await held(page, /Why the sea comes back/)
  // The browser's own key for back; a headless page does not receive it.
  await page.goBack()
  await page.waitForURL('**/content')
  expect(address(page)).toBe(`/course/${world().course}/content`)
})

test('menus: Enter opens, arrows and letters move, Escape closes and gives the focus back', async () => {
  now = await as(browser, 'teacher')
  const { page } = now
  await page.goto(`/course/${world().workshop}/content`)
  await settled(page)
  await tabTo(page, 'Add')
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await held(page, 'Add')
})

test('dialogs: the focus stays inside, Escape asks before something is lost, and it comes back to where it was', async () => {
  now = await as(browser, 'teacher')
  const { page } = now
  await page.goto('/user/courses')
  await settled(page)
  await tabTo(page, 'Create course')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await held(page, 'Course name')
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate('Boolean(document.activeElement.closest("[role=dialog]"))')).toBe(true)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await held(page, 'Create course')
})

test('put a list in order: Space takes a row, arrows move it, Space lets go, Escape takes it back', async () => {
  now = await as(browser, 'teacher')
  const { page } = now
  // a course of its own: other files add to that of the world meanwhile, and the order would be another
  const teacher = await signIn(product(), { ...login('teacher'), org: world().org })
  const params = { id: (await teacher.call('POST /api/course', { body: { name: 'Order' } })).id }
  const { id: module_id } = await teacher.call('POST /api/courses/:id/modules', { params, body: { name: 'Twice a day' } })
  for (const title of ['Ebb', 'Flood', 'Slack'])
    await teacher.call('POST /api/courses/:id/activities', { params, body: { type: 'page', title, body: '<p>Salt.</p>', module_id } })
  await page.goto(`/course/${params.id}/content`)
  await settled(page)
  const titles = () => page.locator('li[data-row] a').allTextContents()
  const before = await titles()
  const first = before[0] ?? ''
  const handle = new RegExp(`${first}`)
  await tabTo(page, new RegExp(`^(Move|Drag).*${handle.source}`))
  const name = await focused(page)
  const isLifted = () => page.evaluate<boolean>('document.activeElement?.ariaPressed === "true"')
  const lift = async () => {
    await page.keyboard.press('Space')
    await expect.poll(isLifted).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await titles())[1]).toBe(first)
    await expect.poll(isLifted).toBe(true)
  }
  await lift()
  await page.keyboard.press('Escape')
  await expect.poll(titles).toEqual(before)
  await held(page, name)
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT' && /sort|resort/.test(answer.url()))
  await lift()
  await page.keyboard.press('Space')
  expect((await stored).ok()).toBe(true)
  await expect.poll(async () => (await titles())[1]).toBe(first)
  await held(page, name)
})

test('choose files and follow them in the tray', async () => {
  now = await as(browser, 'teacher')
  const { page } = now
  // Without the picker that gives file handles, which a test cannot answer.
  await page.addInitScript('delete window.showOpenFilePicker')
  // Registered early: the browser takes a moment to intercept its dialog instead of opening it.
  const choosing = new Promise<FileChooser>((given) => page.once('filechooser', given))
  await page.goto('/user/resources')
  await settled(page)
  await tabTo(page, 'Upload')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'by-keyboard.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 by keyboard') })
  await page.getByText('by-keyboard.pdf').first().waitFor()
  expect(await focused(page)).not.toBe('')
})
