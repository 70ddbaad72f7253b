// The six connections of a browser per origin (HTTP/1.1): bytes use an origin of their own, and one tab's stream serves all.
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from './browser.ts'
import { as, settled } from './visit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

/** Statuses of 15 calls of this tab, one after another. */
const fifteen = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(`(async () => {
    const { org_id } = await (await fetch('/api/session')).json()
    const statuses = []
    for (let at = 0; at < 15; at++) {
      const answer = await fetch('/api/notifications/unread-count', { headers: { 'request-scope': org_id } })
      await answer.text()
      statuses.push(answer.status)
    }
    return statuses
  })()`)

test('with five uploads under way and seven tabs open calls wait for none of them, and one stream serves all tabs', async () => {
  const { page, context } = await as(browser, 'teacher')
  const streams = new Set<Request>()
  context.on('request', (request) => new URL(request.url()).pathname === '/api/events' && streams.add(request))
  context.on('requestfinished', (request) => streams.delete(request))
  context.on('requestfailed', (request) => streams.delete(request))
  await page.goto('/user/resources')
  await settled(page)
  // This tab's network is slow, so that its files take minutes.
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40 * 1024 })
  const going = new Set<string>()
  page.on(
    'request',
    (request) => request.method() === 'PUT' && new URL(request.url()).pathname.startsWith('/bytes/') && going.add(request.url()),
  )
  page.on('requestfinished', (request) => going.delete(request.url()))
  page.on('requestfailed', (request) => going.delete(request.url()))
  const files = Array.from({ length: 5 }, (_, at) => ({
    name: `sheet-${at}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(4_000_000, at),
  }))
  await page.locator('input[type=file]').first().setInputFiles(files)
  await expect.poll(() => going.size).toBe(5)
  const tabs = [page]
  while (tabs.length < 7) {
    const tab = await context.newPage()
    await tab.goto('/user/index')
    await settled(tab)
    tabs.push(tab)
  }
  // A call that had to wait for a connection would wait for an upload to end: all calls are answered while all five are under way.
  expect(await fifteen(tabs[6] ?? page)).toEqual(Array.from({ length: 15 }, () => 200))
  expect(going.size).toBe(5)
  expect(streams.size).toBe(1)
  await context.close()
})
