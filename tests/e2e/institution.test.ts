// An administrator's way through the institution in a browser: a class, a person in it, their roles and state, what roles may do, and the settings.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser
let school: School
let window: Window
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  window = await open(browser, at.url)
  await signInBy(window.context, at.url, { login: school.people.admin.login, password: school.password })
})
afterAll(() => browser.close())

const menu = (page: Page) => page.getByRole('navigation', { name: 'Management menu' })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text)

test('a class is made, a person is added to it, suspended and let in again', async () => {
  const { page, faults } = window
  await page.goto('/management/study-units')
  await page.getByRole('button', { name: 'Add a class' }).first().click()
  const unit = page.getByRole('dialog', { name: 'Add a class' })
  await unit.getByLabel('Name').fill('Marine Biology A')
  await unit.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Marine Biology A/ }).waitFor()
  expect(await axe(page)).toEqual([])

  await menu(page).getByRole('link', { name: 'All people' }).click()
  await page.getByRole('heading', { name: 'All people' }).waitFor()
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a person' })
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await dialog.getByText('Give a name').waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('Siti Aminah')
  await dialog.getByLabel('Number', { exact: true }).fill('MB-7')
  await dialog.getByLabel('First password').fill('Nine corals 47!')
  await dialog.getByLabel('Class').click()
  await page.getByRole('option', { name: 'Marine Biology A' }).click()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-add-person')
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('searchbox', { name: 'Name, number or e-mail' }).fill('siti')
  const row = page.getByRole('row', { name: /Siti Aminah/ })
  await row.getByText('Marine Biology A').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-people')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await row.getByText('Suspended').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row.getByText('Active').waitFor()

  await row.getByRole('link', { name: 'Siti Aminah' }).click()
  await page.getByRole('heading', { name: 'Siti Aminah' }).waitFor()
  await page.getByRole('checkbox', { name: 'Teaching assistant' }).check()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await toast(page, 'Saved: Siti Aminah').waitFor()
  await page.getByRole('region', { name: 'Roles and their source' }).getByText('Teaching assistant').waitFor()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Suspended', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-person')
  const answer = await fetch(`${at.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: at.url },
    body: JSON.stringify({ login: 'MB-7', password: 'Nine corals 47!' }),
  })
  expect(answer.ok).toBe(false)
  expect(faults).toEqual([])
})

test('a role gains a permission after a look at who gains it, and its people then have the page', async () => {
  const { page, faults } = window
  await page.goto('/management/roles')
  const cell = page.getByRole('checkbox', { name: 'Staff: Read who has changed what' })
  await cell.check()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-roles')
  await page.getByRole('button', { name: 'Who gains and who loses' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who gains and who loses' })
  await dialog.getByText('1 person').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save the roles' }).click()
  await dialog.waitFor({ state: 'detached' })
  const faculty = await open(browser, at.url, { phone: true, theme: 'dark' })
  await signInBy(faculty.context, at.url, { login: school.people.faculty.login, password: school.password })
  await faculty.page.goto('/management/')
  await faculty.page.waitForURL('**/management/course#/')
  await menu(faculty.page).getByText('Management menu').click()
  await menu(faculty.page).getByRole('link', { name: 'Audit log' }).last().click()
  await faculty.page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await faculty.page.goto('/management/roles')
  await faculty.page.getByRole('heading', { name: 'You cannot open this' }).first().waitFor()
  await faculty.context.close()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => cell.isChecked()).toBe(false)
  expect(faults).toEqual([])
})

test('the settings of the organisation are saved part by part and taken back', async () => {
  const { page, faults } = window
  await page.goto('/management/settings')
  const part = page.getByRole('region', { name: 'Courses and access' })
  const guests = part.getByRole('switch', { name: /Guests may look at public courses/ })
  const before = await guests.isChecked()
  await guests.setChecked(!before)
  // somebody else changes another field of the same part meanwhile: both stay
  const other = await school.signIn('admin')
  await other.call('PUT /api/org/settings', { body: { invite_students: false } })
  await part.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Saved: Courses and access').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => guests.isChecked()).toBe(before)
  expect((await other.call('GET /api/org/settings')).invite_students).toBe(false)
  await page.getByRole('button', { name: 'Make a code' }).click()
  await page.getByRole('button', { name: 'Copy' }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-settings')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['settings', 'roles', 'people', 'departments', 'study-units', 'storage']) {
    await page.goto(`/management/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
    expect(await tooWide(page), path).toBeLessThanOrEqual(0)
    expect(await axe(page), path).toEqual([])
  }
  expect(faults).toEqual([])
})

