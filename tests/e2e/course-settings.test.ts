// A teacher sets up a course in a browser: fields that a colleague changes at the same time, cover, menu, name in the header, deleting and bringing back.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type Person, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy } from './browser.ts'

const at = inject('product')
let browser: Browser
let school: School
let teacher: Person
let course: string
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Coral reefs', course_code: 'MBIO 1' } })).id
  // the drawing of a new course follows from its id
  await teacher.call('PUT /api/courses/:id', { params: { id: course }, body: { cover_pattern: 0 } })
})
afterAll(() => browser.close())

const signedIn = async (more: Parameters<typeof open>[2] = {}) => {
  const opened = await open(browser, at.url, more)
  await signInBy(opened.context, at.url, { login: school.people.teacher.login, password: school.password })
  return opened
}

test('a teacher sets a course up, beside a colleague, and takes its deletion back', async () => {
  const { page, context, faults } = await signedIn()
  await page.goto(`/course/${course}/settings`)
  const about = page.getByRole('region', { name: 'About' })
  await about.getByLabel('Subject code').fill('BIO')
  // a colleague saves another field, then the same one
  await teacher.call('PUT /api/courses/:id', { params: { id: course }, body: { semester: 'Autumn' } })
  await about.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await about.getByLabel('Course code').fill('MBIO 2')
  await teacher.call('PUT /api/courses/:id', { params: { id: course }, body: { course_code: 'MBIO 3' } })
  await about.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByText('MBIO 3').first().waitFor()
  await page.keyboard.press('Escape')
  await about.getByRole('button', { name: 'Discard changes' }).click()

  const cover = page.getByRole('region', { name: 'Cover' })
  await cover.getByRole('radio', { name: 'Rings' }).check()
  await page.getByText('The cover is saved').waitFor()
  const menu = page.getByRole('region', { name: 'Course menu' })
  await menu.getByRole('switch', { name: 'Show Resources' }).uncheck()
  await menu.getByRole('button', { name: 'Save' }).click()
  const nav = page.getByRole('navigation', { name: 'Course menu' })
  await nav.getByRole('link', { name: 'Resources' }).waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
  await picture(page, 'course-settings')

  await page.getByRole('button', { name: 'Change name and code' }).click()
  await page.getByRole('textbox', { name: 'Name of the course' }).fill('Coral reefs II')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Coral reefs II', level: 1 }).waitFor()

  await page.getByRole('region', { name: 'Delete the course' }).getByRole('button', { name: 'Delete course' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete course' }).click()
  await page.waitForURL('**/user/courses')
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click()
  await page.waitForURL(`**/course/${course}/content`)
  await teacher.call('DELETE /api/course/:id', { params: { id: course } })
  await page.goto('/user/courses/deleted')
  await page
    .getByRole('row', { name: /Coral reefs II/ })
    .getByText('30 days')
    .waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'deleted-courses')
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Coral reefs II is back').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone in the dark', async () => {
  const { page, context } = await signedIn({ phone: true, theme: 'dark' })
  await page.goto(`/course/${course}/settings`)
  await page.getByRole('region', { name: 'Delete the course' }).waitFor()
  await page.getByRole('region', { name: 'Course menu' }).getByRole('switch').first().waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await picture(page, 'course-settings-phone')
  await context.close()
})

test('an administrator plans a year and its terms, and makes a course in one for a teacher', async () => {
  const opened = await open(browser, at.url)
  const { page, context, faults } = opened
  await signInBy(context, at.url, { login: school.people.admin.login, password: school.password })
  await page.goto('/management/terms')
  await page.getByRole('button', { name: 'Add an academic year' }).click()
  const year = new Date().getFullYear()
  const fill = async (name: string, from: string, to: string) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('textbox', { name: 'First day' }).fill(from)
    await dialog.getByRole('textbox', { name: 'Last day' }).fill(to)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await fill(String(year), `${year}.01.01`, `${year}.12.31`)
  await page.getByRole('button', { name: `Add a term to ${year}` }).click()
  await fill('All year', `${year}.01.01`, `${year + 1}.12.31`)
  await page.getByText('This day is outside the academic year').waitFor()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Last day' }).fill(`${year}.12.31`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `Change ${year} · All year` }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'terms')

  await page.goto('/management/allowances')
  await page.getByRole('button', { name: 'Extend for…' }).first().click()
  const more = page.getByRole('dialog', { name: 'More time in every course' })
  await more.getByRole('combobox', { name: 'People' }).fill(school.people.student.name)
  await page.getByRole('option', { name: new RegExp(`^${school.people.student.name}`) }).click()
  await more.getByLabel('Minutes more').fill('30')
  expect(await axe(page)).toEqual([])
  await more.getByRole('button', { name: 'Extend' }).click()
  const row = page.getByRole('row').filter({ hasText: school.people.student.name })
  await row.getByText('30 minutes longer').waitFor()
  await picture(page, 'allowances')
  await row.getByRole('button', { name: /^Take back/ }).click()
  await page.getByText('No extensions').waitFor()

  await page.goto('/user/courses')
  await page.getByRole('button', { name: 'Create course' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Course name').fill('Mangroves')
  await dialog.getByLabel('Semester').selectOption({ label: `${year} · All year` })
  await dialog.getByRole('combobox', { name: 'Instructors' }).fill(school.people.teacher.name)
  await page.getByRole('option', { name: new RegExp(`^${school.people.teacher.name}`) }).click()
  expect(await axe(page)).toEqual([])
  // leaves the list, which covers the button
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Create course' }).click()
  await page.waitForURL('**/content')
  const { items } = await teacher.call('GET /api/my-courses', { query: { conditions: '{"keyword":"Mangroves"}' } })
  expect(items[0]).toMatchObject({ role: 'instructor', semester: 'All year', academic_year: { name: String(year) } })
  expect(faults).toEqual([])
  await context.close()
})
