// Marking by keyboard: rubric, highlight, comment, the next person; a score that is none; the copy a student sees and downloads.
import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import { send } from '../flows/send.ts'
import type { School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, long, type Look, open, picture, signInBy } from './browser.ts'
import { held } from './keys.ts'
import { stayingBars, tooWide } from './visit.ts'
import { criterionOf, documentOf, homeworkToMark, level } from './works-to-mark.ts'

const product = started()
let school: School, browser: Browser, page: Page, course: string, homework: string
const address = () => `/course/${course}/learning-activity#/${homework}/marking`
async function windowOf(who: SchoolPerson, look: Look = {}): Promise<Page> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  return window.page
}

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  ;({ course, homework } = await homeworkToMark(school))
  page = await windowOf('teacher')
})
afterAll(() => browser?.close())

const saved = () => page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor()
const show = async (name: string) => {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('heading', { name, level: 2 }).waitFor()
}

test('by keyboard: a level, a highlight with a comment, a comment on a place, the next person', async () => {
  await page.goto(address())
  await show(school.people.student.name)
  await page.locator('canvas[data-drawn]').first().waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  const score = page.getByLabel('Score', { exact: true })
  await expect.poll(() => score.inputValue()).toBe('10')

  await page.keyboard.press('h')
  const layer = page.locator('[data-layer="1"]')
  await layer.focus()
  const place = async (keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await place(['ArrowUp', 'Enter', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter'])
  await page.getByLabel('Comment on this place').waitFor()
  await page.keyboard.type('Which scale? 哪种盐度 ความเค็ม')
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('button', { name: /^Highlight 1 Which scale/ })
    .first()
    .waitFor()
  await page.keyboard.press('c')
  await layer.focus()
  await place(['Shift+ArrowDown', 'Shift+ArrowDown', 'Enter'])
  await page.getByLabel('Comment on this place').waitFor()
  await page.keyboard.type('Good eye')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('v')
  await page.getByRole('heading', { name: '2 comments on the work' }).waitFor()
  await saved()
  expect(await axe(page)).toEqual([])
  await picture(page, 'marking')
  await page.getByLabel('Comment to the student').fill('Clear work')
  // a part of the rubric is no score by itself: it is asked once
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 criterion has no points yet').waitFor()
  await page.getByText('Finished now, the score is 10 of 20.').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'marking-partial')
  await page.getByRole('button', { name: 'Back to the rubric' }).click()
  await page.getByText('0 of 2 marked').filter({ visible: true }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Finish as it is' }).click()
  await page.getByRole('heading', { name: school.people.secondStudent.name, level: 2 }).waitFor()
  await held(page, school.people.secondStudent.name)
  await page.getByText('1 of 2 marked').filter({ visible: true }).waitFor()
  await page.getByText('We measured three pools.').waitFor()
})

test('undo takes a mark back, redo brings it again', async () => {
  await page.keyboard.press('s')
  await page.locator('[data-layer="1"]').focus()
  await page.keyboard.press('Enter')
  const stamp = page.getByRole('group', { name: 'Marks on page 1' }).getByLabel(/^Stamp/)
  await stamp.waitFor()
  await page.keyboard.press('Control+z')
  await stamp.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+y')
  await stamp.waitFor()
  await page.keyboard.press('v')
})

test('homework.scoreError for more than the points, and a question before it is left', async () => {
  await page.evaluate<void>('document.activeElement.blur()')
  await page.keyboard.type('250')
  await page.getByText('The score is a number from 0 to 20').waitFor()
  await page.keyboard.press('j')
  const popup = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await popup.getByText(/“250” is not a score/).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await popup.waitFor({ state: 'detached' })
  await page.getByLabel('Score', { exact: true }).fill('12,5')
  await saved()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: school.people.student.name, level: 2 }).waitFor()
  await page.getByText('12.5 / 20').waitFor()
})

test('without a connection it is kept on this device and sent later', async () => {
  await page.context().setOffline(true)
  await page.getByLabel('Comment to the student').fill('Clear work, well drawn')
  await page.getByText('Offline: kept on this device').waitFor()
  await page.context().setOffline(false)
  await saved()
})

test('a mark saved elsewhere meanwhile stands beside the one this device kept, also after a reload, and is not replaced', {
  skip: !long,
}, async () => {
  const comment = page.getByLabel('Comment to the student')
  await page.context().setOffline(true)
  await comment.fill('Clear work, drawn on the device')
  await page.getByText('Offline: kept on this device').waitFor()
  const teacher = await school.signIn('teacher')
  const params = {
    id:
      page
        .url()
        .match(/[0-9a-f-]{36}/g)
        ?.at(-1) ?? '',
  }
  const marked = async () => (await teacher.call('GET /api/submissions/:id/marking', { params, query: {} })).marking
  const { n = 1, version = 0 } = (await marked()) ?? {}
  await teacher.call('PUT /api/submissions/:id/marking', { params, body: { n, comment: 'Clear work, from elsewhere', version } })
  await page.context().setOffline(false)
  const newer = page.getByText(/You saved a newer version in another window/)
  await newer.waitFor()
  await page.reload()
  await newer.waitFor()
  expect(await comment.inputValue()).toBe('Clear work, drawn on the device')
  expect((await marked())?.comment).toBe('Clear work, from elsewhere')
  await page.getByRole('button', { name: 'See the difference' }).click()
  const versions = page.getByRole('dialog', { name: 'Two versions' })
  await versions.getByText('from elsewhere').waitFor()
  expect(await axe(page)).toEqual([])
  await versions.getByRole('button', { name: 'Use the other version' }).click()
  await expect.poll(() => comment.inputValue()).toBe('Clear work, from elsewhere')
  await page.getByText('Undo', { exact: true }).click()
  await expect.poll(() => comment.inputValue()).toBe('Clear work, drawn on the device')
  await comment.fill('Clear work, well drawn')
  await saved()
})

test('a marking that is refused after the next work is shown is said, and leads back', async () => {
  const marking = /\/api\/submissions\/[^/]+\/marking$/
  await page.route(marking, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 409,
          json: { code: 'results.final', message: 'Final', params: {}, errors: {}, details: {}, request_id: 'r' },
        })
      : route.continue(),
  )
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Finish as it is' }).click()
  await page.getByRole('heading', { name: school.people.secondStudent.name, level: 2 }).waitFor()
  await page.getByText(`The marking of ${school.people.student.name} is not finished.`).waitFor()
  await page.unroute(marking)
  await page.getByRole('button', { name: 'Back to this work' }).click()
  await page.getByRole('heading', { name: school.people.student.name, level: 2 }).waitFor()
})

