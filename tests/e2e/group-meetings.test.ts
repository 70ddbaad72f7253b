// Meetings of a teaching-and-research group by hand: made, changed, called off on its page; its list and the month of its people show them.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser, school: School, window: Window, group: string
const day = 86_400_000
const tomorrow = new Date(Date.now() + day).toISOString().slice(0, 10)

beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  const admin = await school.signIn('admin')
  await admin.call('PUT /api/org/settings', { body: { time_zone: 'UTC' } })
  group = (await admin.call('POST /api/resource-groups', { body: { name: 'Marine teaching', kind: 'vtrs' } })).id
  await admin.call('POST /api/resource-groups/:id/members', { params: { id: group }, body: { person_ids: [school.people.teacher.id] } })
  const past = {
    start_time: new Date(Date.now() - 2 * day).toISOString(),
    end_time: new Date(Date.now() - 2 * day + 3_600_000).toISOString(),
  }
  const replay_address = 'https://meet.example.edu/recording'
  await admin.call('POST /api/calendar-meeting', { body: { title: 'First talk', group_id: group, replay_address, ...past } })
  window = await open(browser, at.url)
  await signInBy(window.context, at.url, { login: school.people.admin.login, password: school.password })
})
afterAll(() => browser?.close())

test('a meeting is made, changed and called off on the page of its group', async () => {
  const { page, faults } = window
  await page.goto(`/vtrs/${group}`)
  await page.getByRole('navigation', { name: 'Marine teaching' }).getByRole('link', { name: 'Meetings' }).click()
  await page.getByRole('region', { name: 'Past' }).getByRole('link', { name: 'Recording' }).waitFor()
  await page.getByRole('button', { name: 'New meeting' }).click()
  const dialog = page.getByRole('dialog', { name: 'New meeting' })
  await dialog.getByLabel('Title').fill('Rubrics')
  await dialog.getByRole('textbox', { name: /^Begins/ }).fill(`${tomorrow} 13:00`)
  await dialog.getByRole('textbox', { name: /^Ends/ }).fill(`${tomorrow} 14:00`)
  await dialog.getByRole('combobox', { name: 'Host' }).fill('teacher')
  await page.getByRole('option', { name: school.people.teacher.name }).click()
  await dialog.getByLabel('Address to join').fill('https://meet.example.edu/rubrics')
  // it is for the group alone
  expect(await dialog.getByLabel('Course').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await picture(page, 'group-meeting-new')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const coming = page.getByRole('region', { name: 'Upcoming' })
  await coming.getByRole('link', { name: 'Join' }).waitFor()
  await coming.getByText(`Hosted by ${school.people.teacher.name}`).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'group-meetings')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await tooWide(page)).toBe(0)
  await picture(page, 'group-meetings-phone')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Actions on Rubrics' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  const change = page.getByRole('dialog', { name: 'Change the meeting' })
  await change.getByLabel('Title').fill('Rubrics of term 2')
  await change.getByRole('button', { name: 'Save' }).click()
  await coming.getByText('Rubrics of term 2').waitFor()

  await page.goto('/management/vtrs')
  const row = page.getByRole('row', { name: /Marine teaching/ })
  await row.getByRole('link', { name: /13:00.*Rubrics of term 2/ }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'vtrs-next')
  await row.getByRole('link', { name: /Rubrics of term 2/ }).click()
  await page.getByRole('button', { name: 'Actions on Rubrics of term 2' }).click()
  await page.getByRole('menuitem', { name: 'Call off' }).click()
  await page.getByRole('button', { name: 'Call off', exact: true }).click()
  await page.getByText('Called off: Rubrics of term 2').waitFor()
  await coming.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('people of the group find its meeting in the month, with its name and the way to it; members make none', async () => {
  const admin = await school.signIn('admin')
  const times = { start_time: `${tomorrow}T09:00:00Z`, end_time: `${tomorrow}T10:00:00Z` }
  await admin.call('POST /api/calendar-meeting', { body: { title: 'Tide tables', group_id: group, ...times } })
  const member = await open(browser, at.url)
  await signInBy(member.context, at.url, { login: school.people.teacher.login, password: school.password })
  const { page, faults } = member
  const teacher = await school.signIn('teacher')
  await expect.poll(async () => (await teacher.call('GET /api/calendar-meeting', { query: { group_id: group } })).total).toBe(2)
  await page.goto(`/user/calendar?view=week&date=${tomorrow}`)
  await page.getByRole('button', { name: /^Tide tables.*Marine teaching/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Tide tables' })
  expect(await axe(page)).toEqual([])
  await picture(page, 'group-meeting-in-calendar')
  await dialog.getByRole('link', { name: 'Marine teaching' }).click()
  await page.getByRole('region', { name: 'Upcoming' }).getByText('Tide tables').waitFor()
  expect(await page.getByRole('button', { name: 'New meeting' }).count()).toBe(0)
  expect(faults).toEqual([])
})
