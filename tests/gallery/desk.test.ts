// Every component in every state at 1280 px, in the dark: no finding of axe-core (hovered too), nothing in the console, nothing wider than the
// screen or cut with longer, Thai or Chinese words, no focus unseen. One of two by turns is in light on a phone instead, but in
// `npm run test:long`: there each has both themes here, and the phone. LYCEUM_SHOTS=1 writes pictures to test-results/e2e.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, long, open } from '../e2e/browser.ts'
import { enter, faultsOf, isOnDesk, type Looked, names } from './exhibits.ts'

let browser: Browser
let desk: Looked
beforeAll(async () => {
  browser = await launch()
  desk = await enter(await open(browser, inject('gallery')))
})
afterAll(() => browser?.close())

test.each(long ? names : names.filter(isOnDesk))('%s', async (name) => {
  expect(await faultsOf(desk, name, long ? ['light', 'dark'] : ['dark'], 'desk')).toEqual([])
})
