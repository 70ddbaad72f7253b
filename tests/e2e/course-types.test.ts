// Studios, projects and courses of other pages: each is made in its own list, stands there alone, and its back button returns to it.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type Person, type School } from '../flows/school.ts'
import { axe, launch, open, signInBy } from './browser.ts'

const at = inject('product')
let browser: Browser
let school: School
let teacher: Person
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  teacher = await school.signIn('teacher')
  await teacher.call('POST /api/course', { body: { name: 'An ordinary course' } })
})
afterAll(() => browser.close())

test.each([
  { list: '/user/studios', create: 'Create studio', name: 'Print shop' },
  { list: '/user/project', create: 'Create project', name: 'Tide gauge' },
])('$list makes and lists its own kind, and the way back leads there', async ({ list, create, name }) => {
  const { page, context, faults } = await open(browser, at.url)
  await signInBy(context, at.url, { login: school.people.teacher.login, password: school.password })
  await page.goto(list)
  await page.getByRole('button', { name: create }).first().click()
  await page.getByRole('dialog').getByLabel('Course name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: create }).click()
  await page.waitForURL('**/content')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL(`**${list}`)
  await page.getByRole('link', { name }).waitFor()
  expect(await page.getByText('An ordinary course').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('a course of type 11 leads back to the page before it', async () => {
  const { id } = await teacher.call('POST /api/course', { body: { name: 'From elsewhere', course_type: 11 } })
  const { page, context } = await open(browser, at.url)
  await signInBy(context, at.url, { login: school.people.teacher.login, password: school.password })
  await page.goto('/user/resources')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`/course/${id}/content`)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/user/resources**')
  await context.close()
})
