// Lists of the management in a browser: a department is merged, a person's courses are read, final results are reopened, a group is made,
// a quota is set, a file deleted and restored.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { until } from '@lyceum/kit/test/wait'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, type Window } from './browser.ts'
import { makeFile } from '../flows/rights/places.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser
let school: School
let window: Window
let course: string
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  const [teacher, admin] = [await school.signIn('teacher'), await school.signIn('admin')]
  ;({ id: course } = await teacher.call('POST /api/course', { body: { name: 'Tides and shores', course_code: 'MB 214' } }))
  const params = { id: course }
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await teacher.call('POST /api/courses/:id/enrollments', {
    params,
    body: { person_ids: [school.people.student.id], role: 'student' },
  })
  await teacher.call('POST /api/courses/:id/results/final', { params })
  for (const name of ['Geology', 'Earth Sciences']) await admin.call('POST /api/departments', { body: { name } })
  window = await open(browser, at.url)
  await signInBy(window.context, at.url, { login: school.people.admin.login, password: school.password })
})
afterAll(() => browser.close())

const toast = (text: string) => window.page.getByRole('status').getByText(text)

test('a department is merged into another, after the dialog has said what moves along', async () => {
  const { page, faults } = window
  await page.goto('/management/departments')
  await page.getByRole('button', { name: 'Actions on Geology' }).click()
  await page.getByRole('menuitem', { name: 'Merge into another' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge Geology into another department' })
  await dialog.getByText('0 people move along').waitFor()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await dialog.getByText('Choose a department').waitFor()
  await dialog.getByRole('combobox', { name: 'Merge into' }).click()
  await page.getByRole('option', { name: 'Earth Sciences' }).click()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-merge')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await toast('Geology is part of Earth Sciences now').waitFor()
  await page.getByRole('row', { name: /Geology/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Earth Sciences/ }).waitFor()
  // for a week it can be taken back
  const merges = page.getByRole('region', { name: 'Merged in the last 7 days' })
  await merges.getByText('Geology is part of Earth Sciences now').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-merges')
  await merges.getByRole('button', { name: 'Take back the merge of Geology' }).click()
  await toast('Geology is there again, with 0 people.').waitFor()
  await page.getByRole('row', { name: /Geology/ }).waitFor()
  await merges.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('a person’s courses stand on their page; those that were left are a choice away', async () => {
  const { page, faults } = window
  await page.goto(`/management/people#/${school.people.student.id}`)
  const courses = page.getByRole('region', { name: 'Courses' })
  await courses.getByRole('link', { name: 'Tides and shores' }).waitFor()
  expect(await axe(page)).toEqual([])
  await courses.getByText('Left', { exact: true }).click()
  await courses.getByText('No course was left').waitFor()
  expect(faults).toEqual([])
})

test('final results are listed and reopened with a reason', async () => {
  const { page, faults } = window
  await page.goto('/management/results?state=final')
  const row = page.getByRole('row', { name: /Tides and shores/ })
  await row.getByText('Final').waitFor()
  await row.getByRole('button', { name: 'Reopen the results of Tides and shores' }).click()
  const dialog = page.getByRole('dialog', { name: /Reopen the results/ })
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await dialog.getByText('Give a reason').waitFor()
  await dialog.getByLabel('Reason').fill('A mistake in the last exam')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await toast('The results of Tides and shores are open').waitFor()
  await row.waitFor({ state: 'detached' })
  await page.goto('/management/results')
  await row.getByText(/A mistake in the last exam/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-results')
  expect(faults).toEqual([])
})

test('a teaching-and-research group is made, and has its own page with members and files', async () => {
  const { page, faults } = window
  await page.goto('/management/vtrs')
  await page.getByRole('button', { name: 'New group' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New group' })
  await dialog.getByLabel('Group').fill('Marine teaching')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Marine teaching' }).waitFor()
  await page.getByText(school.people.admin.name).first().waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'vtrs')
  await page.getByRole('navigation', { name: 'Marine teaching' }).getByRole('link', { name: /Files/ }).click()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Teaching and research groups' }).first().click()
  await page.getByRole('row', { name: /Marine teaching/ }).waitFor()
  expect(await axe(page)).toEqual([])
  // its members find it among their groups
  await page.goto('/user/resource-groups')
  await page.getByRole('link', { name: 'Marine teaching' }).click()
  await page.waitForURL(/\/vtrs\//)
  await page.getByRole('heading', { name: 'Marine teaching' }).waitFor()
  expect(faults).toEqual([])
})

test('the largest file is deleted and restored from its owner’s bin, which says how much it keeps; bars show types and courses', async () => {
  const { page, faults } = window
  const teacher = await school.signIn('teacher')
  const file = await makeFile(teacher, course, 'Depths.pdf')
  const params = { id: course }
  const { id: module_id } = await teacher.call('POST /api/courses/:id/modules', { params, body: { name: 'Seas' } })
  const material = { type: 'material' as const, title: 'Sea floor', module_id, upload_ids: [file], published: true }
  await teacher.call('POST /api/courses/:id/activities', { params, body: material })
  await until(async () => (await teacher.call('GET /api/resources/:id/activities', { params: { id: file }, query: {} })).total === 1)
  // uses are counted once in a while: not before the course's name is there
  const admin = await school.signIn('admin')
  await until(async () => {
    const { items } = await admin.call('GET /api/management/storage/files', { query: {} })
    return items.some((one: { id: string; course: { name: string } | null }) => one.id === file && one.course?.name === 'Tides and shores')
  })
  await page.goto('/management/storage')
  await page.getByRole('progressbar', { name: 'By type: Document' }).waitFor()
  await page.getByRole('progressbar', { name: 'By course: Tides and shores' }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-storage')
  await page.getByText('Largest files', { exact: true }).click()
  const row = page.getByRole('row', { name: /Depths/ })
  await row.getByRole('button', { name: 'Delete Depths.pdf' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Depths.pdf”?' })
  await dialog.getByText('Courses use this file').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete anyway' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByText('Deleted', { exact: true }).first().click()
  await row.waitFor()
  await page.getByText('For 30 days', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-bin')
  await page.getByRole('button', { name: 'Actions on Depths.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await toast('1 item is where it was').waitFor()
  await row.waitFor({ state: 'detached' })
  await page.goto('/management/storage?view=files')
  await row.waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-largest')
  expect(faults).toEqual([])
})

test('a quota is set for a person and taken back; the lists fit a phone', async () => {
  const { page, faults } = window
  await page.goto('/management/storage')
  await page.getByText('Quotas of people', { exact: true }).click()
  await page.getByRole('searchbox', { name: 'Name or number' }).fill(school.people.student.name)
  const row = page.getByRole('row', { name: new RegExp(school.people.student.name) })
  await row.getByRole('button', { name: /Set quota/ }).click()
  const dialog = page.getByRole('dialog')
  // what cannot be read takes no quota away
  await dialog.getByLabel('Quota').fill('10 GB')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a number').waitFor()
  await dialog.getByLabel('Quota').fill('2.5')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('2.5 GB').waitFor()
  await picture(page, 'management-quotas')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row.getByText('2.5 GB').waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['results', 'storage?view=person', 'storage?view=course', 'storage?view=files', 'storage?view=bin', 'vtrs']) {
    await page.goto(`/management/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
    expect(await tooWide(page), path).toBeLessThanOrEqual(0)
    expect(await axe(page), path).toEqual([])
  }
  expect(faults).toEqual([])
})
