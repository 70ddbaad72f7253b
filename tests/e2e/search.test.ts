// The search: a teacher goes from the palette to the page and finds courses, words of a text, files and people; a student on a phone finds what they may see.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const teacher = await school.signIn('teacher')
  const { id } = await teacher.call('POST /api/course', { body: { name: 'Tides of the strait', course_code: 'T1' } })
  const params = { id }
  await teacher.call('POST /api/courses/:id/enrollments', {
    params,
    body: { person_ids: [school.people.student.id, school.people.secondStudent.id], role: 'student' },
  })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const page = (title: string, body: string, published = true) =>
    teacher.call('POST /api/courses/:id/activities', { params, body: { type: 'page', title, body, published } })
  await page('Salt marshes', '<p>The bay: 海洋潮汐与波浪的关系。 Spring tides come after a new moon.</p>')
  await page('คลื่นและกระแสน้ำ', '<p>กระแสน้ำไหลเร็ว</p>')
  await page('Tide tables, a draft', '', false)
  for (let nth = 1; nth <= 6; nth++) await page(`Tide exercise ${nth}`, '')
  await teacher.call('POST /api/uploads', { body: { name: 'Tide photographs', is_folder: true } })
})
afterAll(() => browser?.close())

const seenBy = async (person: 'teacher' | 'student', look: Look = {}) => {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  return window
}

test('from the palette to everything that fits, by keyboard', async () => {
  const { page, context, faults } = await seenBy('teacher')
  await page.goto('/user/courses')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or go to' }).fill('tide')
  await page.getByRole('option', { name: /^Tide photographs/ }).waitFor()
  await page.getByRole('option', { name: 'See all results for “tide”' }).click()
  const region = (name: string) => page.getByRole('region', { name })
  await region('Courses')
    .getByRole('link', { name: /^Tides of the strait/ })
    .waitFor()
  await region('Activities').getByRole('button', { name: 'Show all 8' }).waitFor()
  await region('Files')
    .getByRole('link', { name: /^Tide photographs/ })
    .waitFor()
  await picture(page, 'search-all')
  expect(await axe(page)).toEqual([])
  // the arrows go from match to match, over the parts
  await region('Courses').getByRole('link').first().focus()
  await page.keyboard.press('ArrowDown')
  expect(
    await region('Activities')
      .getByRole('link')
      .first()
      .evaluate((link) => link === document.activeElement),
  ).toBe(true)
  await region('Activities').getByRole('button', { name: 'Show all 8' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('link', { name: /Salt marshes.*Spring tides come/ }).waitFor()
  await panel
    .getByRole('link', { name: /Tide tables, a draft/ })
    .getByText('Draft', { exact: true })
    .waitFor()
  // a name leads to the list of members
  const field = page.getByRole('searchbox', { name: 'Search courses, activities, files and people' })
  await field.fill(school.people.student.name)
  await page.getByRole('tab', { name: /^People/ }).click()
  await panel.getByRole('link', { name: new RegExp(`^${school.people.student.name}`) }).press('Enter')
  await page.waitForURL('**/enrollments?q=*')
  await page.getByText(school.people.student.name).first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a student on a phone finds words without spaces, nothing of drafts, and is told when nothing fits', async () => {
  const { page, context, faults } = await seenBy('student', { phone: true, theme: 'dark', locale: 'zh-CN' })
  await page.goto(`/search?q=${encodeURIComponent('潮汐')}`)
  await page.getByRole('link', { name: /Salt marshes.*海洋潮汐/ }).waitFor()
  await picture(page, 'search-phone')
  expect(await axe(page)).toEqual([])
  const field = page.getByRole('searchbox')
  await field.fill('กระแส')
  await page.getByRole('link', { name: /คลื่นและกระแสน้ำ/ }).waitFor()
  await field.fill('tables')
  await page.getByText('没有找到“tables”').waitFor()
  await picture(page, 'search-none')
  expect(faults).toEqual([])
  await context.close()
})
