// Notes of a student beside a document and a film: written at a place or on words, found again after a reload, a new file and over all courses.
import { until } from '@lyceum/kit/test/wait'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { chinesePdf, film } from '../media.ts'
import { axe, launch, type Look, open, picture, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser, teacher: Person, course: string, reader: string, watch: string
const words = '冬天的海水很冷'
const pdfOf = (...lines: string[]) => chinesePdf(lines)

/** A document counts its pages a moment after it has arrived. */
async function sheet(name: string, ...lines: string[]): Promise<string> {
  const { id } = await send(teacher, name, pdfOf(...lines))
  await until(async () => (await teacher.call('GET /api/uploads/:id/view', { params: { id }, query: {} })).pages === lines.length)
  return id
}
beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Cold water', course_code: 'N1' } })).id
  const person_ids = [school.people.student.id]
  await teacher.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids, role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  const [document, recording] = [
    await sheet('海洋.pdf', '第1页', words, '第3页'),
    await send(teacher, 'deep.mp4', await film(12, '640x360')),
  ]
  await settled(teacher, recording.id)
  const add = async (type: 'material' | 'online_video', title: string, file: string) => {
    const body = { type, title, upload_ids: [file], published: true }
    return (await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })).id
  }
  reader = await add('material', 'The reader', document)
  watch = await add('online_video', 'Why deep water sinks', recording.id)
})
afterAll(() => browser?.close())

