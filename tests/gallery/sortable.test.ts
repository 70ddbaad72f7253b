// Sortable lists by pointer and by keyboard alone.
import type { Browser, Page } from 'playwright-core'
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
  await page.goto('/dev/ui#sortable/weeks')
  await page.getByRole('list', { name: 'Week 1' }).waitFor()
})
const handle = (name: string) => page.getByRole('button', { name: `Move ${name}:` })
const order = () => page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')).join(''))
const writes = async () => Number(await page.locator('[data-writes]').getAttribute('data-writes'))
const liveText = async () => (await page.locator('[aria-live=assertive]').textContent()) ?? ''

test('Space lifts, arrows move also into another list, Space drops: one write, the focus stays on the handle', async () => {
  await handle('Plankton').focus()
  await page.keyboard.press('Space')
  expect(await liveText()).toMatch(/^Plankton lifted, place 2 of 3/)
  await page.keyboard.press('ArrowUp')
  expect(await order()).toBe('bacd')
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown')
  expect(await order()).toBe('acbd')
  expect(await liveText()).toBe('Plankton, place 1 of 2 in Week 2')
  expect(await writes()).toBe(0)
  await page.keyboard.press('Space')
  expect([await order(), await writes(), await liveText()]).toEqual(['acbd', 1, 'Plankton dropped at place 1 of 2 in Week 2'])
  expect(await handle('Plankton').evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)
  expect(faults).toEqual([])
})

test('Escape puts back and writes nothing; the ends say so', async () => {
  await handle('Tide tables').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  expect(await liveText()).toBe('It is the first one already')
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown')
  expect(await order()).toBe('bcda')
  await page.keyboard.press('Escape')
  expect([await order(), await writes(), await liveText()]).toEqual(['abcd', 0, 'Tide tables is back where it was'])
})

test('the pointer drags a row before, after, and into an empty list', async () => {
  const drag = async (name: string, to: string, y: number) => {
    await handle(name).hover()
    await page.mouse.down()
    const box = await page.locator(to).boundingBox()
    if (!box) throw new Error(to)
    await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 5 })
    await page.mouse.move(box.x + 60, box.y + y, { steps: 3 })
    await page.mouse.up()
  }
  await drag('Lab report 2', '[data-row=a]', 4)
  await expect.poll(order).toBe('cabd')
  await drag('Lab report 2', '[data-row=d]', 36)
  await expect.poll(order).toBe('abdc')
  await drag('Whales', '[data-drop=three]', 10)
  await expect.poll(() => page.getByRole('list', { name: 'Week 3' }).textContent()).toBe('Whales')
  expect(await writes()).toBe(3)
  expect(faults).toEqual([])
})