test('marks on a file outside of works: leaving without a copy of them asks, after the copy it does not', async () => {
  const { id } = await send(await school.signIn('teacher'), 'plan.pdf', await documentOf('plan.pdf', 1))
  const address = `/pdf/editor?uploadId=${id}&fileName=plan.pdf`
  await page.goto('/user/resources')
  await page.goto(address)
  await page.locator('canvas[data-drawn]').first().waitFor()
  const back = page.getByRole('button', { name: 'Back', exact: true })
  await page.keyboard.press('s')
  await page.locator('[data-layer="1"]').focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('group', { name: 'Marks on page 1' })
    .getByLabel(/^Stamp/)
    .waitFor()
  await back.click()
  const popup = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await popup.getByText('Leave with marks that are only on this device?').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'marking-leave')
  await page.getByRole('button', { name: 'Stay' }).click()
  await popup.waitFor({ state: 'detached' })
  // a link of the frame asks too
  await page.getByRole('link', { name: 'Courses', exact: true }).first().click()
  await popup.getByText('Leave with marks that are only on this device?').waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Marked copy (PDF)' }).click()])
  await back.click()
  await page.waitForURL('**/user/resources')
})

test('a student sees the marked copy and downloads it; before its return nothing', async () => {
  const student = await windowOf('student')
  await student.goto(address())
  await student.getByText('Nothing is returned yet').waitFor()
  const teacher = await school.signIn('teacher')
  await teacher.call('POST /api/activities/:id/submissions/return', {
    params: { id: homework },
    body: { conditions: '{"state":"marked"}' },
  })
  await student.reload()
  await student.getByText('10 of 20 points').waitFor()
  await student.getByText('Clear work, well drawn').waitFor()
  await student.locator('canvas[data-drawn]').first().waitFor()
  await student
    .getByRole('button', { name: /Which scale/ })
    .first()
    .click()
  expect(await axe(student)).toEqual([])
  await picture(student, 'marking-copy')
  const [file] = await Promise.all([student.waitForEvent('download'), student.getByRole('button', { name: 'Marked copy (PDF)' }).click()])
  const copy = await PDFDocument.load(await readFile(await file.path()))
  // two pages, and the comments behind them
  expect(copy.getPageCount()).toBe(3)
  const drawn = copy.getPages().map((one) => String(one.node.Contents()))
  expect(drawn).toHaveLength(3)
  // the highlight multiplies with what is under it
  expect(String(copy.getPages()[0]?.node.Resources())).toContain('/GS')
  await student.context().close()
})

