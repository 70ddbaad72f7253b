// Drafts: typed text survives a session that ends, a form that closes, a thing that another person changes meanwhile.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { long } from './browser.ts'
import { address, endSession, login, settled, signInHere, windowPerTest, world } from './visit.ts'

const teacher = windowPerTest('teacher')

const place = () => `/course/${world().workshop}/content`
const keptNow = () => teacher.page.getByText(/^Kept on this device/)
/** The editor's own field; the group around it has the same name. */
const text = () => teacher.page.getByRole('textbox', { name: 'Text', exact: true })
const title = () => teacher.page.getByRole('textbox', { name: 'Title', exact: true })
const addPage = async () => {
  const { page } = teacher
  await page.goto(place())
  await page.locator('header').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Page', exact: true }).click()
  await text().waitFor()
}

test('a session that ends while somebody types: sign in, and the text is back in its form, with a line that says so', async () => {
  const { page, faults } = teacher
  await addPage()
  const writing = `/course/${world().workshop}/learning-activity#/new/page`
  await title().fill('A long thought')
  await text().fill('It was nearly written')
  await endSession(teacher)
  // Pressed before half a second has passed: the pending draft is written when the page closes. An autosave may close it before the press.
  await page
    .getByRole('button', { name: 'Publish' })
    .click({ timeout: 3000 })
    .catch(() => {})
  await page.waitForURL('**/login?next=*')
  expect(new URL(page.url()).searchParams.get('next')).toBe(writing)
  await page
    .getByText(/is kept|are kept|kept/i)
    .first()
    .waitFor()
  await signInHere(page, 'teacher')
  await page.waitForURL(`**${writing}`)
  await page.getByText(/^This is what you wrote on/).waitFor()
  await expect.poll(() => title().inputValue()).toBe('A long thought')
  await expect.poll(() => text().textContent()).toBe('It was nearly written')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // the heading of the writing page has the same name
  await page.waitForURL((at) => !at.hash.includes('/new/'))
  await page.getByRole('heading', { name: 'A long thought' }).waitFor()
  // The page exists: its draft is no longer offered.
  await addPage()
  expect(await title().inputValue()).toBe('')
  expect(faults).toEqual([])
})

