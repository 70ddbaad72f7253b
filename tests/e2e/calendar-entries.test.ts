// The entries of a calendar's hours: a line of each is read whole, however short the entry, and no part of a line that did not fit is seen.
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { launch, open, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser
const day = 86_400_000
const monday = Math.floor(Date.now() / day) * day + (7 - ((new Date().getUTCDay() + 6) % 7)) * day
const at = (days: number, hour: number) => new Date(monday + days * day + hour * 3_600_000).toISOString()

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  await (await school.signIn('admin')).call('PUT /api/org/settings', { body: { time_zone: 'UTC' } })
  const they = await school.signIn('teacher')
  const add = (title: string, start_time: string, end_time: string, location = '') =>
    they.call('POST /api/calendar-events', { body: { title, start_time, end_time, location } })
  await add('Roll call', at(1, 9), at(1, 9.25))
  await add('Handover', at(1, 9.25), at(1, 9.5))
  await add('Last watch', at(1, 23.75), at(2, 0))
  await add('Tide tables of the northern harbours', at(2, 9), at(2, 10), 'Laboratory of the old harbour')
})
afterAll(() => browser?.close())

type Box = { left: number; right: number; top: number; bottom: number }
/** The box of an entry, and those of its title and its place. */
const boxesOf = async (entry: Locator): Promise<{ entry: Box; title: Box; place: Box | undefined }> => {
  const [own, title, place] = await entry.evaluate((button) => {
    type Element = { getBoundingClientRect(): Box; children: ArrayLike<Element> }
    const element = button as unknown as Element
    return [element, ...Array.from(element.children)].map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return { left, right, top, bottom }
    })
  })
  return { entry: own!, title: title!, place }
}

test.each(['en', 'th'])('entries of a quarter of an hour have their title in a whole line, beside one another: %s', async (locale) => {
  const { page, context } = await open(browser, product.url, { locale })
  await signInBy(context, product.url, { login: school.people.teacher.login, password: school.password })
  await page.goto(`/user/calendar?view=week&date=${at(2, 0).slice(0, 10)}`)
  const boxes = (title: string) => boxesOf(page.locator(`[data-item][aria-label^="${title}"]`))
  const [first, second, last] = [await boxes('Roll call'), await boxes('Handover'), await boxes('Last watch')]
  for (const { entry, title } of [first, second, last]) {
    expect(title.top).toBeGreaterThanOrEqual(entry.top)
    expect(title.bottom).toBeLessThanOrEqual(entry.bottom)
    expect(title.bottom - title.top).toBeGreaterThanOrEqual(16)
  }
  expect(first.entry.right).toBeLessThanOrEqual(second.entry.left)
  // the day ends with its last entry
  const column = (await page.locator(`[data-day="${at(1, 0).slice(0, 10)}"]`).boundingBox())!
  expect(last.entry.bottom).toBeLessThanOrEqual(column.y + column.height)
  await context.close()
})

test('a place that does not fit below its title is outside its entry', async () => {
  const { page, context } = await open(browser, product.url)
  await signInBy(context, product.url, { login: school.people.teacher.login, password: school.password })
  await page.goto(`/user/calendar?view=week&date=${at(2, 0).slice(0, 10)}`)
  const { entry, place } = await boxesOf(page.locator('[data-item][aria-label^="Tide tables"]'))
  // within its border, or beside the whole of it
  expect(place!.right <= entry.right || place!.left >= entry.right - 1).toBe(true)
  await context.close()
})

test('the hours of a day begin in the morning on a phone too', async () => {
  const { page, context } = await open(browser, product.url, { phone: true })
  await signInBy(context, product.url, { login: school.people.teacher.login, password: school.password })
  await page.goto(`/user/calendar?view=day&date=${at(1, 0).slice(0, 10)}`)
  const { entry } = await boxesOf(page.locator('[data-item][aria-label^="Roll call"]'))
  const hours = (await page.getByRole('group', { name: 'Entries' }).boundingBox())!
  expect(hours.height).toBeLessThan(page.viewportSize()!.height)
  expect(entry.top).toBeGreaterThan(hours.y)
  expect(entry.bottom).toBeLessThan(hours.y + hours.height)
  await context.close()
})
