// Every component in every state, in light and dark and as wide as a phone: nothing that axe-core objects to, nothing in the console,
// nothing wider than the screen. LYCEUM_SHOTS=1 writes a picture of each to test-results/e2e.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { axe, launch, open, picture, type Window } from '../e2e/browser.ts'

const exhibits = fileURLToPath(new URL('../../web/src/dev/exhibits/', import.meta.url))
const names = readdirSync(exhibits).map((file) => file.replace('.tsx', ''))
let browser: Browser
let desk: Window
let phone: Window

beforeAll(async () => {
  const url = inject('gallery')
  browser = await launch()
  desk = await open(browser, url)
  phone = await open(browser, url, { phone: true })
  for (const { page } of [desk, phone]) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/dev/ui')
  }
})
afterAll(() => browser?.close())

type Listed = { name: string; states: { title: string; alone: boolean; press?: string }[] }

/** What is wrong with what is shown at #`at`, in each theme; `press` is the button that brings the state about. */
async function faultsAt({ page, faults }: Window, at: string, themes: string[], press?: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'; window.location.hash = '${at}'`)
    await page.locator(`[data-shown="${at}"]`).waitFor({ state: 'attached' })
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))')
    // dialogs come with their code
    if (press) await page.getByRole('button', { name: press }).first().click()
    if (at.includes('/')) await page.waitForTimeout(250)
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (wide > 0) found.push(`${theme}: ${wide} px wider than the screen`)
    found.push(...(await axe(page)).map((one) => `${theme}: ${one}`))
    if (process.env.LYCEUM_SHOTS)
      await picture(page, `gallery-${at.replace(/\W+/g, '-')}-${themes.length > 1 ? theme : 'phone'}`, !at.includes('/'))
    if (press) await page.evaluate(`window.location.hash = 'nothing'`)
  }
  found.push(...faults.splice(0))
  return found
}

test.each(names)('%s', async (name) => {
  await desk.page.evaluate(`window.location.hash = 'nothing'`)
  const all = JSON.parse((await desk.page.locator('[data-exhibits]').getAttribute('data-exhibits')) ?? '[]') as Listed[]
  const states = all.find((one) => one.name === name)?.states ?? []
  expect(states.length).toBeGreaterThan(0)
  const wrong: string[] = []
  for (const [at, press] of [
    [name, undefined] as const,
    ...states.filter((one) => one.alone).map((one) => [`${name}/${one.title}`, one.press] as const),
  ]) {
    wrong.push(...(await faultsAt(desk, at, ['light', 'dark'], press)).map((one) => `${at}: ${one}`))
    wrong.push(...(await faultsAt(phone, at, ['light'], press)).map((one) => `${at}: phone ${one}`))
  }
  expect(wrong).toEqual([])
})
