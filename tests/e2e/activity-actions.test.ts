// The work on an activity from its own page and its row: visible with the course, copied, moved, its file replaced, deleted and brought back.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School, SchoolPerson } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { song } from '../media.ts'
import { axe, launch, type Look, open, picture, signInBy, type Window } from './browser.ts'

const product = started()
let school: School, browser: Browser, course: string, surf: string
let teacher: Window

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const they = await school.signIn('teacher')
  course = (await they.call('POST /api/course', { body: { name: 'Tides', course_code: 'T1' } })).id
  const params = { id: course }
  const first = await they.call('POST /api/courses/:id/modules', { params, body: { name: 'Twice a day' } })
  await they.call('POST /api/courses/:id/modules', { params, body: { name: 'Shores' } })
  const [old, next] = [await send(they, 'surf.mp3', await song(8)), await send(they, 'surf again.mp3', await song(6))]
  await Promise.all([settled(they, old.id), settled(they, next.id)])
  const body = { type: 'online_video' as const, title: 'The surf', module_id: first.id, upload_ids: [old.id], published: true }
  surf = (await they.call('POST /api/courses/:id/activities', { params, body })).id
  await they.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  teacher = await windowOf('teacher')
})
afterAll(() => browser?.close())

async function windowOf(person: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  return window
}
const content = () => `/course/${course}/content`
const row = (page: Page, title: string) => page.locator('li[data-row]').filter({ hasText: title })
/** By keyboard alone. */
const choose = async (page: Page, title: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).waitFor()
  while (!(await page.getByRole('menuitem', { name: item, exact: true }).evaluate((element) => element.matches('[data-focus], :focus'))))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('an activity published in a draft course says so; the popup names the effect of publishing, and it can be undone', async () => {
  const { page } = teacher
  await page.goto(content())
  await page.getByText('1 published activity becomes visible once the course is published.').waitFor()
  await row(page, 'The surf').getByRole('button', { name: 'Visible once the course is published: Publish the course' }).click()
  const popup = page.getByRole('dialog', { name: 'Publish “Tides”?' })
  await popup.getByText('1 student is notified that it is open').waitFor()
  await popup.getByText('Students see 1 of 1 activity').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'publish-popup')
  await popup.getByRole('button', { name: 'Publish the course' }).click()
  await row(page, 'The surf').getByText('Published').filter({ visible: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('header').getByRole('button', { name: 'Draft' }).waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Publish the course' }).click()
  await popup.getByRole('button', { name: 'Publish the course' }).click()
  await page.locator('header').getByRole('button', { name: 'Published' }).waitFor()
})

test('the activities of a module are sorted at once, and put back; those of one kind are listed', async () => {
  const { page, faults } = teacher
  const they = await school.signIn('teacher')
  const params = { id: (await they.call('POST /api/course', { body: { name: 'Sorted' } })).id }
  const module_id = (await they.call('POST /api/courses/:id/modules', { params, body: { name: 'Tides' } })).id
  const add = (title: string, start_time?: string) =>
    they.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'page', title, body: '<p>x</p>', module_id, ...(start_time && { start_time }) },
    })
  await add('Week 10')
  await add('Week 2', '2050-02-01T08:00:00Z')
  await add('week 1', '2050-03-01T08:00:00Z')
  const draft = { type: 'homework', title: 'Tide table', body: '<p>x</p>', points: '10' } as const
  await they.call('POST /api/courses/:id/activities', { params, body: draft })
  const order = () => page.locator('li[data-row]').filter({ hasText: 'eek' }).getByRole('link').allTextContents()
  // the page shows the new order before the server has it
  const written = async (act: () => Promise<void>) => {
    await Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/activity-sort') && answer.ok()), act()])
  }
  const sort = async (by: string) => {
    await page.getByRole('button', { name: 'Actions for module Tides' }).click()
    await written(() => page.getByRole('menuitem', { name: by, exact: true }).click())
  }
  await page.goto(`/course/${params.id}/content`)
  await row(page, 'Week 10').waitFor()
  await sort('By title')
  await expect.poll(order).toEqual(['week 1', 'Week 2', 'Week 10'])
  await page.getByText('Sorted', { exact: true }).last().waitFor()
  await written(() => page.getByRole('button', { name: 'Undo' }).last().click())
  await expect.poll(order).toEqual(['Week 10', 'Week 2', 'week 1'])
  await sort('By date')
  await expect.poll(order).toEqual(['Week 2', 'week 1', 'Week 10'])
  await page.reload()
  await row(page, 'Week 10').waitFor()
  expect(await order()).toEqual(['Week 2', 'week 1', 'Week 10'])

  await page.getByRole('combobox', { name: 'Kind of content' }).selectOption({ label: 'Homework' })
  const list = page.getByRole('list', { name: 'Homework' })
  await list.getByText('Tide table').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('list')).toBe('homework-activities')
  expect(await axe(page)).toEqual([])
  await picture(page, 'content-list')
  await page.getByRole('radio', { name: 'Published' }).click({ force: true })
  await page.getByText('No matches').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await list.getByText('Tide table').waitFor()
  // what is done in the list is seen in it
  await list.getByRole('button', { name: 'Actions for Tide table' }).click()
  await page.getByRole('menuitem', { name: 'Publish', exact: true }).click()
  await list.getByText('Draft', { exact: true }).filter({ visible: true }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Kind of content' }).selectOption({ label: 'All content' })
  await row(page, 'Week 10').waitFor()
  expect(faults).toEqual([])
})

