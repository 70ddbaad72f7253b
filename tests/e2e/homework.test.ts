// Homework from the form to the list: a teacher sets it, a student writes in two windows, attaches and hands in, the teacher sees it and
// downloads the files.
import { createReadStream } from 'node:fs'
import { scaled } from '@lyceum/kit/test/wait'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf } from '../media.ts'
import { axe, launch, long, picture, type Window } from './browser.ts'
import { held } from './keys.ts'
import { as, endSession, settled, signInHere, tooWide, world } from './visit.ts'

let browser: Browser
let teacher: Window
let student: Window
beforeAll(async () => {
  browser = await launch()
  ;[teacher, student] = await Promise.all([as(browser, 'teacher'), as(browser, 'student')])
})
afterAll(() => browser?.close())

let address = ''

test('a teacher sets homework: 100 points at most, three files of two types', async () => {
  const { page } = teacher
  await page.goto(`/course/${world().course}/learning-activity#/new/homework`)
  await page.getByLabel('Title').fill('Salinity of a pool')
  await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill('Measure three pools')
  await page.getByLabel('Points').fill('100,5')
  const fold = (title: string) => page.locator('summary').filter({ hasText: title })
  await fold('Handing in').click()
  await page.getByLabel('Handing in again').selectOption({ label: 'As often as they like' })
  await fold('Handing in').press('Enter')
  await page.getByText('Each student alone · As often as they like').waitFor()
  await fold('Files').click()
  await page.getByLabel('File types').fill('PDF, .csv')
  await page.getByLabel('Number of files').fill('30')
  await fold('Files').click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('At most 100').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Points').fill('20')
  // a fold opens for what is refused in it, also once its reader has closed it again
  for (const _ of ['first', 'again']) {
    await page.getByLabel('Number of files').waitFor()
    await fold('Files').click()
    await page.getByLabel('Number of files').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await held(page, /^Number of files/)
  }
  await page.getByLabel('Number of files').fill('3')
  await picture(page, 'homework-settings')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Points: 20').waitFor()
  await page.getByRole('heading', { name: 'Handed in' }).waitFor()
  address = page.url()
})

test('a student writes in two windows and chooses between them', async () => {
  const { page, context } = student
  await page.goto(address)
  await page.getByText(/^Nothing handed in yet/).waitFor()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Salinity rises with depth, see the attached table.')
  const typed = Date.now()
  await page.getByText(/^Draft kept .*, not handed in$/).waitFor()
  expect(Date.now() - typed).toBeLessThan(scaled(6000))
  const other = await context.newPage()
  await other.goto(address)
  const there = other.getByRole('textbox', { name: 'Text', exact: true })
  await there.getByText('Salinity rises').click()
  await other.keyboard.press('End')
  await other.keyboard.type(' The third pool differs.')
  await other.getByText(/^Draft kept .*, not handed in$/).waitFor()
  await text.getByText('Salinity rises').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('We measured. ')
  await page.getByRole('button', { name: 'See both versions' }).click()
  const both = page.getByRole('dialog')
  await both.getByText('The third pool differs.').waitFor()
  await both.getByText('We measured.').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'homework-both')
  await both.getByRole('button', { name: 'Use the other version' }).click()
  await text.getByText('The third pool differs.').waitFor()
  await page.getByText(/^Draft kept .*, not handed in$/).waitFor()
  await other.close()
})

test('a typed text survives the end of the session', { skip: !long }, async () => {
  const { page } = student
  await page.reload()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.getByText('The third pool').click()
  await page.keyboard.press('End')
  await endSession(student)
  // at once: the first call of the page leads to the sign-in
  await page.keyboard.insertText(' It is shaded.')
  await page.waitForURL('**/login?next=*')
  await signInHere(page, 'student')
  await text.getByText('It is shaded.').waitFor()
  await page.getByText(/^Draft kept .*, not handed in$/).waitFor()
})