test('a room is added, chosen in an event, and its bookings are beside the list; plans of a school without timetables say so', async () => {
  const { page, faults } = window
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/management/rooms')
  await page.getByRole('button', { name: 'Add a room' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a room' })
  await dialog.getByLabel('Name').fill('Hall B')
  await dialog.getByLabel('Seats').fill('240')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Hall B/ }).waitFor()

  await page.goto('/user/calendar')
  await page.getByRole('button', { name: 'New event' }).first().click()
  const event = page.getByRole('dialog')
  await event.getByLabel('Title').fill('Open day')
  await event.getByRole('combobox', { name: 'Room of the organisation' }).click()
  await page.getByRole('option', { name: /Hall B/ }).click()
  expect(await event.getByLabel('Place', { exact: true }).inputValue()).toBe('Hall B')
  await event.getByRole('button', { name: 'Save' }).click()
  await event.waitFor({ state: 'detached' })

  await page.goto('/management/rooms')
  await page.getByRole('button', { name: 'Hall B', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Hall B' })
  await drawer.getByText('A private event').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-rooms')
  await page.goto('/management/plan')
  await page.getByText('Timetables are').waitFor()
  expect(faults).toEqual([])
})

test('a scale that a colleague has changed meanwhile is saved by a second press, and an undo that fails says so', async () => {
  const { page, faults } = window
  const admin = await school.signIn('admin')
  const levels = [
    { name: 'Pass', percent: '50' },
    { name: 'Fail', percent: '0' },
  ]
  const { id, version } = await admin.call('POST /api/org/score-scales', { body: { name: 'Pass or fail', levels } })
  await page.goto('/management/score-scales')
  await page.getByRole('button', { name: 'Change scale Pass or fail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change scale Pass or fail' })
  await dialog.getByLabel('Name of the scale').fill('Pass or not')
  await admin.call('PUT /api/org/score-scales/:id', { params: { id }, body: { name: 'Passed or failed', levels, version } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Somebody else has changed this meanwhile. Save again to keep yours.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.route('**/api/org/score-scales', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Delete scale Pass or not' }).click()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page
    .getByRole('alert')
    .getByText(/connection/i)
    .first()
    .waitFor()
  await page.unroute('**/api/org/score-scales')
  expect(faults).toEqual([])
})

test('of more people than are counted the selection says that it is everybody who fits', async () => {
  const { page, faults } = window
  await page.route('**/api/users?*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), pages: 1000, total: 10_000 } })
  })
  await page.goto('/management/people')
  await page.getByRole('checkbox', { name: /page/ }).check()
  const bar = page.getByRole('toolbar')
  await bar.getByRole('button', { name: 'Select everything that fits' }).click()
  await bar.getByText('Everything that fits is selected').waitFor()
  await bar.getByRole('button', { name: 'Change roles' }).click()
  const dialog = page.getByRole('dialog', { name: 'Roles of everybody who fits' })
  // nobody grants what they may not do themselves
  expect(
    await dialog
      .getByRole('checkbox', { name: /Workgroup administrator/ })
      .first()
      .getAttribute('aria-disabled'),
  ).toBe('true')
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-people-everybody')
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog', { name: 'Suspend everybody who fits?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.unroute('**/api/users?*')
  expect(faults).toEqual([])
})

test('a manager of a department is offered it alone, and a page of another role says so', async () => {
  const admin = await school.signIn('admin')
  const { manager } = school.people
  await admin.call('POST /api/departments', { body: { name: 'Languages' } })
  await admin.call('PUT /api/users', { body: { ids: [manager.id], change: { department_id: school.department } } })
  const { page, context, faults } = await open(browser, at.url)
  await signInBy(context, at.url, { login: manager.login, password: school.password })
  await page.goto('/management/study-units')
  await page.getByRole('button', { name: 'Add a class' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a class' })
  await dialog.getByLabel('Department').click()
  await page.getByRole('option', { name: 'Marine Biology' }).waitFor()
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Marine Biology'])
  // a word finds what is within it alone
  await dialog.getByRole('combobox', { name: 'Department' }).fill('a')
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Marine Biology'])
  await page.goto('/management/people')
  await page.getByRole('dialog', { name: 'You cannot open this' }).getByText('Your role does not open this').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
