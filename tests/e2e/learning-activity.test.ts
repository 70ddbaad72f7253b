// A learning activity from the form to the mark: a teacher makes it, a student does it, both see it without a reload.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe, launch, type Window } from './browser.ts'
import { as, world } from './visit.ts'

let browser: Browser
let teacher: Window
let student: Window
beforeAll(async () => {
  browser = await launch()
  ;[teacher, student] = await Promise.all([as(browser, 'teacher'), as(browser, 'student')])
})
afterAll(() => browser?.close())

test('a teacher describes what is to be done; a student marks it as done, and takes that back', async () => {
  const [{ page }, other] = [teacher, student.page]
  await page.goto(`/course/${world().course}/content`)
  await page.locator('header').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Something to do that is ticked off when done').waitFor()
  await page.getByRole('menuitem', { name: 'Task', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Write something').waitFor()
  await page.getByLabel('Title').fill('Collect a litre')
  await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill('Take a litre of water')
  await page.getByLabel('Points').fill('12,5')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Points: 12.5').waitFor()
  await page.goto(`/course/${world().course}/content`)
  const row = page.locator('li[data-row]').filter({ hasText: 'Collect a litre' })
  // others join this course meanwhile
  await row.getByText(/^0 of \d+ done$/).waitFor()

  await other.goto(`/course/${world().course}/content`)
  await other.getByRole('link', { name: 'Collect a litre', exact: true }).click()
  await other.getByText('Points: 12.5').waitFor()
  await other.getByRole('button', { name: 'Mark as done' }).click()
  await other.getByText(/^You marked it as done on/).waitFor()
  await other.locator('header').getByText('Done', { exact: true }).waitFor()
  expect(await axe(other)).toEqual([])
  await row.getByText(/^1 of \d+ done$/).waitFor()

  await other.getByRole('button', { name: 'Not done after all' }).click()
  await other.getByRole('button', { name: 'Mark as done' }).waitFor()
  expect([...teacher.faults, ...student.faults]).toEqual([])
})