test('a missing attachment is named, the receipt stays, and the teacher has the file', async () => {
  const { page } = student
  await page.getByRole('button', { name: 'Hand in', exact: true }).click()
  const popup = page.getByRole('dialog')
  await popup.getByText(/speaks of an attachment/).waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  const files = page.getByRole('group', { name: 'Files' }).locator('input[type=file][multiple]')
  await files.setInputFiles([{ name: 'pools.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }])
  await page.getByText(/^pools\.exe: /).waitFor()
  await files.setInputFiles([{ name: 'Pools.pdf', mimeType: 'application/pdf', buffer: pdf() }])
  await page.getByRole('list', { name: 'Files' }).getByText('Pools.pdf').waitFor()
  await page.getByRole('button', { name: 'Hand in', exact: true }).click()
  await popup.getByText('Pools.pdf').first().waitFor()
  await popup.getByText(/^\d+ words$/).waitFor()
  await picture(page, 'homework-hand-in')
  // the page need not read it again to know what has been handed in
  const closed = Promise.withResolvers<void>()
  let handed = false
  await page.route('**/my-submission', async (route) => {
    if (route.request().method() === 'POST') handed = true
    else if (handed) await closed.promise
    await route.continue()
  })
  await popup.getByRole('button', { name: 'Hand in', exact: true }).click()
  await popup.getByText('This is your receipt').waitFor()
  const code = await popup.getByText(/^[0-9a-f]{12}$/i).textContent()
  expect(await axe(page)).toEqual([])
  await picture(page, 'homework-receipt')
  await popup.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText(/^Handed in on /).waitFor()
  await held(page, 'State')
  closed.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await page.getByText(code ?? '').waitFor()
  expect(await page.getByRole('button', { name: 'Hand in', exact: true }).count()).toBe(0)

  const list = teacher.page
  await list.reload()
  const row = list.getByRole('row').filter({ hasText: world().names.student })
  await row.getByText('Handed in', { exact: true }).waitFor()
  await list.getByText('0 of 1 marked').waitFor()
  expect(await axe(list)).toEqual([])
  await picture(list, 'homework-list')
  await list.getByRole('button', { name: 'Download files' }).click()
  const popupThere = list.getByRole('dialog')
  await popupThere.getByLabel('Names in the archive').fill('{person}/{title} {n}')
  await popupThere.getByText(/Salinity of a pool 1_Pools\.pdf$/).waitFor()
  const [download] = await Promise.all([
    list.waitForEvent('download'),
    popupThere.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  const [head] = await createReadStream(await download.path(), { end: 3 }).toArray()
  expect([download.suggestedFilename(), String(head)]).toEqual(['Salinity of a pool.zip', 'PK\u0003\u0004'])
  expect([...teacher.faults, ...student.faults]).toEqual([])
})

test('on a phone the state, the receipt and the list fit', { skip: !long }, async () => {
  const [mine, theirs] = await Promise.all([
    as(browser, 'student', { phone: true, locale: 'th' }),
    as(browser, 'teacher', { phone: true, locale: 'zh-CN', theme: 'dark' }),
  ])
  for (const [name, { page }] of Object.entries({ mine, theirs })) {
    await page.goto(address)
    await settled(page)
    await page
      .getByText(name === 'mine' ? 'Pools.pdf' : '提交情况')
      .first()
      .waitFor()
    expect([await tooWide(page), await axe(page)]).toEqual([0, []])
    await picture(page, `homework-phone-${name}`, true)
  }
})

test('handing in again goes on with the text and the focus, and its draft is not refused', async () => {
  const { page } = student
  const refused: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`))
  await page.getByRole('button', { name: 'Hand in again' }).click()
  await held(page, 'Your work')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.getByText('The third pool differs.').click()
  await page.keyboard.press('End')
  await page.keyboard.insertText(' So does the fourth.')
  await page.getByText(/^Draft kept .*, not handed in$/).waitFor()
  expect(refused).toEqual([])
})

test('work that goes back for rework is to do, and no longer done, until that is taken back', async () => {
  const { page } = teacher
  await page.goto(address)
  const returned = async () => {
    // others of the course are in the list, whose names contain this one
    await page.getByRole('checkbox', { name: `Choose ${world().names.student}`, exact: true }).check()
    await page.getByRole('button', { name: 'Return for rework' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Return for rework' }).click()
    await page.getByText('1 submission is returned for rework').waitFor()
  }
  await returned()
  await page.getByText('1 returned for rework').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 return for rework is taken back').waitFor()
  await page.getByText('1 returned for rework').waitFor({ state: 'detached' })
  await returned()
  await page.getByText('1 returned for rework').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'homework-rework-list')
  await student.page.goto(`/user/todo?course=${world().course}`)
  await student.page.getByRole('heading', { name: 'Returned for rework' }).waitFor()
  await student.page
    .getByRole('listitem')
    .filter({ hasText: 'Hand in once more' })
    .getByRole('link', { name: 'Salinity of a pool' })
    .waitFor()
  expect(await axe(student.page)).toEqual([])
  await picture(student.page, 'homework-rework-todo')
  await student.page.goto(`/course/${world().course}/content`)
  await student.page.getByRole('img', { name: 'Returned for rework' }).first().waitFor()
  await picture(student.page, 'homework-rework-content')
  await student.page.goto(address)
  await student.page.getByRole('banner').or(student.page.locator('header')).getByText('Returned for rework').first().waitFor()
  await student.page.getByText(/^Returned for rework .*: hand it in once more/).waitFor()
  await picture(student.page, 'homework-rework-student')
})
