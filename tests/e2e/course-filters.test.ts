// Lists of courses narrowed by filter chips, in a browser: what they hold stands in the address and survives a reload.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy, type Window } from './browser.ts'
import { held } from './keys.ts'

const product = started()
let school: School, browser: Browser

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const teacher = await school.signIn('teacher')
  const make = (body: { name: string; subject_code: string; compulsory: boolean }) => teacher.call('POST /api/course', { body })
  const { id } = await make({ name: 'Tides', subject_code: 'OCEAN', compulsory: true })
  await make({ name: 'Currents', subject_code: 'OCEAN', compulsory: false })
  await make({ name: 'กระแสน้ำ', subject_code: 'RIVER', compulsory: true })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id }, body: { published: true } })
})
afterAll(() => browser?.close())

async function windowOf(look: Look = {}, person: 'admin' | 'teacher' = 'admin'): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  return window
}

test('chips narrow the list by a typed and a chosen value, in the address, and are taken away by key or at once', async () => {
  const { page, faults } = await windowOf()
  const course = (name: string) => page.getByRole('link', { name, exact: true })
  const addFilter = async (name: string) => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await page.goto('/management/course')
  await course('กระแสน้ำ').waitFor()

  await addFilter('Subject code')
  const subject = page.getByRole('textbox', { name: 'Subject code' })
  await expect.poll(() => subject.evaluate((field) => field === document.activeElement)).toBe(true)
  await subject.fill('OCEAN')
  await subject.press('Enter')
  await course('กระแสน้ำ').waitFor({ state: 'detached' })
  await course('Currents').waitFor()

  await addFilter('Compulsory')
  await page.getByRole('combobox', { name: 'Compulsory' }).selectOption({ label: 'Yes' })
  await course('Currents').waitFor({ state: 'detached' })
  await course('Tides').waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ 'f.subject_code': 'OCEAN', 'f.compulsory': 'yes' })
  expect(await axe(page)).toEqual([])
  await picture(page, 'course-filters')

  await page.reload()
  await course('Tides').waitFor()
  expect(await page.getByRole('textbox', { name: 'Subject code' }).inputValue()).toBe('OCEAN')
  await page.getByRole('combobox', { name: 'Compulsory' }).press('Backspace')
  await course('Currents').waitFor()
  await page.getByRole('button', { name: 'Remove the filter Subject code' }).click()
  await course('กระแสน้ำ').waitFor()
  expect(new URL(page.url()).search).toBe('')

  await page.goto('/management/course?f.status=draft&f.subject_code=none')
  await page.getByText('No course matches this filter').waitFor()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await course('Tides').waitFor()
  expect(faults).toEqual([])
})

test.each(['th', 'zh-CN'])('an address with filters opens on a dark phone in %s', async (locale) => {
  const { page, faults } = await windowOf({ phone: true, theme: 'dark', locale })
  await page.goto('/management/course?f.status=published&f.subject_code=OCEAN')
  await page.getByRole('link', { name: 'Tides', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Currents', exact: true }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await picture(page, `course-filters-phone-${locale}`)
  expect(faults).toEqual([])
})

test('a teacher narrows their own courses by the same chips', async () => {
  const { page, faults } = await windowOf({}, 'teacher')
  const course = (name: string) => page.getByRole('link', { name, exact: true })
  await page.goto('/user/courses')
  await course('Tides').waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await held(page, 'Add filter')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Subject code', exact: true }).click()
  await page.getByRole('textbox', { name: 'Subject code' }).fill('RIVER')
  await page.getByRole('textbox', { name: 'Subject code' }).press('Enter')
  await course('Tides').waitFor({ state: 'detached' })
  await course('กระแสน้ำ').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'course-filters-own')
  expect(faults).toEqual([])
})