test('a rubric that is written is there after a reload, and comes together with what a colleague saves meanwhile', {
  skip: !long,
}, async () => {
  const teacher = await school.signIn('teacher')
  const params = {
    id: (
      await teacher.call('POST /api/courses/:id/activities', {
        params: { id: course },
        body: { type: 'homework', title: 'Shapes of shores', points: '20', published: true },
      })
    ).id,
  }
  const criterion = (title: string) => criterionOf(title, level('4', 'Whole'))
  const [method, writing] = [criterion('Method'), criterion('Writing')]
  const write = (version: number, ...criteria: (typeof method)[]) =>
    teacher.call('PUT /api/activities/:id/rubric', { params, body: { criteria, version } })
  const { version } = await write(0, method, writing)
  const window = await windowOf('teacher')
  await window.goto(`/course/${course}/learning-activity#/${params.id}`)
  const dialog = window.getByRole('dialog', { name: 'Rubric' })
  const open = async () => {
    await window.getByRole('button', { name: 'Rubric' }).click()
    await dialog.getByRole('textbox', { name: 'Criterion 1' }).waitFor()
  }
  await open()
  await dialog.getByRole('textbox', { name: 'Criterion 1' }).fill('Method and data')
  await dialog.getByRole('textbox', { name: 'Points of level 1' }).first().fill('6,5')
  await dialog.getByText(/^Kept on this device \d/).waitFor()
  await window.reload()
  await open()
  await dialog.getByText(/^This is what you wrote on/).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Criterion 1' }).inputValue()).toBe('Method and data')
  expect(await dialog.getByRole('textbox', { name: 'Points of level 1' }).first().inputValue()).toBe('6.5')
  await write(version, method, { ...writing, title: 'Language' }, criterion('Sources'))
  await dialog.getByRole('button', { name: 'Save rubric' }).click()
  await dialog.getByRole('button', { name: 'Save, keep 20 points' }).click()
  const versions = window.getByRole('dialog', { name: 'Two versions' })
  await versions.getByText('Language').first().waitFor()
  expect(await axe(window)).toEqual([])
  await versions.getByRole('button', { name: 'Merge' }).click()
  await dialog.getByRole('button', { name: 'Save rubric' }).click()
  await window.getByText('The rubric is saved').waitFor()
  const { criteria, best } = await teacher.call('GET /api/activities/:id/rubric', { params, query: {} })
  expect([criteria.map(({ title }) => title), best]).toEqual([['Method and data', 'Language', 'Sources'], '14.5'])
  await window.context().close()
})

