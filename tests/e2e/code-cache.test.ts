// Chromium's use of the compiled code it stores, from the third visit of a page on: for a classic script, and not for a module. That is the
// reason for web/classic-vendor.ts (docs/decisions/0017-libraries-are-a-script.md); when the second test fails, that plugin can be deleted.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchWithProfile } from './browser.ts'

const count = 3000
/** About as large as the page's libraries: 400 kB of functions that are all called. */
const code = `(() => {
${Array.from({ length: count }, (_, i) => `function f${i}(a, b) { let sum = 0; for (let j = 0; j < a; j++) { sum += b * ${i} + (j % 7); if (sum > 1e9) sum = Math.sqrt(sum) } return { sum, name: 'f${i}', list: [a, b, ${i}] } }`).join('\n')}
globalThis.results = [${Array.from({ length: count }, (_, i) => `f${i}(1, 2)`).join(', ')}].length
})()`

let server: Server
let address = ''
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/code.js')
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' }).end(code)
    else
      response
        .writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' })
        .end(`<!doctype html><title>x</title><script ${url === '/module' ? 'type="module"' : 'defer'} src="/code.js"></script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** V8's trace of a compilation; `consumedCacheSize` in bytes where stored code was used. */
type Compilation = { streamed?: boolean; consumedCacheSize?: number; cacheRejected?: boolean }
type TraceEvent = { name: string; args: { data?: Compilation & { url?: string } } }

/** The compilation of the script at the third visit in a new profile: at the second Chromium stores the compiled code. */
async function thirdCompilation(path: '/module' | '/script', event: 'v8.compileModule' | 'v8.compile'): Promise<Compilation | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-code-cache-'))
  const context = await launchWithProfile(folder, {})
  try {
    let events: TraceEvent[] = []
    for (let visit = 1; visit <= 3; visit++) {
      events = []
      const page = await context.newPage()
      const client = await context.newCDPSession(page)
      client.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
      const complete = new Promise<void>((resolve) => client.once('Tracing.tracingComplete', () => resolve()))
      await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['v8', 'devtools.timeline'] } })
      await page.goto(address + path)
      await page.waitForFunction(`globalThis.results === ${count}`)
      // Chromium stores compiled code some time after the page has loaded
      await page.waitForTimeout(3000)
      await client.send('Tracing.end')
      await complete
      await page.close()
    }
    return events.find(({ name, args }) => name === event && args.data?.url?.endsWith('/code.js'))?.args.data
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

test('control: the stored code of a classic script is used', async () => {
  const compilation = await thirdCompilation('/script', 'v8.compile')
  expect(compilation).toMatchObject({ streamed: false, cacheRejected: false })
  expect(compilation?.consumedCacheSize).toBeGreaterThan(0)
})

test('the stored code of a module is not used: once it is, web/classic-vendor.ts can go', async () => {
  const compilation = await thirdCompilation('/module', 'v8.compileModule')
  expect(compilation).toMatchObject({ streamed: true })
  expect(compilation).not.toHaveProperty('consumedCacheSize')
})
