// Imports of the school's register in a browser: a file is read in its encoding, checked, applied and undone; one that lists nobody any more is held.
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
const number = randomUUID().slice(0, 8)
let browser: Browser
let school: School
let window: Window
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  window = await open(browser, at.url)
  await signInBy(window.context, at.url, { login: school.people.admin.login, password: school.password })
})
afterAll(() => browser.close())

/** 王芳, 李娜 and 陈静 in GB 18030. */
const names = [
  [0xcd, 0xf5, 0xb7, 0xbc],
  [0xc0, 0xee, 0xc4, 0xc8],
  [0xb3, 0xc2, 0xbe, 0xb2],
]
const people = Buffer.concat([
  Buffer.from('id,user_no,name,roles\n'),
  ...names.flatMap((name, nth) => [Buffer.from(`R${nth},${number}-${nth},`), Buffer.from(name), Buffer.from(',student\n')]),
])

/** Sends a file of people to be checked; answers once its import is open. */
async function check(page: Page, file: { name: string; buffer: Buffer }, whole: boolean): Promise<void> {
  await page.goto('/management/imports')
  await page.getByRole('button', { name: 'New import' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New import' })
  await dialog.locator('input[type=file]').setInputFiles({ ...file, mimeType: 'text/csv' })
  await dialog.getByRole('table', { name: `First lines of ${file.name}` }).waitFor()
  if (whole) await dialog.getByRole('radio', { name: 'Everything' }).check()
  expect(await axe(page)).toEqual([])
  await picture(page, whole ? 'management-import-whole' : 'management-import-new')
  await dialog.getByRole('button', { name: 'Check the files' }).click()
  await page.waitForURL(/\/management\/imports#\//)
}

test('people of a Chinese file are looked at, applied, and in the list', async () => {
  const { page, faults } = window
  await check(page, { name: 'people.csv', buffer: people }, false)
  await page.getByText('Checked, nothing changed yet').waitFor()
  await page.getByRole('row', { name: /王芳/ }).getByText('New').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await tooWide(page)).toBe(0)
  await picture(page, 'management-import-checked')
  await page.getByRole('button', { name: 'Apply 3 changes' }).click()
  await page.getByText('Applied', { exact: true }).first().waitFor()
  await picture(page, 'management-import-applied')
  await page.goto(`/management/people?q=${number}`)
  await page.getByRole('row', { name: /陈静/ }).waitFor()
  expect(faults).toEqual([])
})

test('a file that lists nobody is held until the number is typed, and undone they are active again', async () => {
  const { page, faults } = window
  await check(page, { name: 'nobody.csv', buffer: Buffer.from('id,user_no,name,roles\n') }, true)
  const field = page.getByLabel('3 things would leave. Type this number')
  await field.fill('2')
  const apply = page.getByRole('button', { name: 'Apply 3 changes' })
  expect(await apply.getAttribute('aria-disabled')).toBe('true')
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-import-held')
  await field.fill('3')
  await apply.click()
  await page.getByText('Applied', { exact: true }).first().waitFor()
  const address = page.url()
  await page.goto(`/management/people?q=${number}`)
  await page.getByRole('row', { name: /王芳/ }).getByText('Suspended').waitFor()
  await page.goto(address)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone', { exact: true }).first().waitFor()
  await page.goto(`/management/people?q=${number}`)
  await page.getByRole('row', { name: /王芳/ }).getByText('Active').waitFor()
  expect(faults).toEqual([])
})

test('an undo that has stopped halfway says so and goes on, and the people of an applied import are invited on its page', async () => {
  const { page, faults } = window
  await check(page, { name: 'one.csv', buffer: Buffer.from(`id,user_no,name,roles\nR9,${number}-9,Siti Aminah,student\n`) }, false)
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await page.getByText('Applied', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Send invitations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send invitations' })
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  // without an e-mail address nobody is reached
  await page.getByText('0 invitations are on their way').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-import-invited', true)
  const client = new pg.Client(at.databases.import)
  await client.connect()
  await client
    .query(`update roster_runs set state = 'failed', undo_begun = true where id = $1`, [
      /-\/([^/?]+)|#\/([^/?]+)/.exec(page.url())?.slice(1).find(Boolean),
    ])
    .finally(() => client.end())
  await page.reload()
  const rest = page.getByRole('button', { name: 'Undo the rest' })
  await rest.waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-import-undo-rest', true)
  await rest.click()
  await page.getByText('Undone', { exact: true }).first().waitFor()
  expect(faults).toEqual([])
})
