// Uploads of dropped folders and files: accepted and refused files with the reasons, five at once, pause, reload, resume, delete and undo.
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, type Window } from './browser.ts'

const product = started()
const MiB = 1024 * 1024
let browser: Browser, school: School, window: Window, page: Page, folder: string

const put = (path: string, size: number, sparse = false) => {
  const at = join(folder, path)
  mkdirSync(dirname(at), { recursive: true })
  writeFileSync(at, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(Math.max(0, sparse ? 0 : size - 9), 'x')]).subarray(0, size))
  if (sparse) truncateSync(at, size)
  return at
}
const tray = () => page.getByRole('region', { name: 'Uploads' })
const line = (name: string) => page.getByRole('row').filter({ hasText: name })

/** Drops the files at these paths into the page, as a file manager does: only so the browser gives folders. */
async function drop(paths: string[]): Promise<void> {
  const cdp = await window.context.newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await cdp.send('Input.dispatchDragEvent', { type, x: 640, y: 600, data })
  await cdp.detach()
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-drop-'))
  ;[browser, school] = await Promise.all([launch(), newSchool('Dropping School')])
  window = await open(browser, product.url)
  page = window.page
  const { login } = school.people.teacher
  await signInBy(window.context, product.url, { login, password: school.password })
})
afterEach(() => {
  expect(window.faults).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a dropped folder is asked about, and goes up without what cannot', async () => {
  put('Week 3/Reading.pdf', 2000)
  put('Week 3/.DS_Store', 100)
  put('Week 3/deep/Inner.pdf', 3000)
  put('Week 3/setup.exe', 50)
  put('Week 3/notes.xyz', 50)
  put('Week 3/Empty.pdf', 0)
  put('Week 3/Map.png', 257 * MiB, true)
  await page.goto('/user/resources')
  await page.getByText('No files yet').waitFor()
  await drop([join(folder, 'Week 3')])
  const dialog = page.getByRole('dialog', { name: 'Upload 1 folder?' })
  await dialog.getByText('2 files,').waitFor()
  await dialog.getByText('4 files cannot be uploaded').waitFor()
  for (const why of [
    'Files of type .exe cannot be kept here.',
    'Files of type .xyz cannot be kept here.',
    'The file is empty.',
    'Larger than 256 MB.',
  ])
    await dialog.getByText(why).waitFor()
  expect(await dialog.getByRole('heading', { level: 4 }).allTextContents()).toEqual([
    '1 empty file',
    '1 file is too large',
    '2 files of types that are not accepted',
  ])
  expect(await dialog.getByText('.DS_Store').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await picture(page, 'folder-ask')
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click()
  await tray().getByText('2 of 2 files').waitFor()
  await tray().getByRole('heading', { name: '4 files cannot be uploaded' }).waitFor()
  await picture(page, 'folder-tray')
  await tray().getByRole('button', { name: 'Clear this list' }).click()
  await line('Week 3').getByText('2 items').waitFor()
  await page.getByRole('button', { name: 'Week 3', exact: true }).click()
  await line('Reading.pdf').getByText('Ready', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'deep', exact: true }).click()
  await line('Inner.pdf').waitFor()
  await page.getByRole('heading', { level: 1, name: 'deep' }).waitFor()
  await page.goBack()
  await line('Reading.pdf').waitFor()
})

