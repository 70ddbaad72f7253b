// A manager's way in a browser: from the sign-in past the code to the courses that wait, which are agreed to and sent back in their rows.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, signInByForm } from './browser.ts'
import { codeTo } from './codes.ts'

const at = inject('product')
let browser: Browser
let school: School
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  const [teacher, admin] = await Promise.all([school.signIn('teacher'), school.signIn('admin')])
  for (const name of ['Coral reefs', 'Field methods']) {
    const { id } = await teacher.call('POST /api/course', { body: { name } })
    await teacher.call('PUT /api/courses/:id/publish', { params: { id }, body: { published: true } })
  }
  await admin.call('PUT /api/org/settings', { body: { management_auth_code: true } })
})
afterAll(() => browser.close())

test('a manager signs in, gives the code, agrees to a course in the row and sends one back with a reason', async () => {
  const { page, context, faults } = await open(browser, at.url)
  const { login } = school.people.manager
  await page.goto('/')
  await signInByForm(page, login, school.password)
  await page.waitForURL('**/management/')
  const popup = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect
    .poll(() => popup.getByRole('button', { name: 'Send code' }).evaluate((button) => button === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await popup.getByText(/Send again in \d+ s/).waitFor()
  // the code that was sent holds after a reload, too
  await page.reload()
  await popup.getByRole('button', { name: 'Send code' }).click()
  await popup.getByText(/Send again in \d+ s/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-code')
  const code = await codeTo(at.log, login)
  await popup.getByLabel('Code').fill(code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA')
  await popup.getByText('Tries left: 4').waitFor()
  await popup.getByLabel('Code').fill(code)
  await popup.waitFor({ state: 'detached' })

  const waiting = page.getByRole('region', { name: 'Courses to review' })
  const row = (name: string) => waiting.getByRole('listitem').filter({ hasText: name })
  await row('Coral reefs').getByRole('button', { name: 'Mark as reviewed' }).click()
  await row('Coral reefs').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row('Coral reefs').getByRole('button', { name: 'Mark as reviewed' }).click()
  await row('Coral reefs').waitFor({ state: 'detached' })
  // the teacher, the administrator and the manager have signed in
  await page.getByText('30% of all').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-overview')

  await row('Field methods').getByRole('button', { name: 'Send back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send back Field methods' })
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await dialog.getByText('Say what is to be changed').waitFor()
  await dialog.getByRole('textbox').fill('The outline is missing')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await waiting.getByText('No course waits for a review').waitFor()
  // of so many groups only that of the page is open, and those that somebody opens
  const menu = page.getByRole('navigation', { name: 'Management menu' })
  const group = (name: string) => menu.getByText(name, { exact: true }).and(page.locator('summary *')).filter({ visible: true })
  await group('Courses').click()
  await menu.getByRole('link', { name: 'Course review' }).click()
  await page.getByRole('radio', { name: 'Sent back' }).click()
  await page.getByText('The outline is missing').waitFor()
  await group('Reports').click()
  await menu.getByRole('link', { name: 'Audit log' }).click()
  // a group that was opened stays so on the next page
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await menu.getByRole('link', { name: 'Course review' }).waitFor()
  await page.getByRole('table').getByText('Course sent back after its review').waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  expect(faults).toEqual([])

  // a code that runs out is asked for above what stands there, by keyboard too; who does not give it is led away
  await page.goto('/management/course/audit')
  await page.getByRole('radio', { name: 'Sent back' }).waitFor()
  const needed = { status: 403, json: { code: 'authCode.needed', message: '', params: {}, errors: {}, details: {}, request_id: 'r' } }
  await page.route('**/api/management/reviews?*', (route) => route.fulfill(needed))
  await page.route('**/api/auth_code/auth_validate', (route) =>
    route.fulfill({ json: { code_needed: true, dingtalk_auth_validate: false, messenger: null, sent: null } }),
  )
  await page.getByRole('radio', { name: 'Sent back' }).click()
  await popup.getByRole('button', { name: 'Cancel' }).waitFor()
  expect(await page.locator('#main').getByRole('radio', { name: 'Sent back', includeHidden: true }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.waitForURL('**/user/courses')
  await context.close()
})

test('a person who manages nothing has no entry, and a notice at the address; the teacher reads the reason why the course came back', async () => {
  const { page, context } = await open(browser, at.url, { phone: true, theme: 'dark' })
  await signInBy(context, at.url, { login: school.people.teacher.login, password: school.password })
  await page.goto('/management/')
  const popup = page.getByRole('dialog', { name: 'You cannot open this' })
  await popup.getByText('Only those who manage the organisation can open it.').waitFor()
  await popup.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('heading', { name: 'You cannot open this' }).waitFor()
  expect(await page.getByRole('link', { name: 'Manage', exact: true }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await page.goto('/management/plan')
  await popup.getByText('Only those who manage the organisation can open it.').waitFor()
  await page.goto('/user/notifications')
  await page.getByText('Field methods was sent back after its review').waitFor()
  await page.getByText('The outline is missing').waitFor()
  await context.close()
})
