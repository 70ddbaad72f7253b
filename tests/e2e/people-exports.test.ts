// Exports of people and of the register in a browser: begun in the list, their progress on the page, and the file.
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser
let school: School
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
})
afterAll(() => browser.close())

const as = async (look = {}) => {
  const window = await open(browser, at.url, look)
  await signInBy(window.context, at.url, { login: school.people.admin.login, password: school.password })
  return window
}
/** The name and the bytes of the file that a link downloads. */
async function downloaded(page: Page, name: string): Promise<[string, Buffer]> {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  const file = await coming
  return [file.suggestedFilename(), await readFile(await file.path())]
}

test('the people who fit are exported as a sheet, the register as OneRoster', async () => {
  const { page, context, faults } = await as()
  await page.goto('/management/people?role=student&sort=-name')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'people-export-menu')
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  const [name, bytes] = await downloaded(page, 'Download People.xlsx')
  await picture(page, 'people-export-done')
  expect(await axe(page)).toEqual([])
  expect([name, bytes.subarray(0, 2).toString()]).toEqual(['People.xlsx', 'PK'])
  // a reload keeps the task until it is closed
  await page.reload()
  const link = page.getByRole('link', { name: 'Download People.xlsx' })
  await link.waitFor()
  const task = new URL(page.url()).searchParams.get('export')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await link.waitFor({ state: 'detached' })
  // one that was found running stays with its file when it is listed no more
  let [reads, isListed] = [0, true]
  await page.route(/\/api\/tasks\?/, (route) => {
    reads += 1
    const items = isListed ? [{ id: task, kind: 'exportPeople', subject: '', state: 'running' }] : []
    return route.fulfill({ json: { items } })
  })
  await page.goto('/management/people')
  await link.waitFor()
  isListed = false
  const before = reads
  const admin = await school.signIn('admin')
  await admin.call('POST /api/users/exports', { body: { format: 'csv', lang: 'en' } })
  await expect.poll(() => reads).toBeGreaterThan(before)
  await link.waitFor()
  await page.unroute(/\/api\/tasks\?/)
  await page.goto('/management/imports')
  await page.getByRole('button', { name: 'Export as OneRoster' }).click()
  expect((await downloaded(page, 'Download oneroster.zip'))[0]).toBe('oneroster.zip')
  await picture(page, 'imports-export-done')

  // both stand in the list of exports, with their person and their file
  await page.goto('/management/exports')
  const row = (kind: string) => page.getByRole('row', { name: new RegExp(kind) }).first()
  await row('Register').getByText('Done').waitFor()
  await row('People').getByText('Among your files').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-exports')
  expect((await downloaded(page, 'Download People.xlsx'))[0]).toBe('People.xlsx')
  await page.getByRole('combobox', { name: 'Content' }).selectOption({ label: 'Questions' })
  await page.getByText('Nothing fits').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await row('People').waitFor()
  await page.getByRole('radio', { name: 'Course register' }).click()
  await page.getByText('There was no synchronisation yet').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-register-runs')
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone in the dark, in Thai, the file has Thai heads and who fits in the order of the list', async () => {
  const { page, context, faults } = await as({ phone: true, theme: 'dark', locale: 'th' })
  await page.goto('/management/people?role=student&sort=-name')
  await page.getByRole('button', { name: 'ส่งออก', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
  await picture(page, 'people-export-menu-thai')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const [name, bytes] = await downloaded(page, 'ดาวน์โหลด บุคคล.csv')
  const first = bytes
    .toString()
    .split('\r\n')
    .map((line) => line.split(',')[0])
  const students = (['thirdStudent', 'student', 'secondStudent'] as const).map((who) => school.people[who].name)
  expect([name, first]).toEqual(['บุคคล.csv', ['\uFEFFชื่อ', ...students, '']])
  expect([await axe(page), await tooWide(page)]).toEqual([[], 0])
  await picture(page, 'people-export-done-thai')
  await page.goto('/management/exports')
  await page.getByText('เสร็จแล้ว').locator('visible=true').first().waitFor()
  expect([await axe(page), await tooWide(page)]).toEqual([[], 0])
  await picture(page, 'management-exports-thai')
  expect(faults).toEqual([])
  await context.close()
})
