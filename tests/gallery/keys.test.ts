// Tree, tabs, palette, help and toasts by keyboard alone, and charts as tables.
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
})
const at = async (hash: string) => {
  await page.goto(`/dev/ui#${hash}`)
  await page.locator('[data-shown]').waitFor()
}
const focused = () => page.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`)
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('a tree opens, goes in and out, jumps by letter, asks for children and asks again after a failure', async () => {
  await at('tree/alone')
  await page.getByRole('treeitem', { name: /Marine/ }).focus()
  await press('ArrowLeft')
  expect(await focused()).toBe('Science 640')
  await press('ArrowLeft')
  expect(await page.getByRole('treeitem').count()).toBe(3)
  await press('ArrowRight', 'ArrowRight')
  expect(await focused()).toBe('Marine Science 120')
  await press('a', 'ArrowRight')
  await page.getByRole('treeitem', { name: 'First of arts' }).waitFor()
  await press('ArrowRight', 'Enter')
  expect(await page.getByRole('treeitem', { selected: true }).getAttribute('data-leaf')).toBe('arts-1')
  await press('End', 'ArrowRight')
  await page.getByRole('alert').waitFor()
  await press('ArrowLeft', 'ArrowRight')
  await page.getByRole('treeitem', { name: 'First of law' }).waitFor()
  expect(faults).toEqual([])
})

test('tabs move by arrows, Home and End', async () => {
  await at('tabs')
  const tabs = page.getByRole('tablist', { name: 'Submissions', exact: true })
  await tabs.getByRole('tab', { name: /To mark/ }).focus()
  await press('ArrowRight')
  expect(await tabs.getByRole('tab', { selected: true }).textContent()).toBe('Marked')
  await press('End', 'ArrowRight')
  expect(await tabs.getByRole('tab', { selected: true }).textContent()).toBe('To mark12')
})

test('the palette finds by words in any group, opens by Enter, and gives the focus back', async () => {
  await at('command-palette/palette')
  await page.getByRole('button', { name: 'Find' }).click()
  const field = page.getByRole('combobox', { name: 'Find' })
  await field.pressSequentially('bio mar')
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Marine Biology IIMB-204'])
  await field.fill('o')
  await press('ArrowDown', 'Enter')
  await expect.poll(() => page.locator('output').textContent()).toBe('courses')
  await expect.poll(focused).toBe('Find')
})

test('the palette’s field has the focus, on a slow machine and on a phone too', async () => {
  for (const phone of [false, true]) {
    const { page, context } = await open(browser, inject('gallery'), { phone })
    await page.goto('/dev/ui#command-palette/palette')
    await page.locator('[data-shown]').waitFor()
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await page.getByRole('button', { name: 'Find' }).press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox')
    await context.close()
  }
})

test('? opens the help, not while somebody types, and not once single keys are off', async () => {
  await at('command-palette/keyboard help')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await page.getByLabel('Note').press('?')
  expect([await page.getByLabel('Note').inputValue(), await help.count()]).toEqual(['?', 0])
  await page.getByRole('button', { name: 'Keyboard' }).focus()
  await press('?')
  await help.waitFor()
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await press('Escape')
  await help.waitFor({ state: 'detached' })
  await press('?')
  expect(await help.count()).toBe(0)
})

test('toasts: three that pass, while errors stay', async () => {
  await at('toast/made')
  await page.clock.install()
  await page.getByRole('button', { name: 'Error' }).click()
  for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Another' }).click()
  await expect.poll(() => page.getByText(/^Moved/).count()).toBe(3)
  await page
    .getByText(/^Moved/)
    .first()
    .hover()
  await page.clock.runFor(7000)
  expect(await page.getByText(/^Moved/).count()).toBe(1)
  await page.mouse.move(900, 100)
  await page.clock.runFor(7000)
  expect([await page.getByText(/^Moved/).count(), await page.getByText('Not saved').count()]).toEqual([0, 1])
})

test.each([
  [1280, 800],
  [360, 740],
])('a toast covers no button of a form, %i wide', async (width, height) => {
  await page.setViewportSize({ width, height })
  await at('toast/above%20buttons')
  const alert = page.locator('#above .bg-inverse')
  await alert.waitFor()
  for (const name of ['Save', 'Discard']) {
    const button = page.getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    await button.click({ trial: true })
    const [box, own] = [(await alert.boundingBox())!, (await button.boundingBox())!]
    expect(box.y + box.height).toBeLessThanOrEqual(own.y)
  }
})

test('the words of a control at an edge of a narrow window are inside it, and go when the window changes', async () => {
  await page.setViewportSize({ width: 280, height: 400 })
  await at('button')
  const words = page.getByRole('tooltip')
  for (const name of ['Publish', 'Settings', 'Settings, bordered', 'Settings, off', 'Inbox, 120 new']) {
    await page.getByRole('button', { name, exact: true }).focus()
    await press('Shift+Tab', 'Tab')
    await words.waitFor()
    const { x, width } = (await words.boundingBox())!
    expect([name, x >= 0 && x + width <= 280]).toEqual([name, true])
  }
  await page.setViewportSize({ width: 320, height: 400 })
  await words.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('a placeholder is never wider than its place', async () => {
  await page.setViewportSize({ width: 280, height: 400 })
  await at('states')
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('afterbegin', '<div class="shimmer w-80">-</div>')`)
  expect(await page.locator('main > .shimmer').evaluate((it) => it.scrollWidth > document.documentElement.clientWidth)).toBe(false)
})

test('every chart is also a table with all its numbers, and one sentence', async () => {
  await at('chart')
  await page.getByText('Most hours were watched on Wednesday.').waitFor({ state: 'attached' })
  const bars = page.getByRole('region', { name: 'Hours watched' })
  await bars.getByText('24', { exact: true }).waitFor()
  await bars.getByRole('radio', { name: 'Table' }).check({ force: true })
  await expect
    .poll(() => bars.getByRole('row').allTextContents())
    .toEqual(['Hours watchedHours', 'Mon12', 'Tue18.5', 'Wed24', 'Thu9', 'Fri3'])
  expect(faults).toEqual([])
})

test('a row that a button adds to a list of fields is written into at once', async () => {
  for (const [exhibit, button] of [
    ['short_answer', 'Add accepted answer'],
    ['matching', 'Add pair'],
  ] as const) {
    await at(`questions/${exhibit}, written`)
    const fields = page.getByRole('textbox')
    await page.getByRole('button', { name: button }).focus()
    const before = await fields.count()
    await press('Enter')
    await expect.poll(() => fields.count()).toBeGreaterThan(before)
    await page.keyboard.type('new')
    await expect
      .poll(() => fields.evaluateAll((all) => all.filter((one) => (one as unknown as { value: string }).value === 'new').length))
      .toBe(1)
  }
  expect(faults).toEqual([])
})

test('a button that leaves the page when it is pressed gives the focus to the next, the last to the one above', async () => {
  await at('kept-focus/rows')
  await page.getByRole('button', { name: 'Flood' }).focus()
  for (const next of ['Slack', 'Ebb', 'Above']) {
    await press('Enter')
    await expect.poll(focused).toBe(next)
  }
  expect(faults).toEqual([])
})

test('a button that is gone when its dialog closes leaves the focus to what is beside it, also after a press on the text of the dialog', async () => {
  await at('kept-focus/begun')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByText('The water comes and goes.').click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(focused).toBe('Below')
  expect(faults).toEqual([])
})
