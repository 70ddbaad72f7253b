// A group of teaching and research over two schools in a browser: its invitation, and the join page of a teacher of the other school.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser
let home: School
let away: School
let group: string
const sessionOf = async (school: School, who: 'admin' | 'teacher' | 'student'): Promise<Window> => {
  const window = await open(browser, at.url)
  await signInBy(window.context, at.url, { login: school.people[who].login, password: school.password })
  return window
}
beforeAll(async () => {
  ;[browser, home, away] = await Promise.all([
    launch(),
    makeSchool(at, { name: 'Reef University' }),
    makeSchool(at, { name: 'Harbour College' }),
  ])
  const admin = await home.signIn('admin')
  ;({ id: group } = await admin.call('POST /api/resource-groups', { body: { name: 'Marine teaching', kind: 'vtrs' } }))
})
afterAll(() => browser.close())

test('an invitation is made; a teacher of another school joins by its address, and stands among the members with their school', async () => {
  const { page, faults } = await sessionOf(home, 'admin')
  await page.goto(`/vtrs/${group}`)
  await page.getByRole('button', { name: 'Invite other schools' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite other schools' })
  await dialog.getByLabel('Valid for, in days').fill('30')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  const address = (await dialog.getByLabel('Address', { exact: true }).textContent()) ?? ''
  expect(address).toMatch(/\/vtrs\/join\/[0-9A-Z]{8}$/)
  expect(await axe(page)).toEqual([])
  await picture(page, 'group-invitation')

  const guest = await sessionOf(away, 'teacher')
  await guest.page.goto(new URL(address).pathname)
  await guest.page.getByRole('heading', { name: 'Marine teaching' }).waitFor()
  await guest.page.getByText(`You join as a member from ${away.name}.`).waitFor()
  expect(await axe(guest.page)).toEqual([])
  await picture(guest.page, 'group-join')
  await guest.page.setViewportSize({ width: 390, height: 844 })
  expect(await tooWide(guest.page)).toBeLessThanOrEqual(0)
  await picture(guest.page, 'group-join-phone')
  await guest.page.setViewportSize({ width: 1280, height: 800 })
  await guest.page.getByRole('button', { name: 'Join', exact: true }).click()
  await guest.page
    .getByRole('row', { name: new RegExp(away.people.teacher.name) })
    .getByText(away.name)
    .first()
    .waitFor()
  expect(await guest.page.getByRole('button', { name: 'Add members' }).count()).toBe(0)
  await guest.page.goto('/user/resource-groups')
  await guest.page.getByText(new RegExp(`${home.name}.*${away.name}`)).waitFor()
  expect(guest.faults).toEqual([])

  await dialog.getByRole('button', { name: 'End invitation' }).click()
  await dialog.getByRole('button', { name: 'Create invitation' }).waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('row', { name: new RegExp(away.people.teacher.name) }).waitFor()
  await picture(page, 'group-of-schools')
  expect(await axe(page)).toEqual([])
  await page.goto('/management/vtrs')
  await page
    .getByRole('row', { name: /Marine teaching/ })
    .getByText(away.name)
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

test('a student, and whoever has an ended invitation, read why they cannot join', async () => {
  const student = await sessionOf(away, 'student')
  await student.page.goto('/vtrs/join/ABCDEFGH')
  // their role is the reason, and no course: an access code would not help them
  await student.page.getByRole('dialog').getByText('Your role does not include this right.').waitFor()
  await student.page.goto(`/vtrs/${group}`)
  await student.page.getByRole('dialog').getByText('Only members of this group can open it.').waitFor()
  const guest = await sessionOf(away, 'teacher')
  await guest.page.goto('/vtrs/join/ABCDEFGH')
  await guest.page.getByText('This invitation does not exist or has ended.').waitFor()
  expect(await axe(guest.page)).toEqual([])
})
