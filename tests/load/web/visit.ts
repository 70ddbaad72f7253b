// One visit of a page in Chromium, measured: its requests, their weight, and the times of its paints.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'

export type Line = 'here' | 'slow phone'
export type Visit = {
  requests: number
  /** kB over the line, headers included, as the browser counts them. */
  moved: number
  /** gz kB of the scripts requested until the main content was shown, and after five seconds of idleness. */
  js: number
  jsIdle: number
  /** Milliseconds since the navigation began. */
  fcp: number
  lcp: number
  content: number
  /** Milliseconds of long tasks beyond 50 ms each. */
  blocking: number
  cls: number
  nodes: number
}

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const weights = new Map<string, number>()

/** gz kB of a script of the build; 0 for anything else. */
function weight(address: string, bare?: (path: string) => number): number {
  const { pathname } = new URL(address)
  if (!/\.m?js$/.test(pathname)) return 0
  const known = weights.get(address)
  if (known !== undefined) return known
  const path = dist + pathname
  const kb = bare
    ? bare(pathname)
    : existsSync(`${path}.gz`)
      ? statSync(`${path}.gz`).size / 1000
      : gzipSync(readFileSync(path)).length / 1000
  weights.set(address, kb)
  return kb
}

/** Runs in the page before anything else: notes the paints, the long tasks and when `selector` was first drawn. */
function watch(selector: string): void {
  const seen = { fcp: 0, lcp: 0, content: 0, blocking: 0, cls: 0 }
  Object.assign(window, { seen })
  const observe = (type: string, on: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) on(entry)
    }).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  observe('longtask', ({ duration }) => {
    seen.blocking += Math.max(0, duration - 50)
  })
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value
  })
  const look = () => {
    if (document.querySelector(selector)) seen.content = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

export type VisitedPage = { address: string; selector: string; line: Line; bare?: (path: string) => number; idle?: number }

/** A new page of `context` opens the address and is left alone for `idle` milliseconds. The context's cache decides whether it is a first or a warm visit. */
export async function visit(
  context: BrowserContext,
  { address, selector, line, bare, idle = line === 'here' ? 5000 : 8000 }: VisitedPage,
): Promise<Visit> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  if (line === 'slow phone') {
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    })
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  let moved = 0
  const asked: { url: string; at: number }[] = []
  client.on('Network.requestWillBeSent', ({ request, wallTime }) => {
    if (request.url.startsWith('http')) asked.push({ url: request.url, at: wallTime * 1000 })
  })
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    moved += encodedDataLength
  })
  await page.addInitScript(watch, selector)
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForSelector(selector, { state: 'attached', timeout: 60_000 })
  await page.waitForTimeout(idle)
  const { seen, origin, nodes } = await page.evaluate(() => ({
    seen: (window as unknown as { seen: Pick<Visit, 'fcp' | 'lcp' | 'content' | 'blocking' | 'cls'> }).seen,
    origin: performance.timeOrigin,
    nodes: document.querySelectorAll('*').length,
  }))
  await page.close()
  const scripts = (until: number) =>
    [...new Set(asked.filter(({ at }) => at <= until).map(({ url }) => url))].reduce((sum, url) => sum + weight(url, bare), 0)
  return {
    requests: asked.length,
    moved: moved / 1000,
    js: scripts(origin + seen.content),
    jsIdle: scripts(Number.POSITIVE_INFINITY),
    ...seen,
    nodes,
  }
}

/** The median of each figure over several visits. */
export function middle<V extends Record<string, number>>(visits: V[]): V {
  const median = (key: string) => visits.map((one) => one[key] ?? Number.NaN).sort((a, b) => a - b)[Math.floor(visits.length / 2)]
  return Object.fromEntries(Object.keys(visits[0] ?? {}).map((key) => [key, median(key)])) as V
}
