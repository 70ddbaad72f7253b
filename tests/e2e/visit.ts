// Helpers of the page tests: one browser, a window per person, pages that have finished loading.
import { scaled } from '@lyceum/kit/test/wait'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import type { SchoolPerson } from '../flows/school.ts'
import { launch, type Look, open, picture, signInBy, type Window } from './browser.ts'

export const world = () => inject('world')
export const url = () => inject('product').url

export const login = (who: SchoolPerson) => ({ login: world().logins[who], password: world().password })

/** A window of this person. */
export async function as(browser: Browser, who: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, url(), look)
  await signInBy(window.context, url(), login(who))
  return window
}

/** A window of this person, new for each test of the file, with a picture of a failed one. The file has a browser for it and for others. */
export function windowPerTest(who: SchoolPerson): Window & { browser: Browser } {
  let browser: Browser
  let window: Window
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    window = await as(browser, who)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await picture(window.page, `failed-${task.name.slice(0, 40)}`)
    await window.context.close()
  })
  return {
    get browser() {
      return browser
    },
    get page() {
      return window.page
    },
    get context() {
      return window.context
    },
    get faults() {
      return window.faults
    },
  }
}

/**
 * Waits until the page has its heading and nothing is pending; answers the heading. With `at` it is the page of this address, not a
 * previous one that is still shown.
 */
export async function settled(page: Page, at?: string): Promise<string> {
  if (at) await page.locator(`[data-at=${JSON.stringify(at)}]`).waitFor({ state: 'attached' })
  const heading = page.locator('h1').first()
  await heading.waitFor({ state: 'attached' })
  await page.locator('.shimmer').first().waitFor({ state: 'detached' })
  return (await heading.textContent()) ?? ''
}

/** The number of pixels by which the page is wider than its window. Elements that script draws again for another width have some seconds for it. */
export const tooWide = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((tell) => {
    const until = performance.now() + ${scaled(5000)}
    const look = () => {
      const more = document.documentElement.scrollWidth - document.documentElement.clientWidth
      if (more <= 0 || performance.now() > until) tell(more)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(() => requestAnimationFrame(look))
  })`)

/** Bars across the window that stay while the page scrolls. In a window that is too low for any they would cover what has the focus. */
export const stayingBars = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const scrolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowY) || scrolls(one.parentElement))
    const stays = ({ position, pointerEvents }) => /sticky|fixed/.test(position) && pointerEvents !== 'none'
    return [...document.querySelectorAll('body *')]
      .filter((one) => stays(getComputedStyle(one)) && one.checkVisibility() && !scrolls(one.parentElement))
      .filter(({ clientWidth, clientHeight }) => clientWidth > innerWidth / 2 && clientHeight > 12 && clientHeight < innerHeight)
      .map((one) => one.tagName + ' ' + one.innerText.slice(0, 40) + ' stays')
  })()`)

/** Path, query and hash as the address bar shows them. */
export const address = (page: Page): string => page.url().slice(url().length)

/** Ends the session on the server alone: the page does not notice. */
export async function endSession(window: Window): Promise<void> {
  const cookies = await window.context.cookies()
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${url()}/api/session`, { method: 'DELETE', headers: { cookie: header } })
  if (answer.status !== 204) throw new Error(`the session could not be ended: ${answer.status}`)
}

/** Signs in by the form that the page shows. */
export async function signInHere(page: Page, who: SchoolPerson): Promise<void> {
  const { login: name, password } = login(who)
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
}