test('a phone has all of it in one column', async () => {
  const phone = await windowOf('teacher', { phone: true })
  await phone.goto(address())
  await phone.getByLabel('Score', { exact: true }).waitFor()
  expect(await tooWide(phone)).toBe(0)
  expect(await axe(phone)).toEqual([])
  await picture(phone, 'marking-phone')
  await phone.setViewportSize({ width: 320, height: 256 })
  await expect.poll(() => stayingBars(phone)).toEqual([])
  await phone.context().close()
})

test('work that waits in all courses: the list leads to it', async () => {
  await page.goto('/user/marking')
  await page.getByText(/^1 of \d to mark$/).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Salinity of a pool' }).click()
  await page.getByRole('heading', { name: school.people.secondStudent.name, level: 2 }).waitFor()
})

test('documents that are long, locked, broken or full of scripts: each is shown or said why not, and the copy has what can be opened', {
  skip: !long,
}, async () => {
  const [teacher, author] = await Promise.all([school.signIn('teacher'), school.signIn('student')])
  const params = {
    id: (
      await teacher.call('POST /api/courses/:id/activities', {
        params: { id: course },
        body: { type: 'homework', title: 'Field notes', points: '20', published: true, settings: { files_most: 6 } },
      })
    ).id,
  }
  const files = { 'long.pdf': 500, 'sealed.pdf': 2, 'locked.pdf': 1, 'broken.pdf': 0, 'script.pdf': 1, 'dot.png': 0 }
  const uploads: string[] = []
  for (const [name, pages] of Object.entries(files)) uploads.push((await send(author, name, await documentOf(name, pages))).id)
  const draft = await author.call('PUT /api/activities/:id/my-submission/draft', {
    params,
    body: { upload_ids: uploads, names: Object.keys(files), version: 0 },
  })
  const handed = { params, body: { version: draft.version } }
  await author.call('POST /api/activities/:id/my-submission', handed)
  await page.goto(`/course/${course}/learning-activity#/${params.id}/marking`)
  const show = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const drawn = () => page.locator('canvas[data-drawn]').first().waitFor()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => void dialogs.push(dialog.message()))
  await page.getByText('of 500').waitFor()
  await drawn()
  await page.getByLabel('Page number').fill('500')
  await page.keyboard.press('Enter')
  await page.locator('[data-page="500"] canvas[data-drawn]').waitFor()
  await show('sealed.pdf')
  await page.getByText('of 2').waitFor()
  await drawn()
  await show('locked.pdf')
  await page.getByText('This document opens only with its password').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'marking-locked')
  await show('broken.pdf')
  await page.getByText('This document is damaged and cannot be shown').waitFor()
  await page.getByRole('link', { name: 'Download' }).waitFor()
  await show('script.pdf')
  await drawn()
  expect([dialogs, await page.evaluate<unknown>('window.evil')]).toEqual([[], undefined])
  await page.getByLabel('Score', { exact: true }).fill('15')
  await saved()
  await page.getByLabel('Comment to the student').press('Control+Enter')
  await expect
    .poll(async () => (await teacher.call('GET /api/activities/:id/submissions', { params, query: {} })).counts.marked, {
      timeout: 10_000,
    })
    .toBe(1)
  await teacher.call('POST /api/activities/:id/submissions/return', { params, body: { conditions: '{"state":"marked"}' } })
  const student = await windowOf('student')
  await student.goto(`/course/${course}/learning-activity#/${params.id}/marking`)
  // a picture that this browser cannot draw
  await student.route('**/bytes/**', (route) =>
    route.request().resourceType() === 'image' ? route.fulfill({ contentType: 'image/png', body: 'no picture' }) : route.continue(),
  )
  const [file] = await Promise.all([student.waitForEvent('download'), student.getByRole('button', { name: 'Marked copy (PDF)' }).click()])
  const bytes = await readFile(await file.path())
  const copy = await PDFDocument.load(bytes)
  // of the locked, the broken and the undrawn one a line on paper
  expect(copy.getPages().map((one) => one.getWidth())).toEqual([...Array<number>(502).fill(300), 595, 595, 300, 595])
  expect(copy.context.enumerateIndirectObjects().map(String).join('')).not.toContain('evil')
  await student.context().close()
})