test('on its own page, by keyboard: copied, moved, deleted and brought back', async () => {
  const { page } = teacher
  await page.goto(`/course/${course}/learning-activity#/${surf}`)
  await choose(page, 'The surf', 'Copy')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1, name: 'Copy of The surf' }).waitFor()
  await page.locator('header').getByText('Draft').waitFor()
  await choose(page, 'Copy of The surf', 'Move to…')
  const dialog = page.getByRole('dialog', { name: 'Move “Copy of The surf”' })
  await dialog.getByLabel('Module').selectOption({ label: 'Shores' })
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page
    .locator('header')
    .getByText(/^Tides · .*Shores$/)
    .waitFor()
  expect(await axe(page)).toEqual([])
  await choose(page, 'Copy of The surf', 'Delete')
  await page.waitForURL(`**${content()}`)
  await page.getByText('“Copy of The surf” was deleted').waitFor()
  expect(await row(page, 'Copy of The surf').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Copy of The surf').waitFor()
})

test('a replaced recording: the teacher says what counts, a learner with the page open sees the new one', async () => {
  const { page } = teacher
  const student = await windowOf('student', { phone: true, theme: 'dark' })
  await student.page.goto(`/course/${course}/learning-activity#/${surf}`)
  await student.page.getByText('/ 00:08').first().waitFor()
  await page.goto(`/course/${course}/learning-activity#/${surf}`)
  await choose(page, 'The surf', 'Replace file')
  const dialog = page.getByRole('dialog', { name: 'Replace the file of “The surf”' })
  await dialog.getByLabel('Or one of my files').selectOption({ label: 'surf again.mp3' })
  await dialog.getByRole('button', { name: 'Replace file' }).click()
  await dialog.getByText('Choose one of the two').waitFor()
  await dialog.getByLabel('Start again').check()
  expect(await axe(page)).toEqual([])
  await picture(page, 'replace-file')
  await dialog.getByRole('button', { name: 'Replace file' }).click()
  await dialog.waitFor({ state: 'detached' })
  await student.page.getByText('The video was replaced. You see the new version.').waitFor()
  await student.page.getByText('/ 00:06').first().waitFor()
  await picture(student.page, 'replaced-recording')
  expect(student.faults).toEqual([])
})

test('the bin says where a thing goes back to; lite says what goes, and is undone', async () => {
  const { page } = teacher
  await page.goto(content())
  await choose(page, 'Copy of The surf', 'Delete')
  await row(page, 'Copy of The surf').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for module Shores' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete module' }).click()
  await page.getByText('“Shores” was deleted').waitFor()
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Deleted items' }).click()
  const bin = page.getByRole('dialog', { name: 'Deleted items' })
  await bin.getByText('Its module “Shores” is deleted too').waitFor()
  expect(await axe(page)).toEqual([])
  await bin.getByRole('listitem').filter({ hasText: 'Copy of The surf' }).getByRole('button', { name: 'Restore' }).press('Enter')
  await page.getByText('“Copy of The surf” is back, without a module').waitFor()
  // the focus is on what remains
  await expect.poll(() => bin.getByRole('button', { name: 'Restore' }).evaluate((button) => button.matches(':focus'))).toBe(true)
  await page.keyboard.press('Enter')
  await bin.getByText('Nothing was deleted in the last 30 days').waitFor()
  await bin.getByRole('button', { name: 'Done' }).click()
  await row(page, 'Copy of The surf').waitFor()

  const resources = page.getByRole('navigation', { name: 'Course menu' }).getByRole('link', { name: 'Resources' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Switch to lite course' }).click()
  const lite = page.getByRole('dialog', { name: 'Switch “Tides” to a lite course?' })
  await lite.getByText(/^No longer in anybody’s menu: .*Resources/).waitFor()
  expect(await axe(page)).toEqual([])
  await lite.getByRole('button', { name: 'Switch to lite course' }).click()
  await resources.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await resources.waitFor()
  expect(teacher.faults).toEqual([])
})

test('several with work in them: the popup says whose, and all come back at once', async () => {
  const { page } = teacher
  const student = await school.signIn('student')
  await student.call('POST /api/course/activities-read/:id', { params: { id: surf } })
  await page.goto(content())
  await page.getByLabel('Select The surf').check()
  await page.getByLabel('Select Copy of The surf').check()
  const bar = page.getByRole('toolbar', { name: 'What to do with the selected ones' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  const popup = page.getByRole('dialog', { name: 'Delete 2 activities?' })
  await popup.getByText('1 person has worked in it').waitFor()
  await popup.getByRole('listitem').filter({ hasText: 'The surf' }).getByText('1 person', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'deletion-popup')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await popup.waitFor({ state: 'detached' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  await popup.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('2 activities were deleted').waitFor()
  await row(page, 'Copy of The surf').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row(page, 'Copy of The surf').waitFor()
  // with the work that was done in it, which the popup finds again
  expect((await student.call('GET /api/activities/:id', { params: { id: surf } })).my.read_at).not.toBeNull()
  await page.getByLabel('Select The surf').check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('1 person has worked in it').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(teacher.faults).toEqual([])
})
