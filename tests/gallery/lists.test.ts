// The rules of every paged list and table, seen in a browser.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { launch, open } from '../e2e/browser.ts'

let browser: Browser
let page: Page
let faults: string[]
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  const window = await open(browser, inject('gallery'))
  page = window.page
  faults = window.faults
})
const at = async (hash: string) => {
  await page.goto(`/dev/ui#${hash}`)
  await page.locator('[data-shown]').waitFor()
}
const list = () => page.locator('[data-asked]')
const requestedPages = async () => ((await list().getAttribute('data-asked')) ?? '').split(', ')
const address = () => list().getAttribute('data-address')
const rows = () => page.getByRole('table').getByRole('row')
/** The page's clock moves on a little, so that no timer is pending. */
const pause = async () => page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 2000)
const count = async (of: Locator, n: number) => expect.poll(() => of.count()).toBe(n)

test('typing is asked once, 300 ms after the last key; a page is turned at once, even while a text waits', async () => {
  await page.clock.install()
  await at('paged-list/people')
  await count(rows(), 21)
  // the clock stands during typing, however slow the machine
  await pause()
  await page.getByRole('searchbox').pressSequentially('mori')
  await page.clock.runFor(290)
  expect(await requestedPages()).toEqual(['1 20'])
  await page.clock.resume()
  await expect.poll(requestedPages).toContain('1 20 mori')
  expect(await requestedPages()).toEqual(['1 20', '1 20 mori'])
  await page.getByRole('searchbox').fill('')
  await expect.poll(address).toBe('')
  await count(rows(), 21)
  await pause()
  await page.getByRole('searchbox').pressSequentially('az')
  await page.getByRole('button', { name: 'Page 3', exact: true }).click()
  await page.clock.resume()
  await expect.poll(async () => (await requestedPages()).at(-1)).toBe('1 20 az')
  expect((await requestedPages()).slice(2)).toEqual(['3 20', '1 20 az'])
  expect(faults).toEqual([])
})

test('another size and a filter begin at page 1; first, last, Go to and back turn pages', async () => {
  await at('paged-list/people')
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect.poll(address).toBe('?page=5')
  await count(rows(), 16)
  await page.getByLabel('Entries per page').selectOption('10')
  await expect.poll(address).toBe('?page_size=10')
  await page.getByLabel('Go to').fill('99')
  await page.keyboard.press('Enter')
  await expect.poll(address).toBe('?page_size=10&page=10')
  await page.getByText('Instructor', { exact: true }).first().click()
  await expect.poll(address).toBe('?page_size=10&role=Instructor')
  expect(await page.getByRole('navigation', { name: 'Pages' }).textContent()).toContain('1–10 of')
})

test('a page beyond the data is page 1', async () => {
  await at('paged-list/beyond the data')
  await count(rows(), 51)
  expect(await requestedPages()).toEqual(['40 50', '1 50'])
  expect(await address()).toBe('?page_size=50')
})

