// Uploads to a real S3 store: the browser sends bytes straight to its address, another origin, and by blocks through the bytes listener
// into the same store.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scaled } from '@lyceum/kit/test/wait'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../../flows/product.ts'
import type { School } from '../../flows/school.ts'
import { filmFile } from '../../media.ts'
import { launch, open, signInBy, type Window } from '../browser.ts'

const product = started()
let browser: Browser, school: School, window: Window, page: Page, folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-s3-'))
  ;[browser, school] = await Promise.all([launch(), newSchool('S3 School')])
  window = await open(browser, product.url)
  page = window.page
  await signInBy(window.context, product.url, { login: school.people.teacher.login, password: school.password })
})
afterAll(async () => {
  await browser?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const line = (name: string) => page.getByRole('row').filter({ hasText: name })
/** The page requests this storage kind, as a server configured for it would answer. */
async function choose(kind: string, path: string): Promise<void> {
  await page.route('**/api/uploads', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), storage_type: kind }) })
  })
  await page.locator('input[data-choose=files]').setInputFiles(path)
}
/** The requests of the browser itself to the store. */
function countRequests(method: string) {
  const found: { origin: string; status: number; cookie: boolean }[] = []
  page.on('response', async (answer) => {
    const request = answer.request()
    if (request.method() !== method) return
    const { origin } = new URL(answer.url())
    if (origin === product.url || origin === product.bytes) return
    found.push({ origin, status: answer.status(), cookie: 'cookie' in (await request.allHeaders()) })
  })
  return found
}

test('object: a PUT across origins into the store, without a cookie; the store’s own address, and a repeated PUT changes nothing', async () => {
  await page.goto('/user/resources')
  await page.getByText('No files yet').waitFor()
  const pdf = join(folder, 'Straight.pdf')
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, 'a')])
  writeFileSync(pdf, bytes)
  const puts = countRequests('PUT')
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/uploads') && answer.request().method() === 'POST')
  await choose('object', pdf)
  const { id, upload_url } = (await (await answered).json()) as { id: string; upload_url: string }
  await line('Straight.pdf').getByText('Ready', { exact: true }).waitFor()
  expect(puts).toEqual([{ origin: new URL(upload_url).origin, status: 200, cookie: false }])
  expect(new URL(upload_url).origin).toBe(new URL(product.env?.S3_PUBLIC_ENDPOINT || product.env?.S3_ENDPOINT || '').origin)
  // the address still opens the store, but not the checked bytes
  const other = Buffer.from(bytes).fill('b', 9)
  const again = await page.evaluate(
    async ([url, text]) => (await fetch(url!, { method: 'PUT', body: text!, headers: { 'content-type': 'application/pdf' } })).status,
    [upload_url, other.toString('latin1')],
  )
  expect(again).toBe(200)
  const { org_id } = (await (await window.context.request.get(`${product.url}/api/session`)).json()) as { org_id: string }
  const got = await window.context.request.get(`${product.url}/api/uploads/${id}/blob?scope=${org_id}`)
  expect([got.status(), (await got.body()).equals(bytes)]).toEqual([200, true])
})

test('object with WRPC: a film straight into the store, then the callback, then it is converted', async () => {
  const callback = page.waitForResponse((answer) => answer.url().includes('/internal-api/upload/callback/'))
  await choose('object', filmFile(folder, 'Film.mp4', 3))
  expect((await callback).status()).toBe(200)
  await line('Film.mp4')
    .getByText(/ready/i)
    .waitFor({ timeout: scaled(90_000) })
})

test('a file larger than 8 MiB goes by blocks into the same store', async () => {
  const path = join(folder, 'Blocks.pdf')
  writeFileSync(path, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9 * 1024 * 1024, 'x')]))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const blocks: number[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/mkblk/')) blocks.push(answer.status())
  })
  await page.locator('input[data-choose=files]').setInputFiles(path)
  await line('Blocks.pdf')
    .getByText('Ready', { exact: true })
    .waitFor({ timeout: scaled(60_000) })
  expect(blocks).toEqual([200, 200, 200])
  expect(window.faults).toEqual([])
})
