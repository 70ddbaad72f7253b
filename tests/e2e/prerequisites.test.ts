// Prerequisites: a teacher chooses what an activity opens after, a student is told what is missing, does it, and goes on.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser, course: string, chart: string

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Tides', course_code: 'T1' } })).id
  const params = { id: course }
  const { id: module_id } = await teacher.call('POST /api/courses/:id/modules', { params, body: { name: 'Twice a day' } })
  const add = async (title: string) =>
    (
      await teacher.call('POST /api/courses/:id/activities', {
        params,
        body: { type: 'page', title, body: '<p>Salt.</p>', module_id, published: true },
      })
    ).id
  for (const title of ['Ebb', 'Flood']) await add(title)
  chart = await add('Chart')
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
})
afterAll(() => browser?.close())

const seenBy = async (person: 'teacher' | 'student', look: Look = {}) => {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  await window.page.goto(`/course/${course}/content`)
  return window
}

test('from the choice of the teacher to the page that opens', async () => {
  const { page, context, faults } = await seenBy('teacher')
  await page.getByRole('button', { name: 'Actions for Chart' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const opensAfter = page.getByRole('combobox', { name: 'Opens after' })
  for (const title of ['Ebb', 'Flood']) {
    await opensAfter.fill(title)
    await page.getByRole('option', { name: title }).click()
  }
  await opensAfter.press('Escape')
  await picture(page, 'prerequisites-form')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Edit text' }).waitFor()

  const student = await seenBy('student', { phone: true, theme: 'dark' })
  await student.page.getByText('Complete “Ebb” first').waitFor()
  await picture(student.page, 'prerequisites-row')
  await student.page.getByRole('button', { name: 'Chart' }).click()
  const popup = student.page.getByRole('dialog', { name: 'Complete these first' })
  await popup.getByRole('link', { name: 'Flood' }).waitFor()
  await picture(student.page, 'prerequisites-popup')
  expect(await axe(student.page)).toEqual([])
  await popup.getByRole('link', { name: 'Flood' }).click()
  const maya = await school.signIn('student')
  const missing = async () => {
    const { items } = await maya.call('GET /api/activities/:id/prerequisites', { params: { id: chart } })
    return items.filter(({ completed }) => !completed).map(({ title }) => title)
  }
  await expect.poll(missing, { timeout: 20_000 }).toEqual(['Ebb'])

  // an address that somebody has sent: the popup is open over the page
  await student.page.goto(`/course/${course}/learning-activity#/${chart}`)
  await student.page.reload()
  await popup.getByRole('link', { name: 'Ebb' }).click()
  await expect.poll(missing, { timeout: 20_000 }).toEqual([])
  await student.page.goto(`/course/${course}/content`)
  await student.page.getByRole('link', { name: 'Start: Chart' }).click()
  await student.page.getByText('Salt.').waitFor()
  expect([...faults, ...student.faults]).toEqual([])
  await Promise.all([context.close(), student.context.close()])
})

test('a circle is refused by name; an activity deleted meanwhile stays in the list and can be taken off', async () => {
  const { page, context, faults } = await seenBy('teacher')
  await page.getByRole('button', { name: 'Actions for Ebb' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const opensAfter = page.getByRole('combobox', { name: 'Opens after' })
  const choose = async (title: string) => {
    await opensAfter.fill(title)
    await page.getByRole('option', { name: title }).click()
    await opensAfter.press('Escape')
  }
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await choose('Chart')
  await save.click()
  await page.getByText('“Chart” itself waits for this activity').first().waitFor()
  await page.getByRole('button', { name: 'Remove Chart' }).click()
  await choose('Flood')
  const teacher = await school.signIn('teacher')
  const { activities } = await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const flood = activities.find(({ title }) => title === 'Flood')!.id
  await teacher.call('DELETE /api/activities', { body: { activity_ids: [flood] } })
  await page.getByText('Flood (deleted)').waitFor()
  await save.click()
  await page.getByText('“Flood” has been deleted; choose another').first().waitFor()
  await page.getByRole('button', { name: 'Remove Flood (deleted)' }).click()
  await save.click()
  await page.getByRole('link', { name: 'Edit text' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
