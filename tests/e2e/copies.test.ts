// A course copied by its teacher with other dates, offered as a template, begun from one, and taken to the next term with others, in a browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy, type Window } from './browser.ts'

const product = started()
let school: School, browser: Browser, course: string

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const they = await school.signIn('teacher')
  course = (await they.call('POST /api/course', { body: { name: 'Tides', start_date: '2026-09-07' } })).id
  const params = { id: course }
  const module = await they.call('POST /api/courses/:id/modules', { params, body: { name: 'Twice a day' } })
  for (const title of ['Why twice', 'Spring and neap'])
    await they.call('POST /api/courses/:id/activities', { params, body: { type: 'page', title, module_id: module.id } })
  const file = { name: 'Tides of the Bay', original_url: 'https://youtu.be/dQw4w9WgXcQ', parent_type: 'course' as const, parent_id: course }
  await they.call('POST /api/uploads', { body: file })
})
afterAll(() => browser?.close())

async function windowOf(person: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  return window
}

test('a teacher copies a course with later dates, and its content and files follow', async () => {
  const { page, faults } = await windowOf('teacher')
  await page.goto(`/course/${course}/content`)
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Copy with new dates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy “Tides”' })
  await dialog.getByLabel('Course name').fill('Tides again')
  await dialog.getByRole('radio', { name: 'Move by weeks' }).click()
  await dialog.getByRole('button', { name: 'Copy course' }).click()
  await dialog.getByText('Say by how many weeks').waitFor()
  await dialog
    .getByRole('spinbutton', { name: 'Weeks' })
    .or(dialog.getByLabel('Weeks', { exact: true }))
    .first()
    .fill('20')
  expect(await axe(page)).toEqual([])
  await picture(page, 'course-copy')
  await dialog.getByRole('button', { name: 'Copy course' }).click()
  await page.getByRole('heading', { name: 'Tides again' }).waitFor()
  await page.getByText('Spring and neap').first().waitFor()
  expect(page.url()).not.toContain(course)
  await page.getByText('Being prepared').waitFor({ state: 'hidden' })
  await picture(page, 'course-copied')
  await page.goto(page.url().replace(/content.*/, 'resource'))
  await page.getByText('Tides of the Bay').first().waitFor()
  expect(page.url()).not.toContain(course)
  expect(faults).toEqual([])
})

test('a manager offers it as a template, and another teacher begins with it', async () => {
  const managers = await school.signIn('manager')
  await managers.call('PUT /api/courses/:id/template', { params: { id: course }, body: { template: true } })
  const { page, faults } = await windowOf('otherTeacher')
  await page.goto('/user/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create course' })
  await dialog.getByRole('combobox', { name: 'Start from' }).fill('tid')
  await dialog.getByRole('option', { name: 'Tides' }).click()
  await dialog
    .getByLabel('Course name')
    .or(dialog.getByLabel('Name', { exact: true }))
    .first()
    .fill('My tides')
  await picture(page, 'course-from-template')
  await dialog.getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('heading', { name: 'My tides' }).waitFor()
  await page.getByText('Spring and neap').first().waitFor()
  expect(faults).toEqual([])
})

test('a planner takes courses to the next term, and sees the result of each', async () => {
  const they = await school.signIn('admin')
  const days = { start_date: '2026-09-01', end_date: '2027-07-31' }
  const year = await they.call('POST /api/terms', { body: { name: '2026–2027', ...days } })
  const term = (name: string, more: object) => they.call('POST /api/terms', { body: { name, parent_id: year.id, ...days, ...more } })
  const autumn = await term('Autumn', { end_date: '2027-01-31' })
  await term('Spring', { start_date: '2027-02-02' })
  const { items } = await they.call('POST /api/courses', { query: {}, body: { conditions: {} } })
  const course_ids = items.filter(({ name }) => name === 'Tides' || name === 'My tides').map(({ id }) => id)
  await they.call('PUT /api/courses/settings', { body: { course_ids, term_id: autumn.id } })
  const { page, faults } = await windowOf('admin')
  await page.goto('/management/course')
  await page.getByRole('checkbox', { name: 'Select Tides', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select My tides', exact: true }).click()
  await page.getByRole('button', { name: 'Next term' }).click()
  const dialog = page.getByRole('dialog', { name: 'Next term of 2 courses' })
  await dialog.getByRole('button', { name: 'Make the courses' }).click()
  await dialog.getByText('Say for which year or term the courses are').waitFor()
  // as many weeks as lie between the beginnings of the terms are proposed
  await dialog.getByRole('combobox', { name: 'Term' }).selectOption({ label: '2026–2027 · Spring' })
  await dialog.getByText('2026.09.01 becomes 2027.02.02').waitFor()
  const weeks = dialog.getByLabel('Weeks', { exact: true })
  expect(await weeks.inputValue()).toBe('22')
  await weeks.fill('21')
  await dialog.getByText('2026.09.01 becomes 2027.01.26').waitFor()
  await picture(page, 'next-term')
  await dialog.getByRole('button', { name: 'Make the courses' }).click()
  await dialog
    .getByText(/done|Done|finished/i)
    .first()
    .waitFor()
  await picture(page, 'next-term-done')
  expect(faults).toEqual([])
})