test('a failed fetch is page 1, 0 in all, no items and an error; Try again and another wish ask again', async () => {
  await at('paged-list/people')
  await count(rows(), 21)
  await page.getByRole('button', { name: 'Break or mend' }).click()
  await page.getByRole('button', { name: 'Page 4', exact: true }).click()
  await page.getByRole('alert').getByText('This list did not load').waitFor()
  await expect.poll(address).toBe('')
  expect([await list().getAttribute('data-total'), await list().getAttribute('data-page')]).toEqual(['0', '1'])
  await count(rows(), 0)
  expect(await requestedPages()).toEqual(['1 20', '4 20'])
  await page.getByRole('button', { name: 'Break or mend' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await count(rows(), 21)
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect.poll(address).toBe('?page=2')
})

test('nothing fits: the way to clear brings all back', async () => {
  await at('paged-list/people')
  await page.getByRole('searchbox').fill('nobody of this name')
  await page.getByRole('button', { name: 'Show all' }).click()
  await count(rows(), 21)
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
})

test('a table of 10,000 makes only the rows in sight; head and first column stay', async () => {
  await at('table/ten thousand')
  await expect.poll(() => rows().count()).toBeLessThan(70)
  const box = page.getByRole('region', { name: 'All users' })
  await box.evaluate((element) => element.scrollTo(0, 200_000))
  await page.getByRole('row').filter({ hasText: ' 7' }).first().waitFor()
  expect(await rows().count()).toBeLessThan(70)
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
  const [outside, head] = [await box.boundingBox(), await page.getByRole('columnheader', { name: 'Number' }).boundingBox()]
  expect(Math.abs((head?.y ?? 0) - (outside?.y ?? 0))).toBeLessThanOrEqual(2)
  expect(faults).toEqual([])
})

test('on a phone too only the cards in sight are made; columns that do not fit on one are behind its chevron', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await at('table/ten thousand')
  const cards = page.getByRole('listitem')
  await expect.poll(() => cards.count()).toBeLessThan(40)
  await page.evaluate('window.scrollTo(0, 300_000)')
  await expect.poll(async () => Number(await cards.first().getAttribute('aria-posinset'))).toBeGreaterThan(1000)
  expect(await cards.first().getAttribute('aria-setsize')).toBe('10000')
  await page.evaluate('window.scrollTo(0, 0)')
  const first = cards.first()
  await first.getByRole('button', { name: 'Show more' }).click()
  await first.getByText('Marine Science').waitFor()
})

test('rows of 28 px; sorting turns round; the box for all is mixed, chooses and clears; Shift takes those between', async () => {
  await at('table/users, chosen and sorted')
  const row = page.getByRole('row', { name: /Aiko/ })
  expect(Math.round((await row.boundingBox())?.height ?? 0)).toBe(28)
  const head = page.getByRole('columnheader', { name: 'Name' })
  await head.getByRole('button').click()
  expect(await head.getAttribute('aria-sort')).toBe('ascending')
  await head.getByRole('button').click()
  expect(await head.getAttribute('aria-sort')).toBe('descending')
  const all = page.getByRole('checkbox', { name: 'Choose all' })
  expect(await all.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate)).toBe(true)
  await all.click()
  await page.getByText('8 selected').waitFor()
  await all.click()
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  const boxes = page.getByRole('row').getByRole('checkbox')
  await boxes.nth(2).click()
  await boxes.nth(5).click({ modifiers: ['Shift'] })
  await page.getByText('4 selected').waitFor()
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
})

test('a wide table keeps its names in sight', async () => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await at('table/gradebook')
  const box = page.getByRole('region', { name: 'Gradebook' })
  await box.evaluate((element) => element.scrollTo(500, 0))
  const [outside, name, foot] = [
    await box.boundingBox(),
    await page.getByRole('rowheader').first().boundingBox(),
    await page.getByText('Average of 12').boundingBox(),
  ]
  expect(Math.round((name?.x ?? 0) - (outside?.x ?? 0))).toBe(1)
  expect(foot?.x).toBe(name?.x)
})

const boxOf = async (one: Locator) => {
  const { x, y, width, height } = (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { top: y, bottom: y + height, left: x, right: x + width }
}

test('on a phone the controls of a question in a paper end its row, and those of an option stand right below its text', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await at('questions/in a paper')
  const row = page.getByRole('listitem').first()
  const take = row.getByRole('button', { name: /^Take out/ })
  await take.waitFor()
  const [whole, text, points, bin] = await Promise.all([row, row.getByRole('paragraph').first(), row.getByRole('textbox'), take].map(boxOf))
  expect(points!.top).toBeGreaterThanOrEqual(text!.bottom)
  expect(whole!.right - bin!.right).toBeLessThan(16)
  expect(bin!.left - points!.right).toBeLessThan(16)
  await at('questions/single, written')
  const line = page.getByRole('textbox', { name: 'Option 1', exact: true })
  await line.waitFor()
  const [field, remove] = await Promise.all([line, page.getByRole('button', { name: /^Remove/ }).first()].map(boxOf))
  expect(Math.abs(remove!.top - field!.bottom)).toBeLessThan(3)
  expect(faults).toEqual([])
})

test('a drop area whose button says it all says it once', async () => {
  await at('file-drop')
  await page.getByRole('button', { name: 'Add files' }).waitFor()
  await count(page.getByText('Add files', { exact: true }), 1)
})
