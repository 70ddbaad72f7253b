// Attendance of a course by hand: the matrix with a correction taken back and one of several people, one's own on a phone, a classroom as an activity.
import type { Browser } from 'playwright-core'
import { newId } from '@lyceum/kit/ids'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const product = started()
let school: School, browser: Browser, teaching: Person, course: string
let teacher: Window, student: Window
async function windowOf(who: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  return window
}

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teaching = await school.signIn('teacher')
  ;({ id: course } = await teaching.call('POST /api/course', { body: { name: 'Tides and shores' } }))
  const params = { id: course }
  await teaching.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const person_ids = [school.people.student.id, school.people.secondStudent.id, school.people.thirdStudent.id]
  await teaching.call('POST /api/courses/:id/enrollments', { params, body: { person_ids, role: 'student' } })
  for (const week of [2, 9]) {
    const body = { title: `Lecture of week ${week}`, lesson_id: newId(), held_at: `2026-03-0${week}T09:00:00.000Z` }
    const { roll_calls } = await teaching.call('POST /api/courses/:id/class-sessions', { params, body })
    const inCall = { id: roll_calls[0]?.id ?? '' }
    const { roll_call } = await teaching.call('GET /api/roll-calls/:id/people', { params: inCall, query: {} })
    await teaching.call('PUT /api/roll-calls/:id/people', {
      params: inCall,
      body: { person_ids, state: week === 2 ? 'present' : 'absent', version: roll_call.version },
    })
  }
  ;[teacher, student] = await Promise.all([windowOf('teacher'), windowOf('student', { phone: true, theme: 'dark' })])
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await picture(teacher.page, `failed-${task.name.slice(0, 30)}-teacher`)
  await picture(student.page, `failed-${task.name.slice(0, 30)}-student`)
})
afterAll(() => browser?.close())

test('a state is corrected and taken back, several people at once; a student sees their own', async () => {
  const { page, faults } = teacher
  await page.goto(`/course/${course}/attendance`)
  const name = school.people.student.name
  const cell = (state: string) => page.getByRole('button', { name: `${name}, 2026.03.09: ${state}`, exact: true })
  await cell('Absent').click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('radio', { name: 'Excused' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('A correction needs a reason').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'attendance-cell')
  await dialog.getByLabel('Reason').fill('Field trip of 9 March')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await cell('Absent').waitFor()
  await cell('Absent').click()
  await dialog.getByRole('heading', { name: 'Corrections' }).waitFor()
  await dialog.getByText('Absent → Excused').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true })
  await page.getByRole('button', { name: 'Note attendance' }).click()
  const many = page.getByRole('dialog', { name: 'Note attendance' })
  await many.getByRole('radio', { name: 'Late' }).check({ force: true })
  await many.getByLabel('Reason').fill('The bus was late')
  await picture(page, 'attendance-many')
  await many.getByRole('button', { name: 'Save' }).click()
  await cell('Late').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'attendance', true)

  await page.getByRole('switch', { name: /^Count in the gradebook/ }).click({ force: true })
  await page.getByRole('link', { name: 'Gradebook', exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'attendance-score', true)

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await page.getByRole('link', { name: 'Download Attendance.csv' }).waitFor()

  const phone = student.page
  await phone.goto(`/course/${course}/attendance`)
  await phone.getByText('75%').waitFor()
  await phone.getByText('The bus was late').waitFor()
  expect(await tooWide(phone)).toBe(0)
  expect(await axe(phone)).toEqual([])
  await picture(phone, 'attendance-mine-phone')
  for (const look of process.env.LYCEUM_SHOTS === '1' ? [{ locale: 'th' }, { phone: true }] : []) {
    const { page: there, context } = await windowOf('teacher', look as Look)
    await there.goto(`/course/${course}/attendance`)
    await there.getByText(name).first().waitFor()
    await picture(there, `attendance-${'locale' in look ? 'th' : 'phone'}`)
    await context.close()
  }
  expect([...faults, ...student.faults]).toEqual([])
})

test('a classroom is made, its class begins there, and the home page of a student shows it first', async () => {
  const { page, faults } = teacher
  await page.goto(`/course/${course}/learning-activity#/new/classroom`)
  await page.getByLabel('Title').fill('Lecture 7: tides')
  await page.getByRole('textbox', { name: 'Place', exact: true }).fill('Hall B')
  expect(await axe(page)).toEqual([])
  await picture(page, 'classroom-form', true)
  const body = { type: 'classroom', title: 'Lecture 8: waves', published: true, settings: { place: 'Hall B' } } as const
  const { id } = await teaching.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  await page.goto(`/course/${course}/learning-activity#/${id}`)
  await page.waitForURL(`**/learning-activity#/classroom/${id}`)
  await page.getByText('Hall B').waitFor()
  await page.getByRole('button', { name: 'Begin the class' }).click()
  await page.getByText('The class is on.').waitFor()
  await page.getByText('On now').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'classroom')
  const phone = student.page
  await phone.goto('/user/index')
  const first = phone.getByRole('region', { name: 'Class is on' })
  await first.getByRole('link', { name: 'Enter Lecture 8: waves' }).waitFor()
  expect(await tooWide(phone)).toBe(0)
  expect(await axe(phone)).toEqual([])
  await picture(phone, 'home-class-phone')
  await phone.goto(`/course/${course}/learning-activity#/classroom/${id}`)
  await phone.getByRole('link', { name: 'Enter the class' }).waitFor()
  expect(await tooWide(phone)).toBe(0)
  expect(await axe(phone)).toEqual([])
  await picture(phone, 'classroom-phone')
  const { running } = await teaching.call('GET /api/courses/:id/class-sessions', { params: { id: course }, query: {} })
  const params = { id: running?.id ?? '' }
  const { version } = await teaching.call('GET /api/class-sessions/:id/state', { params, query: {} })
  await teaching.call('PUT /api/class-sessions/:id', { params, body: { ended: true, version } })
  await page.getByRole('link', { name: 'Report of Lecture 8: waves' }).click()
  await page.getByRole('heading', { name: 'Lecture 8: waves' }).waitFor()
  await page.getByText(/of 3 students had the class open/).waitFor()
  await page.getByRole('button', { name: 'Send report' }).click()
  const sending = page.getByRole('dialog', { name: 'Send report' })
  await sending.getByRole('radio', { name: /^Everybody in the course/ }).check({ force: true })
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText(/^Sending the report/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'class-report')
  await phone.goto('/user/notifications')
  await phone.getByText(/sent you the report of Lecture 8: waves/).waitFor()
  expect([...faults, ...student.faults]).toEqual([])
})