async function seen(address: string, look: Look = {}) {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people.student.login, password: school.password })
  await window.page.goto(address)
  return window
}
const at = (activity: string) => `/course/${course}/learning-activity#/${activity}`
const list = (page: Page) => page.getByRole('list', { name: 'Notes' })
const sheetOf = (page: Page, n: number) => page.locator(`[data-page="${n}"]`)
async function write(page: Page, text: string) {
  await page.getByRole('button', { name: 'New note here' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill(text)
}
const done = (page: Page) => page.getByRole('button', { name: 'Done' }).click()

test('beside a document: a page, words on it, a way back, an undo, a draft, and a new file', async () => {
  const { page, context, faults } = await seen(at(reader))
  await sheetOf(page, 1).locator('canvas').waitFor()
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.getByText('Select words on a page first').waitFor()
  await write(page, 'Why is it cold?')
  await done(page)
  await list(page).getByRole('button', { name: '1 · Page 1' }).waitFor()
  await sheetOf(page, 2).scrollIntoViewIfNeeded()
  await sheetOf(page, 2).getByText(words).waitFor({ state: 'attached' })
  const select = () =>
    sheetOf(page, 2)
      .locator('.pdf-words')
      .evaluate((layer) => window.getSelection()?.selectAllChildren(layer))
  // words that are selected are no note before something is written
  await select()
  await page.getByRole('button', { name: 'New note here' }).click()
  await page.getByRole('form', { name: 'New note' }).getByText(words).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('form', { name: 'New note' }).waitFor({ state: 'detached' })
  await select()
  await write(page, 'Ice takes the warmth')
  await page.getByRole('form', { name: 'New note' }).getByText(words).waitFor()
  await done(page)
  await list(page).getByRole('button', { name: '2 · Page 2' }).waitFor()
  await sheetOf(page, 2).locator('[data-mark] rect').first().waitFor({ state: 'attached' })
  expect(await axe(page)).toEqual([])
  await picture(page, 'notes-document')

  await list(page).getByRole('button', { name: '1 · Page 1' }).click()
  await expect.poll(() => page.getByLabel('Page number').inputValue()).toBe('1')
  await page.getByRole('button', { name: 'Actions of the note: Page 1' }).click()
  await page.getByRole('menuitem', { name: 'Delete note' }).click()
  await expect.poll(() => list(page).getByRole('listitem').count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => list(page).getByRole('listitem').count()).toBe(2)

  // another one begins while the first is on its way: each keeps its own text
  await write(page, 'Fish swim below')
  await write(page, 'Seals breathe above')
  await done(page)
  for (const text of ['Fish swim below', 'Seals breathe above']) await list(page).getByText(text, { exact: true }).waitFor()
  expect(await list(page).getByRole('listitem').count()).toBe(4)

  // one that was deleted in another window goes on as a new one
  const seals = list(page).getByRole('listitem').filter({ hasText: 'Seals breathe above' })
  await seals.getByRole('button', { name: /^Actions of the note/ }).click()
  await page.getByRole('menuitem', { name: 'Change note' }).click()
  const student = await school.signIn('student')
  const { items } = await student.call('GET /api/notes', { query: { conditions: JSON.stringify({ keyword: 'Seals' }) } })
  const { id, version } = items[0]!
  await student.call('DELETE /api/notes/:id', { params: { id }, query: { version } })
  await page.getByRole('textbox', { name: 'Note' }).fill('Seals breathe at holes')
  await page.getByRole('button', { name: 'Keep as a new note' }).click()
  await page.getByRole('button', { name: 'Keep as a new note' }).waitFor({ state: 'detached' })
  await done(page)
  await list(page).getByText('Seals breathe at holes').waitFor()
  expect(await list(page).getByRole('listitem').count()).toBe(4)

  // one that was changed in another window: its writer keeps the one text, then takes the other
  const fish = list(page).getByRole('listitem').filter({ hasText: 'Fish' })
  const there = async (content: string) => {
    const { items } = await student.call('GET /api/notes', { query: { conditions: JSON.stringify({ keyword: 'Fish' }) } })
    const { id, version, audience } = items[0]!
    await student.call('PUT /api/notes/:id', { params: { id }, body: { content, audience, version } })
  }
  for (const [theirs, mine, button, left] of [
    ['Fish sleep below', 'Fish swim far below', 'Keep mine', 'Fish swim far below'],
    ['Fish feed below', 'Fish hide below', 'Take the other', 'Fish feed below'],
  ] as const) {
    await fish.getByRole('button', { name: /^Actions of the note/ }).click()
    await page.getByRole('menuitem', { name: 'Change note' }).click()
    await there(theirs)
    await page.getByRole('textbox', { name: 'Note' }).fill(mine)
    await page.getByText('This note was changed in another window:').waitFor()
    await page.getByRole('form').getByText(theirs, { exact: true }).waitFor()
    await picture(page, `notes-${button === 'Keep mine' ? 'conflict' : 'taken'}`)
    await page.getByRole('button', { name: button }).click()
    await page.getByText('This note was changed in another window:').waitFor({ state: 'detached' })
    await done(page)
    await list(page).getByText(left, { exact: true }).waitFor()
  }

  // a point of a page
  await page.getByRole('button', { name: 'Mark a place' }).click()
  await sheetOf(page, 3).scrollIntoViewIfNeeded()
  await sheetOf(page, 3).click({ position: { x: 120, y: 90 } })
  await page.getByRole('form', { name: 'New note' }).waitFor()
  await page.getByRole('textbox', { name: 'Note' }).fill('A diver is here')
  await done(page)
  await list(page).getByText('A diver is here').waitFor()
  await sheetOf(page, 3).locator('[data-mark]').first().waitFor({ state: 'attached' })

  await write(page, 'Half a sentence')
  await page.reload()
  await sheetOf(page, 1).locator('canvas').waitFor()
  await page.getByRole('region', { name: 'Pages of the document' }).focus()
  await page.keyboard.press('n')
  await expect
    .poll(async () => (await list(page).getByText('Half a sentence').count()) + (await page.getByText('Half a sentence').count()))
    .toBeGreaterThan(0)

  const next = await sheet('海洋 2.pdf', '第1页', '第2页', '第3页', words)
  await teacher.call('PUT /api/activities/:id', { params: { id: reader }, body: { upload_ids: [next] } })
  await page.reload()
  await sheetOf(page, 1).locator('canvas').waitFor()
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await list(page)
    .getByRole('button', { name: /^\d · Page 4$/ })
    .waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('beside a film, and all of them together: searched, led back, exported', async () => {
  const { page, context, faults } = await seen(at(watch))
  const video = page.locator('video')
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(1)
  await video.evaluate((film: HTMLVideoElement) => {
    film.currentTime = 5
  })
  await page.getByRole('button', { name: 'New note here' }).waitFor()
  await expect.poll(() => page.getByRole('slider', { name: 'Timeline' }).first().getAttribute('aria-valuenow')).toBe('5')
  await write(page, 'Salt makes it sink')
  await page.getByLabel('Shared with').selectOption('teachers')
  await done(page)
  await list(page).getByRole('button', { name: '00:05', exact: true }).waitFor()
  await page.locator('[data-tick]').first().waitFor({ state: 'attached' })
  await picture(page, 'notes-film')

  const of = await open(browser, product.url)
  await signInBy(of.context, product.url, { login: school.people.teacher.login, password: school.password })
  await of.page.goto(at(watch))
  await of.page.getByRole('tab', { name: 'Notes' }).click()
  await of.page.getByRole('button', { name: 'Actions of the note: 00:05' }).click()
  await of.page.getByRole('menuitem', { name: 'Take back for its author' }).click()
  await of.page.getByText('Its author alone reads it now').waitFor()
  await of.context.close()

  await page.goto('/user/notes')
  const mine = page.getByRole('list', { name: 'My notes' })
  await mine.getByText('Salt makes it sink').waitFor()
  expect(await mine.getByRole('listitem').count()).toBeGreaterThan(2)
  expect(await axe(page)).toEqual([])
  await picture(page, 'notes-mine')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as text (.md)' }).click()
  expect((await file).suggestedFilename()).toBe('My notes.md')
  await page.getByRole('searchbox', { name: 'Search my notes' }).fill('salt')
  await expect.poll(() => mine.getByRole('listitem').count()).toBe(1)
  await mine.getByRole('link', { name: '00:05' }).click()
  await list(page).getByText('Salt makes it sink').waitFor()
  await expect.poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => Math.round(film.currentTime))).toBe(5)
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone the notes are a sheet over the document', async () => {
  const { page, context, faults } = await seen(at(reader), { width: 360, theme: 'dark' })
  await sheetOf(page, 1).locator('canvas').waitFor()
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await list(page).getByText('Ice takes the warmth').waitFor()
  await picture(page, 'notes-phone')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Close the notes' }).click()
  await list(page).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})

test('my notes where there are none, and where they do not load', async () => {
  const { page, context } = await seen('/user/notes')
  await page.route('**/api/notes?*', (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '', params: {} } }))
  await page.reload()
  await page.getByText('The notes did not load').waitFor()
  await picture(page, 'notes-failed')
  await page.unroute('**/api/notes?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('list', { name: 'My notes' }).waitFor()
  for (const look of process.env.LYCEUM_SHOTS === '1'
    ? ([
        { locale: 'th', phone: true },
        { locale: 'zh-CN', theme: 'dark' },
        { width: 360, theme: 'dark' },
      ] as const)
    : []) {
    const { page: other, context: window } = await seen('/user/notes', look)
    await other.getByRole('listitem').first().waitFor()
    await picture(other, `notes-mine-${Object.values(look).join('-')}`)
    await window.close()
  }
  await context.close()
  const none = await open(browser, product.url)
  await signInBy(none.context, product.url, { login: school.people.teacher.login, password: school.password })
  await none.page.goto('/user/notes')
  await none.page.getByText('No notes yet').first().waitFor()
  await picture(none.page, 'notes-none')
  expect([await axe(none.page), none.faults]).toEqual([[], []])
  await none.context.close()
})
