// The import of a timetable: a day that may be read in two ways is asked about in a sentence, and read as chosen.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { axe, launch, open, signInBy } from './browser.ts'
import { tooWide } from './visit.ts'

const product = started()
let school: School
let browser: Browser

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  await (await school.signIn('admin')).call('PUT /api/org/settings', { body: { toggles: ['timetables'] } })
  await (await school.signIn('teacher')).call('POST /api/course', { body: { name: 'Currents', course_code: 'C1' } })
})
afterAll(() => browser?.close())

test('the day is asked about in a sentence, on a phone too, and read as chosen', async () => {
  const { page, context, faults } = await open(browser, product.url, { phone: true })
  await signInBy(context, product.url, { login: school.people.manager.login, password: school.password })
  await page.goto('/management/terms')
  await page.getByRole('button', { name: 'Import a timetable' }).first().click()
  const dialog = page.getByRole('dialog')
  const csv = 'course_code,weekdays,start,end,first_day,last_day\nC1,Mon,08:00:00,8.45,12/7/2026,12/12/2026\n'
  await dialog.locator('input[type=file]').setInputFiles({ name: 'lessons.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByText(/^first_day: 12\/7\/2026 is .+ or .+\. Choose which\.$/).waitFor()
  expect(await axe(page)).toEqual([])
  expect(await tooWide(page)).toBe(0)
  await dialog.getByLabel('Days such as 12/7/2026 are').selectOption('month_first')
  await dialog.getByText('2026-12-07 – 2026-12-12').waitFor()
  await dialog.getByRole('button', { name: 'Make the lessons of 1 line' }).waitFor()
  expect(faults).toEqual([])
})
