// The confirmation as an element of its own, in a bare page with nothing of Lyceum but /static/elements/confirmation.js.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { axe, launch, open } from '../e2e/browser.ts'

const entry = fileURLToPath(new URL('../../web/src/elements/confirmation.ts', import.meta.url))
let browser: Browser
let page: Page
let faults: string[]
let script: string

beforeAll(async () => {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: ['chrome111', 'safari16.4', 'firefox128'], lib: { entry, formats: ['es'], fileName: 'confirmation' } },
  })
  const [{ output }] = made as unknown as [{ output: { code: string }[] }]
  script = output[0]?.code ?? ''
  browser = await launch()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  const window = await open(browser, 'http://bare.test')
  page = window.page
  faults = window.faults
  await page.route('**/static/elements/confirmation.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.route('**/bare', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Bare</title><main><button id="ask">Ask</button>
        <lyceum-confirmation description="It cannot be undone." confirm-label="Delete it"></lyceum-confirmation></main>
        <script type="module">
          import '/static/elements/confirmation.js'
          const one = document.querySelector('lyceum-confirmation')
          window.told = []
          ask.onclick = () => (one.open = true)
          for (const name of ['confirm', 'cancel']) one.addEventListener(name, () => { told.push(name); one.open = false })
        </script>`,
    }),
  )
  await page.goto('/bare')
  await page.getByRole('button', { name: 'Ask' }).click()
})
const confirmed = () => page.evaluate<string>('told.join()')

test('at most 5 kB, and nothing of React', () => {
  expect(script.length).toBeLessThanOrEqual(5 * 1024)
  expect(script).not.toMatch(/react/i)
  expect(readFileSync(entry, 'utf8')).not.toMatch(/^import /m)
})

test('asks with its own words where none are given, 416 wide, focus on the safe button, and is clean for axe', async () => {
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await dialog.waitFor()
  expect((await dialog.boundingBox())?.width).toBe(416)
  expect(await page.evaluate<string>(`document.querySelector('lyceum-confirmation').shadowRoot.activeElement.textContent`)).toBe('Cancel')
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('confirm and cancel are events; Escape and a click beside it cancel; the focus goes back', async () => {
  await page.getByRole('button', { name: 'Delete it' }).click()
  expect(await confirmed()).toBe('confirm')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('ask')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.mouse.click(5, 5)
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await confirmed()).toBe('confirm,cancel,cancel,cancel')
})

test('its words can change while it is open; while busy it confirms nothing', async () => {
  await page.evaluate(`document.querySelector('lyceum-confirmation').setAttribute('heading', 'Delete 3 files?')`)
  await page.getByRole('dialog', { name: 'Delete 3 files?' }).waitFor()
  await page.evaluate(`document.querySelector('lyceum-confirmation').setAttribute('busy', '')`)
  await page.getByRole('button', { name: 'Delete it' }).click({ force: true })
  expect(await confirmed()).toBe('')
})
