// Every component at the width of a phone, by touch.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, open } from '../e2e/browser.ts'
import { enter, faultsOf, type Looked, names } from './exhibits.ts'

let browser: Browser
let phone: Looked
beforeAll(async () => {
  browser = await launch()
  phone = await enter(await open(browser, inject('gallery'), { phone: true }))
})
afterAll(() => browser?.close())

test.each(names)('%s', async (name) => {
  expect(await faultsOf(phone, name, ['light'], 'phone')).toEqual([])
})
