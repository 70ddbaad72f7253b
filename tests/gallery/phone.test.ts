// Components at the width of a phone, by touch: one of two by turns, in `npm run test:long` all.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, long, open } from '../e2e/browser.ts'
import { enter, faultsOf, isOnDesk, type Looked, names } from './exhibits.ts'

let browser: Browser
let phone: Looked
beforeAll(async () => {
  browser = await launch()
  phone = await enter(await open(browser, inject('gallery'), { phone: true }))
})
afterAll(() => browser?.close())

test.each(long ? names : names.filter((name) => !isOnDesk(name)))('%s', async (name) => {
  expect(await faultsOf(phone, name, ['light'], 'phone')).toEqual([])
})
