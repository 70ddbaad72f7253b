// An exhibit that throws, and one that does not load, fail alone.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, open } from '../e2e/browser.ts'
import { enter, faultsOf } from './exhibits.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test('the others are shown, and none of its faults is theirs', async () => {
  const window = await open(browser, inject('gallery'), { phone: true })
  const become = (name: string, body: string) =>
    window.page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ body, contentType: 'text/javascript' }))
  await become('small', `export default { broken() { throw new Error('It broke') } }`)
  await become('choices', `throw new Error('It fell')`)
  const looked = await enter(window)
  window.faults.length = 0
  expect((await faultsOf(looked, 'small', ['light'], 'phone')).join()).toContain('It broke')
  expect((await faultsOf(looked, 'choices', ['light'], 'phone')).join()).toContain('It fell')
  expect(await faultsOf(looked, 'qr-code', ['light'], 'phone')).toEqual([])
})
