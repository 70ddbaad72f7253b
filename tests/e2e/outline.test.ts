// The plan of a term: a teacher makes its weeks, brings things into them and sorts them, hides a module and gives it dates; a student follows it;
// the teacher sees how far everybody is.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy, type Window } from './browser.ts'

const product = started()
let school: School, browser: Browser, course: string, waves: string
let teacher: Window

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const they = await school.signIn('teacher')
  course = (
    await they.call('POST /api/course', { body: { name: 'Tides', course_code: 'T1', course_outline: 'Why the sea moves.\nTwice a day.' } })
  ).id
  const params = { id: course }
  const add = async (title: string, module_id: string | null) =>
    (
      await they.call('POST /api/courses/:id/activities', {
        params,
        body: { type: 'page', title, module_id, body: '<p>…</p>', published: true },
      })
    ).id
  waves = (await they.call('POST /api/courses/:id/modules', { params, body: { name: 'Waves' } })).id
  await add('What a wave is', waves)
  await add('Swell', waves)
  await add('Field trip', null)
  await they.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  await they.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  teacher = await windowOf('teacher')
})
afterAll(() => browser?.close())

async function windowOf(person: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  return window
}
const week = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

test('a teacher makes the weeks of a term and brings things into them, by keyboard and menu', async () => {
  const { page } = teacher
  await page.goto(`/course/${course}/content`)
  await page.getByRole('navigation', { name: 'Course menu' }).getByRole('link', { name: 'Outline' }).click()
  await page.getByText('Why the sea moves.').waitFor()
  await page.getByText('No plan yet').waitFor()
  await page.getByRole('button', { name: 'Add the weeks of a term' }).click()
  const term = page.getByRole('dialog', { name: 'Add the weeks of a term' })
  await term.getByLabel('Number of weeks').fill('3')
  await term.getByText(/^Week 3: /).waitFor()
  expect(await axe(page)).toEqual([])
  await term.getByRole('button', { name: 'Save' }).click()
  await week(page, 'Week 3').waitFor()
  await week(page, 'Week 1').getByText('This week').waitFor()
  await week(page, 'Week 1').getByRole('button', { name: 'Add to “Week 1”' }).click()
  const pick = page.getByRole('dialog', { name: 'Add to “Week 1”' })
  await pick.getByLabel('Modules and activities').fill('Wav')
  await page.getByRole('option', { name: /Waves/ }).click()
  await pick.getByRole('button', { name: 'Save' }).click()
  await week(page, 'Week 1').getByText('2 activities').waitFor()
  await page.getByRole('button', { name: 'Place of Field trip in the plan' }).click()
  await page.getByRole('menuitem', { name: 'Week 3' }).click()
  await week(page, 'Week 3').getByText('Field trip').waitFor()
  // by keyboard one week up
  await page.getByRole('button', { name: /^Move Field trip/ }).focus()
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await week(page, 'Week 2').getByText('Field trip').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'plan-teacher')
  await page.getByRole('button', { name: 'Actions for Week 3' }).click()
  await page.getByRole('menuitem', { name: 'Delete week' }).click()
  await week(page, 'Week 3').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await week(page, 'Week 3').waitFor()
})

test('a student follows the plan on a phone; a module that is hidden or not open yet keeps its activities back', async () => {
  const student = await windowOf('student', { phone: true, theme: 'dark' })
  await student.page.goto(`/course/${course}/outline`)
  await student.page.getByText('0 of 3 done').waitFor()
  await student.page.getByRole('link', { name: 'What a wave is' }).waitFor()
  expect(await axe(student.page)).toEqual([])
  await picture(student.page, 'plan-student')
  const { page } = teacher
  await page.goto(`/course/${course}/content`)
  await page.getByRole('button', { name: 'Actions for module Waves' }).click()
  await page.getByRole('menuitem', { name: 'Dates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dates of “Waves”' })
  await dialog.getByRole('textbox', { name: 'Opens' }).fill('2050.01.10 08:00')
  await dialog.getByRole('textbox', { name: 'Closes' }).fill('2050.01.10 07:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose a closing time after the opening').waitFor()
  await dialog.getByRole('textbox', { name: 'Closes' }).fill('')
  expect(await axe(page)).toEqual([])
  await picture(page, 'module-dates')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Its module is not open yet').filter({ visible: true }).first().waitFor()
  await student.page.getByText('Opens 2050.01.10').filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: 'Actions for module Waves' }).click()
  await page.getByRole('menuitem', { name: 'Hide from students' }).click()
  await page.getByText('Its module is hidden').filter({ visible: true }).first().waitFor()
  await student.page.getByText('0 of 1 done').waitFor()
  await (await school.signIn('teacher')).call('PUT /api/modules/:id', { params: { id: waves }, body: { published: true, starts_at: null } })
  await student.page.getByText('0 of 3 done').waitFor()
  expect(student.faults).toEqual([])
})

test('the teacher sees how far everybody is, sorted, filtered, drawn and as a table', async () => {
  const student = await school.signIn('student')
  const { activities } = await student.call('GET /api/courses/:id/content', { params: { id: course } })
  await student.call('POST /api/course/activities-read/:id', { params: { id: activities[0]!.id } })
  const { page } = teacher
  await page.goto(`/course/${course}/content`)
  await page.getByRole('link', { name: '33% done on average' }).click()
  await page.getByText('33% on average').waitFor()
  await page.getByRole('row').getByText('1/3').waitFor()
  await page.getByRole('columnheader', { name: 'Completed' }).getByRole('button').first().click()
  await page.getByRole('radio', { name: 'Nothing done' }).click({ force: true })
  await page.getByText('No student matches').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('row').getByText('1/3').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'students-progress')
  // and beside each of the members
  await page.goto(`/course/${course}/enrollments`)
  await page.getByRole('progressbar', { name: /^Completed by / }).waitFor()
  await page.getByRole('row').getByText('1/3').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'members-completed')
  // who stands behind the course is said to whoever reads its outline
  const partner = { name: 'Harbour museum', role: 'Host', contact: '', url: 'https://harbour.example' }
  await (await school.signIn('teacher')).call('PUT /api/courses/:id/associated-partner-info', {
    params: { id: course },
    body: { partners: [partner] },
  })
  await page.goto(`/course/${course}/outline`)
  await page.getByRole('region', { name: 'Partners' }).getByRole('link', { name: 'Harbour museum' }).waitFor()
  expect(teacher.faults).toEqual([])
})
