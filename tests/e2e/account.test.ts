// Account tasks in a browser: an organisation's requirements of a person, and a new password by code. The codes are read from the product's
// console, the target of mail and SMS while no server for them is set.
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import pg from 'pg'
import { makeSchool, type School, type SchoolPerson } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, signInByForm } from './browser.ts'
import { codeTo as sentCode } from './codes.ts'

const at = inject('product')
let browser: Browser
let school: School
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
})
afterAll(() => browser.close())

const codeTo = (to: string) => sentCode(at.log, to)
const rules = async (body: { password_expires_days?: number; pre_task_url?: string; verify_email?: boolean }) =>
  (await school.signIn('admin')).call('PUT /api/org/settings', { body })
/** As of an installation whose gateway is gone: without one the call refuses to demand numbers. */
const write = async (settings: { mobile_required: boolean; management_auth_code?: boolean }) => {
  const client = new pg.Client(at.databases.identity)
  await client.connect()
  const merged = 'update organisations set settings = settings || $2::jsonb where id = $1'
  await client.query(merged, [school.id, JSON.stringify(settings)]).finally(() => client.end())
}
const as = async (who: SchoolPerson, look = {}) => {
  const window = await open(browser, at.url, look)
  await signInBy(window.context, at.url, { login: school.people[who].login, password: school.password })
  return window
}

test('a number is bound before anything else: the popup cannot be closed, the code opens the way', async () => {
  await write({ mobile_required: true })
  const { page, context, faults } = await as('student', { phone: true })
  await page.goto('/user/index')
  const popup = page.getByRole('dialog', { name: 'Add your mobile number' })
  await popup.waitFor()
  await page.keyboard.press('Escape')
  expect(await popup.isVisible()).toBe(true)
  const number = '+628123456701'
  await popup.getByRole('textbox', { name: 'Mobile number' }).fill('0812')
  await popup.getByRole('button', { name: 'Send code' }).click()
  await popup.getByText('Write it with the country code').waitFor()
  await popup.getByRole('textbox', { name: 'Mobile number' }).fill(number)
  await popup.getByRole('button', { name: 'Send code' }).click()
  await popup.getByText(/Send again in \d+ s/).waitFor()
  await popup.getByRole('button', { name: 'Confirm' }).click()
  await popup.getByText('Enter all 6 characters').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'account-bind-phone')
  await popup.getByLabel('Code').fill(await codeTo(number))
  await popup.waitFor({ state: 'detached' })
  await page.goto('/user/settings')
  await page.getByText(number).waitFor()
  expect(faults).toEqual([])
  await context.close()
  await write({ mobile_required: false })
})

test('of two prompts one is open at a time; a manager who may turn the demand of a number off reads of the setting, and goes on', async () => {
  await write({ mobile_required: true, management_auth_code: true })
  const { page, context, faults } = await as('admin')
  await page.goto('/user/courses')
  const dialogs = page.getByRole('dialog')
  const number = page.getByRole('dialog', { name: 'Add your mobile number' })
  const code = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await number.getByText(/^lyceum org set --org '.+' --mobile-required off$/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'account-number-of-administrator')
  // a link followed meanwhile: the code of the management is due too, and waits
  const asked = page.waitForResponse('**/api/auth_code/auth_validate')
  await page.evaluate(
    `history.pushState({ idx: 1 }, '', '/management/'); dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }))`,
  )
  await asked
  await expect.poll(() => dialogs.count()).toBe(1)
  await page.keyboard.press('Escape')
  await code.waitFor()
  expect(await dialogs.count()).toBe(1)
  // nor does it come back at the next page
  await code.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/user/courses')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await dialogs.count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
  await write({ mobile_required: false, management_auth_code: false })
})

test('an expired password is changed where one stands, and the old one is of no use any more', async () => {
  await rules({ password_expires_days: 30 })
  const client = new pg.Client(at.databases.identity)
  await client.connect()
  const old = `update passwords set changed_at = now() - interval '31 days' where person_id = $1`
  await client.query(old, [school.people.secondStudent.id]).finally(() => client.end())
  const { page, context, faults } = await as('secondStudent', { theme: 'dark' })
  await page.goto('/user/courses')
  const popup = page.getByRole('dialog', { name: 'Your password has expired' })
  await popup.getByLabel('Current password', { exact: true }).fill('not this one')
  await popup.getByLabel('New password', { exact: true }).fill('salt marsh at dawn')
  await popup.getByRole('button', { name: 'Change password' }).click()
  await popup.getByText('Tries left: 4').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'account-expired-dark')
  await popup.getByLabel('Current password', { exact: true }).fill(school.password)
  await popup.getByRole('button', { name: 'Change password' }).click()
  await popup.waitFor({ state: 'detached' })
  await context.close()
  const again = await open(browser, at.url)
  await again.page.goto('/login')
  await signInByForm(again.page, school.people.secondStudent.login, school.password)
  await again.page.getByText('do not match').waitFor()
  await signInByForm(again.page, school.people.secondStudent.login, 'salt marsh at dawn')
  await again.page.waitForURL('**/user/index')
  expect([...faults, ...again.faults]).toEqual([])
  await again.context.close()
  await rules({ password_expires_days: 0 })
})

test('a task to do first is asked once in six hours, and not again when it is done', async () => {
  await rules({ pre_task_url: 'https://survey.example.edu/' })
  const { page, context } = await as('thirdStudent')
  await page.goto('/user/index')
  const popup = page.getByRole('dialog', { name: 'Something to do first' })
  await popup.getByRole('link', { name: 'Open the task' }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'account-task')
  await popup.getByRole('button', { name: 'Later' }).click()
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  // the page reads both prompts at once: with the one, the other would be there
  const otherPrompt = page.waitForResponse('**/api/user/check-expired-password')
  await page.reload()
  await otherPrompt
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(reads).not.toContain('/api/user/pre-task')
  expect(await popup.count()).toBe(0)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await popup.getByRole('button', { name: 'I have done it' }).click()
  await popup.waitFor({ state: 'detached' })
  await context.close()
  await rules({ pre_task_url: '' })
})

test('a forgotten password: a code by mail, a new password, and in', async () => {
  const { page, context, faults } = await open(browser, at.url)
  const login = school.people.otherTeacher.login
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('textbox', { name: /E-mail, user number/ }).fill(login)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await codeTo(login))
  await page.getByLabel('New password', { exact: true }).fill('salt marsh at dawn')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL('**/login')
  await signInByForm(page, login, 'salt marsh at dawn')
  await page.waitForURL('**/user/index')
  expect(faults).toEqual([])
  await context.close()
})

test('the address is proven by the link in the welcome mail', async () => {
  await rules({ verify_email: true })
  const { page, context, faults } = await as('teacher')
  const login = school.people.teacher.login
  await page.goto('/user/index')
  const popup = page.getByRole('dialog', { name: /Welcome to/ })
  await popup.getByRole('button', { name: 'Send the link' }).click()
  await popup.getByText(/Sent to/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'account-welcome')
  let link = ''
  await expect
    .poll(async () => {
      link = /http\S+\/verify-email#[\w-]{43}/.exec((await readFile(at.log, 'utf8')).split(`mail to ${login}\n`).at(-1) ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  await page.goto(new URL(link).pathname + new URL(link).hash)
  await page.getByText(`${login} is confirmed.`).waitFor()
  await page.goto('/user/settings')
  await page.getByText('Confirmed', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await context.close()
  await rules({ verify_email: false })
})