test('a draft is offered to the person who wrote it and to nobody else on the same device', { skip: !long }, async () => {
  const { page } = teacher
  await page.goto('/user/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  await page.getByRole('dialog').getByLabel('Course name').fill('Of the teacher')
  await keptNow().waitFor()
  await endSession(teacher)
  await page.reload()
  await page.waitForURL('**/login?next=*')
  await signInHere(page, 'otherTeacher')
  await page.waitForURL('**/user/courses')
  await settled(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Create course' }).first().click()
  expect(await page.getByRole('dialog').getByLabel('Course name').inputValue()).toBe('')
  await endSession(teacher)
  await page.goto('/user/courses')
  await page.waitForURL('**/login?next=*')
  await signInHere(page, 'teacher')
  await page.waitForURL('**/user/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  await page.getByText(/^This is what you wrote on/).waitFor()
  expect(await page.getByRole('dialog').getByLabel('Course name').inputValue()).toBe('Of the teacher')
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()
  expect(await page.getByRole('dialog').getByLabel('Course name').inputValue()).toBe('')
})

test('both versions are shown when somebody else has changed the thing meanwhile', async () => {
  const { page } = teacher
  const rename = await signIn(product(), { ...login('teacher'), org: world().org })
  const { id } = await rename.call('POST /api/courses/:id/activities', {
    params: { id: world().workshop },
    body: { type: 'page', title: 'First title', body: '<p>x</p>' } as never,
  })
  const edit = async () => {
    await page.goto(place())
    await page.locator(`[data-row="${id}"]`).getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await text().waitFor()
  }
  await edit()
  await title().fill('What I would call it')
  await page.getByText(/^Draft saved/).waitFor()
  const { version } = await rename.call('GET /api/activities/:id', { params: { id } })
  await rename.call('PUT /api/activities/:id', { params: { id }, body: { title: 'What they called it', version } as never })
  await edit()
  await page.getByText(/^You wrote this on/).waitFor()
  expect(await title().inputValue()).toBe('What they called it')
  await page.getByText('What I would call it').waitFor()
  await page.getByRole('button', { name: 'Use what I wrote' }).click()
  expect(await title().inputValue()).toBe('What I would call it')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'What I would call it' }).waitFor()
})

test('dates: other fields changed meanwhile are no conflict, other dates stand beside mine, and saving again works', {
  skip: !long,
}, async () => {
  const { page } = teacher
  const other = await signIn(product(), { ...login('teacher'), org: world().org })
  const { id } = await other.call('POST /api/courses/:id/activities', {
    params: { id: world().workshop },
    body: { type: 'page', title: 'A dated page', body: '<p>x</p>' },
  })
  const change = (body: object) => other.call('PUT /api/activities/:id', { params: { id }, body: body as never })
  const dates = page.getByRole('dialog', { name: /A dated page/ })
  const closes = dates.getByRole('textbox', { name: 'Closes' })
  const save = dates.getByRole('button', { name: 'Save', exact: true })
  const open = async () => {
    await page.goto(place())
    await page.locator(`[data-row="${id}"]`).getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Dates', exact: true }).click()
    await closes.waitFor()
  }
  await open()
  await closes.fill('2030.05.01 12:00')
  await change({ body: '<p>changed meanwhile</p>' })
  await save.click()
  await dates.waitFor({ state: 'detached' })
  await open()
  await closes.fill('2030.06.01 12:00')
  await change({ end_time: '2030-07-01T12:00:00.000Z' })
  await save.click()
  const versions = page.getByRole('dialog', { name: 'Two versions' })
  await versions.getByText('2030.06.01 12:00').waitFor()
  await versions.getByRole('button', { name: 'Use mine' }).click()
  await save.click()
  await dates.waitFor({ state: 'detached' })
  const { end_time } = await other.call('GET /api/activities/:id', { params: { id } })
  expect(end_time).toMatch(/^2030-0(5-31|6-0[12])/)
})

test('a change of only one side needs no choice, however the source of the text was broken into lines', { skip: !long }, async () => {
  const { page } = teacher
  const other = await signIn(product(), { ...login('teacher'), org: world().org })
  const { id } = await other.call('POST /api/courses/:id/activities', {
    params: { id: world().workshop },
    body: { type: 'page', title: 'Slack water', body: '<p>Between\nthe tides</p><ul><li>it\n  stands</li></ul>' } as never,
  })
  await page.goto(`/course/${world().workshop}/learning-activity#/${id}/edit`)
  await text().click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Here: ')
  await page.getByText(/^Draft saved/).waitFor()
  // as an editor stores it
  const body = '<p>Between the tides</p><ul><li><p>it stands</p></li></ul><p>still</p>'
  await other.call('PUT /api/activities/:id', { params: { id }, body: { body } as never })
  await page.getByText(/^You saved a newer version/).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Two versions' }).getByRole('button', { name: 'Merge' }).click()
  expect(await text().textContent()).toBe('Here: Between the tidesit standsstill')
})

/** A document in the workshop, whose editor is a dialog; its title and text have a draft at the server, its dates one on the device. */
async function addDocument(title: string): Promise<string> {
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  const { uploads } = await by.call('GET /api/activities/:id', { params: { id: world().document } })
  const { id } = await by.call('POST /api/courses/:id/activities', {
    params: { id: world().workshop },
    body: { type: 'material', title, upload_ids: [uploads[0]?.id] } as never,
  })
  return id
}
async function editIn(page: Page, id: string, what: 'Edit' | 'Dates' = 'Edit'): Promise<Locator> {
  await page.goto(place())
  await page.locator(`[data-row="${id}"]`).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
  return page.getByRole('dialog', { name: what === 'Edit' ? 'Edit activity' : /^Dates of/ })
}

test('two windows of one person: saving in one leaves the draft of the other, which is warned and compares before it saves', async () => {
  const { page, context } = teacher
  const id = await addDocument('Tide tables of the year')
  const second = await context.newPage()
  const mine = await editIn(page, id)
  const other = await editIn(second, id)
  await other.getByText('You have this open in another window').waitFor()
  // a page behind another draws seldom, and clicks wait for it
  await page.bringToFront()
  await mine.getByLabel('Title').fill('Kept here')
  await mine.getByText(/^Draft saved/).waitFor()
  // another device finds it
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  expect((await by.call('GET /api/activities/:id/draft', { params: { id } })).draft?.title).toBe('Kept here')
  await second.bringToFront()
  await other.getByLabel('Title').fill('Saved there')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.waitFor({ state: 'detached' })
  await page.bringToFront()
  await mine.getByText(/^You saved a newer version in another window at/).waitFor()
  expect(await mine.getByLabel('Title').inputValue()).toBe('Kept here')
  // nothing was loaded anew: saving shows both
  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  const versions = page.getByRole('dialog', { name: 'Two versions' })
  await versions.getByText('Saved there').waitFor()
  await versions.getByText('Kept here').waitFor()
  await versions.getByRole('button', { name: 'Close' }).click()
  // the draft outlives the save of the other window, and a reload of its own
  const again = await editIn(page, id)
  await again.getByText('Kept here').waitFor()
  await again.getByRole('button', { name: 'Compare' }).click()
  await versions.getByRole('button', { name: 'Use mine' }).click()
  expect(await again.getByLabel('Title').inputValue()).toBe('Kept here')
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Kept here' }).waitFor()
})

test('a window that is gone: its text is offered in the next one', { skip: !long }, async () => {
  const { page, context } = teacher
  const id = await addDocument('Soundings')
  const lost = await context.newPage()
  const closesIn = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Closes' })
  await closesIn(await editIn(lost, id, 'Dates')).fill('2030.05.01 12:00')
  await lost.getByText(/^Kept on this device/).waitFor()
  await (await editIn(lost, id)).getByLabel('Title').fill('Soundings off the point')
  await lost.getByText(/^Draft saved/).waitFor()
  await lost.close()
  const dates = await editIn(page, id, 'Dates')
  await dates.getByText(/^You have an unsaved text of .* from another window/).waitFor()
  expect(await closesIn(dates).inputValue()).toBe('')
  await dates.getByRole('button', { name: 'Open', exact: true }).click()
  expect(await closesIn(dates).inputValue()).toBe('2030.05.01 12:00')
  // what the server has comes back by itself
  const dialog = await editIn(page, id)
  await dialog.getByText(/^This is what you wrote on/).waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Soundings off the point')
})

test('a text typed in the popup of an option, and in the dialog of a section, is there after a reload', { skip: !long }, async () => {
  const { page } = teacher
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  const bank = await by.call('POST /api/banks', { body: { title: 'Soundings', course_id: world().workshop } })
  const rich = page.getByRole('button', { name: 'Formula or picture in Option 1' })
  const typed = page.locator('[contenteditable=true]').last()
  await page.goto(`/course/${world().workshop}/questions#/new/single?bank=${bank.id}`)
  await rich.click()
  await page.getByRole('dialog').waitFor()
  await typed.fill('Low water at six')
  await page.getByText(/^Kept on this device/).waitFor({ state: 'attached' })
  await page.reload()
  await page.getByText(/^This is what you wrote on/).waitFor()
  expect(await page.getByRole('textbox', { name: 'Option 1', exact: true }).inputValue()).toBe('Low water at six')

  const { id } = await by.call('POST /api/courses/:id/activities', {
    params: { id: world().workshop },
    body: { type: 'exam', title: 'Charts', body: '<p>x</p>' } as never,
  })
  const sections = [{ id: 'part1', title: 'Depths', text: '', entries: [] }]
  await by.call('PUT /api/activities/:id/paper', { params: { id }, body: { sections, version: 0 } })
  const section = page.getByRole('dialog', { name: 'Edit section' })
  const open = async () => {
    await page
      .getByRole('button', { name: /Depths/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit section', exact: true }).click()
    await section.waitFor()
  }
  await page.goto(`/course/${world().workshop}/learning-activity#/exam/${id}/paper`)
  await open()
  await typed.fill('Metres below chart datum')
  await section.getByText(/^Kept on this device/).waitFor()
  await page.reload()
  await open()
  await section.getByText(/^This is what you wrote on/).waitFor()
  expect(await typed.textContent()).toBe('Metres below chart datum')
})

test('signing out asks when something is unsent, and deletes it', async () => {
  const { page } = teacher
  const name = page.getByRole('dialog').getByLabel('Course name')
  const create = async () => {
    await page.goto('/user/courses')
    await page.getByRole('button', { name: 'Create course' }).first().click()
  }
  await create()
  await name.fill('Unsent')
  await keptNow().waitFor()
  await page.goto('/user/index')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const asked = page.getByRole('dialog', { name: 'Sign out and delete drafts?' }).or(page.getByRole('alertdialog'))
  await asked.getByText(/1 draft on this device/).waitFor()
  await asked.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await signInHere(page, 'teacher')
  await page.waitForURL('**/user/index')
  await create()
  expect(await name.inputValue()).toBe('')
})

test('a session that ends while somebody reads: the next thing they do leads to the sign-in page, and signing in goes on there', {
  skip: !long,
}, async () => {
  const { page } = teacher
  const at = `/course/${world().course}/learning-activity#/${world().page}`
  await page.goto(at)
  await settled(page)
  await endSession(teacher)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.waitForURL('**/login?next=*')
  // The present address or the next one: whichever the page had first.
  const next = new URL(page.url()).searchParams.get('next') ?? ''
  expect([at, '/user/index']).toContain(next)
  await signInHere(page, 'teacher')
  await page.waitForURL(`**${next}`)
  // A newly loaded page comes back to exactly the same address, hash included.
  await endSession(teacher)
  await page.goto(at)
  await page.waitForURL('**/login?next=*')
  await signInHere(page, 'teacher')
  await page.waitForURL(`**${at}`)
  expect(address(page)).toBe(at)
})
