// A request to join a school, from its popup to the decision in the management; and the organisations of the installation, as its operator sees them.
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School, type SchoolPerson } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser
let coral: School
let harbour: School
beforeAll(async () => {
  ;[browser, coral, harbour] = await Promise.all([launch(), makeSchool(at), makeSchool(at, { name: 'Harbour College' })])
})
afterAll(() => browser.close())

const as = async (school: School, who: SchoolPerson, look: Look = {}) => {
  const window = await open(browser, at.url, look)
  await signInBy(window.context, at.url, { login: school.people[who].login, password: school.password })
  return window
}
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)

test('a person asks to join a school; its administrator rejects one request with a reason and agrees to another', async () => {
  const { page, context, faults } = await as(harbour, 'otherTeacher')
  await page.goto('/user/settings')
  const ask = async (reason: string) => {
    await page.getByRole('button', { name: 'New request' }).click()
    const dialog = page.getByRole('dialog', { name: 'New request' })
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await dialog.getByText('Choose the organisation').waitFor()
    await dialog.getByRole('combobox', { name: 'Organisation' }).fill(coral.name)
    await page.getByRole('option', { name: coral.name }).click()
    await dialog.getByLabel('Role').selectOption('instructor')
    await dialog.getByLabel('Reason for the request').fill(reason)
    if (reason.startsWith('First')) expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`Join ${coral.name}`).first().waitFor()
  }
  await ask('First <b>try</b>')

  const manager = await as(coral, 'admin')
  await manager.page.goto('/management/requests')
  const row = manager.page.getByRole('listitem').filter({ hasText: harbour.people.otherTeacher.name })
  await row.getByText('First <b>try</b>').waitFor()
  expect([await axe(manager.page), await tooWide(manager.page)]).toEqual([[], 0])
  await picture(manager.page, 'management-requests')
  await row.getByRole('button', { name: 'Reject' }).click()
  const rejecting = manager.page.getByRole('dialog')
  await rejecting.getByRole('button', { name: 'Reject' }).click()
  await rejecting.getByText('Give a reason').waitFor()
  await rejecting.getByLabel('Reason').fill('Come in spring.')
  await rejecting.getByRole('button', { name: 'Reject' }).click()
  await manager.page.getByText('No request is open').waitFor()

  await page.getByText('Come in spring.').waitFor()
  await ask('Second try')
  await manager.page.reload()
  await row.getByRole('button', { name: 'Agree' }).click()
  const agreeing = manager.page.getByRole('dialog')
  expect(await axe(manager.page)).toEqual([])
  await agreeing.getByLabel('User number').fill('H-1')
  await agreeing.getByRole('button', { name: 'Agree' }).click()
  await manager.page.getByText('No request is open').waitFor()
  await manager.page.getByRole('radio', { name: 'Agreed' }).click()
  await manager.page.getByText(/^Agreed by admin/).waitFor()
  await page.getByText('Agreed', { exact: true }).waitFor()
  expect([faults, manager.faults]).toEqual([[], []])
  await Promise.all([context.close(), manager.context.close()])
})

test('an operator makes an organisation, suspends it with a way back, and enters it; nobody else has the page', async () => {
  const client = new pg.Client(at.databases.identity)
  await client.connect()
  await client.query('insert into operators (person_id) values ($1)', [harbour.people.manager.id])
  await client.end()
  const { page, context, faults } = await as(harbour, 'manager')
  await page.goto('/user/index')
  await page.getByRole('button', { name: harbour.people.manager.name }).click()
  await page.getByRole('menuitem', { name: 'Organisations of the installation' }).click()
  await page.getByRole('heading', { name: 'Organisations of the installation' }).waitFor()
  await page.getByRole('button', { name: 'Make organisation' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Make organisation' })
  await dialog.getByLabel('Name', { exact: true }).fill('Aldermoor <i>Hall</i>')
  await dialog.getByLabel('First administrator').fill('Ada Moor')
  await dialog.getByLabel('User number').fill('1')
  await dialog.getByLabel('E-mail').fill(harbour.people.student.login)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Make organisation' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('E-mail').fill(`ada-${harbour.id}@aldermoor.example`)
  await dialog.getByRole('button', { name: 'Make organisation' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('searchbox', { name: 'Name or code' }).fill('aldermoor')
  const row = page.getByRole('row', { name: /Aldermoor <i>Hall/ })
  await row.getByText('Active').waitFor()
  // while the search reads, what was listed before is dimmed
  await expect.poll(() => page.url()).toContain('q=')
  await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0)
  expect([await axe(page), await tooWide(page)]).toEqual([[], 0])
  await picture(page, 'installation')
  const act = async (name: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Suspend')
  await row.getByText('Suspended').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row.getByText('Active').waitFor()
  await act('Enter for 8 hours')
  await row.getByText(/^Entered until/).waitFor()
  await toast(page, /You are in Aldermoor/).waitFor()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Open' }).waitFor()
  await page.keyboard.press('Escape')
  await act('Leave')
  await row.getByText('Active').waitFor()
  await context.close()

  const admin = await as(coral, 'admin', { phone: true })
  await admin.page.goto('/installation/organisations')
  // the heading is behind it
  await admin.page.getByRole('dialog', { name: 'You cannot open this' }).waitFor()
  expect(await admin.page.getByRole('button', { name: 'Make organisation' }).count()).toBe(0)
  expect(faults.filter((fault) => !/409/.test(fault))).toEqual([])
  await admin.context.close()
})