test('five at once, the others wait', async () => {
  const paths = Array.from({ length: 7 }, (_, n) => put(`many/Sheet ${n}.pdf`, 1000 + n))
  let going = 0,
    most = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/bytes/in/**', async (route) => {
    if (route.request().url().endsWith('/after')) return await route.fulfill({ status: 204 })
    if (route.request().method() === 'PUT') most = Math.max(most, ++going)
    await held
    going--
    await route.continue()
  })
  await page.goto('/user/resources')
  await page.locator('input[data-choose=files]').setInputFiles(paths)
  await tray().getByText('Uploading 5').waitFor()
  await tray().getByText('2 wait').waitFor()
  await expect.poll(() => going).toBe(5)
  // a request that were too early would come before this one
  await page.evaluate(() => fetch('/bytes/in/after'))
  expect([going, most]).toEqual([5, 5])
  await picture(page, 'tray-five')
  release()
  await line('Sheet 6.pdf').getByText('Ready', { exact: true }).waitFor()
  expect(most).toBe(5)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('paused, the page reloaded, gone on with: no block goes twice, and another file is not taken for it', async () => {
  const large = put('Large.pdf', 9 * MiB)
  const other = put('other/Large.pdf', 9 * MiB + 1)
  const sent: string[] = []
  let hold = true
  await page.route('**/mkblk/**', async (route) => {
    const index = new URL(route.request().url()).search
    if (hold && index !== '?index=0') return
    sent.push(index)
    await route.continue()
  })
  await page.goto('/user/resources')
  // the percentage counts what was sent; only an answered block is there after the pause
  const answered = page.waitForResponse((answer) => answer.url().endsWith('?index=0') && answer.ok())
  await page.locator('input[data-choose=files]').setInputFiles(large)
  await Promise.all([answered, tray().getByText('44%').waitFor()])
  await tray().getByRole('button', { name: 'Pause Large.pdf' }).click()
  await tray().getByText('Paused', { exact: true }).waitFor()
  expect(sent).toEqual(['?index=0'])
  hold = false
  await page.reload()
  await tray().getByText('Paused, 1 of 3 parts are there').waitFor()
  const choose = async (path: string) => {
    const chooser = page.waitForEvent('filechooser')
    await tray().getByRole('button', { name: 'Resume Large.pdf' }).click()
    await (await chooser).setFiles(path)
  }
  await choose(other)
  await tray().getByText('This is another file, or it was changed since.').waitFor()
  await choose(large)
  await line('Large.pdf').getByText('Ready', { exact: true }).waitFor()
  // the server would count a repeated block as the same; the page does not send it at all
  expect(sent).toEqual(['?index=0', '?index=1', '?index=2'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('moved and deleted with several at once, and undone', async () => {
  await page.goto('/user/resources?sort=name')
  await line('Sheet 0.pdf').waitFor()
  await page.getByRole('checkbox', { name: 'Select Sheet 0.pdf' }).check()
  await page.getByRole('checkbox', { name: 'Select Sheet 1.pdf' }).check()
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected rows' })
  await bar.getByText('2 selected').waitFor()
  expect(await axe(page)).toEqual([])
  await bar.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 items' })
  await dialog.getByRole('button', { name: 'Week 3' }).click()
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await line('Week 3').getByText('4 items').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await line('Sheet 0.pdf').waitFor()
  await page.getByRole('button', { name: 'Actions for Week 3' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('“Week 3” was deleted').waitFor()
  await line('Week 3').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await line('Week 3').getByText('2 items').waitFor()
})

test('a file in use shows where before it is deleted', async () => {
  const { call } = await school.signIn('teacher')
  const { id: course } = await call('POST /api/course', { body: { name: 'Shallow seas' } })
  const { items } = await call('GET /api/uploads', { query: { page_size: 100 } })
  const upload = items.find(({ name }) => name === 'Sheet 3.pdf')?.id ?? ''
  await call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'material', title: 'Tide sheet', upload_ids: [upload] },
  })
  // upload knows the course, who teaches it and the activity once it has answered; the page reads them once
  await call('GET /api/resources/:id/activities', { params: { id: upload }, query: {} })
  await page.goto('/user/resources')
  await line('Sheet 3.pdf').getByRole('button', { name: 'Shallow seas' }).waitFor()
  await page.getByRole('button', { name: 'Actions for Sheet 3.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Sheet 3.pdf”?' })
  await dialog.getByRole('link', { name: 'Tide sheet' }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'delete-used')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await line('Sheet 3.pdf').waitFor()
})
