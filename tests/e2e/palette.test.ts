// The command palette has what the page's buttons do, finds courses and activities, and the keyboard help has the keys of what the page shows.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, long, type Window } from './browser.ts'
import { as, settled, world } from './visit.ts'

let browser: Browser
let teacher: Window
let student: Window
beforeAll(async () => {
  browser = await launch()
  ;[teacher, student] = await Promise.all([as(browser, 'teacher'), as(browser, 'student')])
})
afterAll(() => browser?.close())

/** Buttons that are no entry of the palette, with the reason. */
const exceptions: Record<string, string> = {
  'li, tr': 'it belongs to one entry of a list, and is offered once something is typed',
  'nav button': 'it turns the pages of a list',
  '[data-sort-handle]': 'it is dragged',
  '[aria-disabled=true]': 'it cannot be pressed now',
  'h2, h3': 'it folds what stands under the heading',
  '[role=toolbar], [role=tablist]': 'it needs what is marked in a text, or is a part of the page',
}

const buttonsOf = (page: Page): Promise<{ name: string; menu: boolean }[]> =>
  page.evaluate(
    (except) =>
      [...document.querySelectorAll<HTMLElement>('#main button')]
        .filter((button) => button.getClientRects().length > 0 && !button.closest(except))
        .map((button) => ({
          name: (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
          menu: button.getAttribute('aria-haspopup') === 'menu',
        })),
    Object.keys(exceptions).join(', '),
  )
async function entriesOf(page: Page): Promise<string[]> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or go to' }).waitFor()
  const names = await page.getByRole('group', { name: 'On this page' }).locator('[role=option] > span:first-of-type').allTextContents()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return names.map((name) => name.replaceAll(/\s+/g, ' ').trim())
}
async function itemsOf(page: Page, menu: string): Promise<string[]> {
  await page.locator('#main').getByRole('button', { name: menu, exact: true }).first().click()
  const items = page.locator('[role=menu] [role=menuitem]:not([aria-disabled=true])')
  await items.first().waitFor()
  const names = await items.locator('span.flex-1').allTextContents()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return names
}

test('every button and menu of a page is an entry', async () => {
  const { course, page: activity } = world()
  const teachers = ['/user/courses', `/course/${course}/content`, `/course/${course}/enrollments`]
  const students = ['/user/todo', `/course/${course}/learning-activity#/${activity}`]
  if (long) {
    teachers.push('/user/index', '/user/settings', '/user/resources', '/user/resource-groups')
    students.push(`/course/${course}/content`, '/user/notifications', '/user/settings')
  }
  for (const [{ page }, addresses] of [
    [teacher, teachers],
    [student, students],
  ] as const)
    for (const address of addresses) {
      await page.goto(address)
      await settled(page, address)
      const buttons = await buttonsOf(page)
      const entries = await entriesOf(page)
      const wanted = buttons.filter(({ menu }) => !menu).map(({ name }) => name)
      for (const { name } of buttons.filter(({ menu }) => menu)) wanted.push(...(await itemsOf(page, name)))
      expect({ address, missing: wanted.filter((name) => !entries.includes(name)) }).toEqual({ address, missing: [] })
    }
})

test('an entry does what its button does; activities of my courses are found from every page', async () => {
  const { page } = teacher
  await page.goto('/user/courses')
  await settled(page)
  const run = async (text: string, entry = text) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find or go to' }).fill(text)
    await page
      .getByRole('option', { name: new RegExp(entry, 'i') })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
  }
  await run('join')
  await page.getByRole('dialog').getByLabel('Access code').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await run('theme dark', 'Dark')
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await run('Same as the device')
  // the search itself is an entry at once, the activity one that follows
  await run('lives between', 'What lives between')
  await expect.poll(() => page.locator('h1').first().textContent()).toContain('What lives between the tides')
  // of one entry of a list, by what it does and the entry's name
  await page.goto(`/course/${world().course}/content`)
  await settled(page)
  await run('dates lives between', 'Dates')
  await page.getByRole('dialog', { name: /What lives between the tides/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // a place of the page's own navigation, with its course; my own scores are named so
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or go to' }).fill('scores')
  await page.getByRole('option', { name: /^Scores.*Tides and shores/ }).waitFor()
  await page.getByRole('option', { name: 'My scores' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await run('members', 'Members')
  await page.waitForURL('**/enrollments')
})

test('letters that are typed while it opens are its first ones', async () => {
  const { page } = student
  await page.goto('/user/index')
  await settled(page, '/user/index')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sett')
  await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('sett')
  await page.keyboard.press('Escape')
})

test('to-dos stand by course: one of each, the others in place; no heading is skipped', async () => {
  const { page } = student
  await page.goto('/user/todo')
  await settled(page)
  const course = page.locator('section').filter({ hasText: 'Tides and shores' })
  const rows = course.getByRole('listitem')
  expect(await rows.count()).toBe(1)
  await course.getByRole('button', { name: /more$/ }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(1)
  const levels = await page.evaluate<number[]>(`[...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1]))`)
  expect([levels[0], levels.every((level, at) => at === 0 || level <= levels[at - 1]! + 1)]).toEqual([1, true])
})

test('a photo shows beside the name everywhere, and a time zone holds for what is shown', async () => {
  const { page } = student
  await page.goto('/user/settings')
  await settled(page)
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64'),
  })
  const shown = page.locator('header img[src^="/api/avatars/"]')
  await shown.waitFor()
  await expect.poll(() => page.evaluate('document.querySelector("header img").naturalWidth')).toBe(256)
  const members = teacher.page
  await members.goto(`/course/${world().course}/enrollments`)
  await settled(members)
  await members.locator('img[src^="/api/avatars/"]').first().waitFor()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await shown.waitFor({ state: 'detached' })
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Jakarta')
  await page.getByRole('option', { name: 'Asia/Jakarta' }).click()
  await page.getByText(/^Saved \d/).waitFor()
  const here = await page.evaluate<string>(
    `new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jakarta', hour: '2-digit', minute: '2-digit' }).format()`,
  )
  expect(await page.getByText(/^Saved \d/).textContent()).toContain(here.slice(0, 3))
})
