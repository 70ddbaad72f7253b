// Class mode by hand: a class begun and led on a wide window, followed on phones; a roll call by number and by QR code, a doubt, its end.
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import { pdf } from '../media.ts'
import { axe, launch, type Look, open, picture, signInBy, signInByForm, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const product = started()
let school: School, browser: Browser, teaching: Person, course: string
let teacher: Window, student: Window
const windows: Window[] = []
async function windowOf(who: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  windows.push(window)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  return window
}

/** The teacher's, published, with three students. */
async function newCourse(name: string): Promise<string> {
  const { id } = await teaching.call('POST /api/course', { body: { name } })
  const params = { id }
  await teaching.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const person_ids = [school.people.student.id, school.people.secondStudent.id, school.people.thirdStudent.id]
  await teaching.call('POST /api/courses/:id/enrollments', { params, body: { person_ids, role: 'student' } })
  return id
}

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teaching = await school.signIn('teacher')
  course = await newCourse('Tides and shores')
  ;[teacher, student] = await Promise.all([windowOf('teacher'), windowOf('student', { phone: true, theme: 'dark' })])
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [nth, { page }] of windows.entries()) if (!page.isClosed()) await picture(page, `failed-${task.name.slice(0, 30)}-${nth}`)
})
afterAll(() => browser?.close())

const digitsOn = async (page: Page) =>
  ((await page.getByRole('img', { name: /^Number/ }).getAttribute('aria-label')) ?? '').replace(/\D/g, '')

test('a class from its beginning to its end, with a roll call by number and by QR code', async () => {
  const { page } = teacher
  const phone = student.page
  const address = `/inclass/courses/${course}`
  await phone.goto(address)
  await phone.getByRole('heading', { name: 'No class is running' }).waitFor()
  expect(await axe(phone)).toEqual([])

  await page.goto(`/course/${course}/content`)
  const link = page.getByRole('link', { name: 'Enter class mode' })
  expect(await link.getAttribute('href')).toBe(address)
  expect(await link.getAttribute('target')).toBe(`inclass-${course}`)
  await page.goto(address)
  await page.getByRole('button', { name: 'Begin a class' }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'class-begin')
  await page.getByLabel('Title').fill('Lecture 7')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Roll call', level: 2 }).waitFor()

  // the phone follows by itself
  await phone.getByRole('heading', { name: 'Lecture 7' }).waitFor()
  await page.getByRole('button', { name: 'Open roll call' }).click()
  const number = page.getByRole('img', { name: /^Number/ })
  await number.waitFor()
  await page.getByText('0 of 3 here').waitFor()
  await page.locator('[aria-label="QR code of the roll call"] path').waitFor({ state: 'attached' })
  expect(await axe(page)).toEqual([])
  await picture(page, 'class-roll-call')

  await phone.getByRole('heading', { name: 'Are you here?' }).waitFor()
  expect(await axe(phone)).toEqual([])
  await picture(phone, 'class-claim-phone')
  const right = await digitsOn(page)
  const field = phone.getByRole('textbox', { name: 'Number on the screen' })
  await field.fill(right === '0000' ? '0001' : '0000')
  await phone.getByText('This is not the number on the screen. 2 tries are left.').waitFor()
  await picture(phone, 'class-wrong-phone')
  await field.fill(await digitsOn(page))
  await phone.getByRole('heading', { name: 'You are noted as present' }).waitFor()
  await page.getByText('1 of 3 here').waitFor()

  // a second person, who signs in after the scan: on a device on which the class was not open
  const { id: session } = (await teaching.call('GET /api/courses/:id/class-sessions', { params: { id: course }, query: {} })).running!
  const { roll_call } = await teaching.call('GET /api/class-sessions/:id/state', { params: { id: session }, query: {} })
  const second = await open(browser, product.url, { phone: true })
  await second.page.goto('/login')
  await second.page.getByLabel('Password', { exact: true }).waitFor()
  await signInBy(second.context, product.url, { login: school.people.secondStudent.login, password: school.password })
  const noted = second.page.getByRole('heading', { name: /^You are noted/ })
  // a code is good for ten seconds, which a slow machine may need to load the page
  while ((await noted.count()) === 0) {
    const { qr } = await teaching.call('GET /api/roll-calls/:id/code', { params: { id: roll_call!.id } })
    await second.page.goto(`${address}#/r/${qr}`)
    await noted
      .or(second.page.getByText(/This code has expired/).first())
      .first()
      .waitFor()
    expect(second.page.url()).not.toContain(qr!)
  }

  // a code of before leads through the sign-in to the present number
  const third = await open(browser, product.url, { width: 360 })
  await third.page.goto(`${address}#/r/${roll_call!.id}.0.aaaaaaaaaaaaaaaaaaaaaa`)
  await signInByForm(third.page, school.people.thirdStudent.login, school.password)
  await third.page
    .getByText(/This code has expired/)
    .first()
    .waitFor()
  await third.page.getByRole('textbox', { name: 'Number on the screen' }).waitFor()
  expect(await tooWide(third.page)).toBe(0)

  const doubts = page.getByRole('region', { name: '1 doubt to look at' })
  await doubts.getByText(/was not open on this device/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'class-doubt', true)

  // the screen of the hall has people and no doubts
  const hall = await teacher.context.newPage()
  await hall.goto(`${address}?hall`)
  await hall.getByText('2 of 3 here').waitFor()
  expect(await hall.getByText(/doubt/i).count()).toBe(0)
  await picture(hall, 'class-hall')
  await hall.close()

  await doubts.getByRole('button', { name: 'Strike' }).click()
  await page.getByText('1 of 3 here').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 of 3 here').waitFor()

  await page.getByRole('button', { name: 'Add by hand' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add by hand' })
  await dialog
    .getByRole('group', { name: `Attendance of ${school.people.thirdStudent.name}` })
    .getByRole('radio', { name: 'Excused' })
    .click({ force: true })
  await page
    .getByRole('status')
    .getByText(/: Excused$/)
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'class-by-hand')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Close roll call' }).click()
  await page.getByRole('button', { name: 'Open another roll call' }).waitFor()
  await phone.getByText('No roll call is open. The next one opens here.').waitFor()

  await page.getByRole('button', { name: 'End class' }).click()
  await page.getByRole('dialog', { name: 'End this class?' }).getByRole('button', { name: 'End class' }).press('Enter')
  await page.getByText('“Lecture 7” has ended.').waitFor()
  await page.getByRole('link', { name: 'Report of Lecture 7' }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'class-ended')
  await phone.getByRole('heading', { name: 'This class has ended' }).waitFor()
  await phone.getByText('Your attendance: Present').waitFor()
  await picture(phone, 'class-ended-phone')
  expect(await tooWide(page)).toBe(0)
  expect([...teacher.faults, ...student.faults, ...second.faults, ...third.faults]).toEqual([])
})

test('hands, picking, timer, groups and slides reach the phones; somebody else is refused, a teacher as a student looks on', async () => {
  const { page } = teacher
  const phone = student.page
  const id = await newCourse('Shores and tides')
  const address = `/inclass/courses/${id}`
  const params = { id }
  const sheet = await send(teaching, 'Tide tables.pdf', pdf())
  await teaching.call('POST /api/courses/:id/activities', {
    params,
    body: { type: 'material', title: 'Tide tables', upload_ids: [sheet.id], published: true } as never,
  })
  await teaching.call('POST /api/courses/:id/class-sessions', { params, body: { title: 'Lecture 8' } })
  await phone.goto(address)
  await phone.getByRole('button', { name: 'Raise hand' }).click()
  await page.goto(`${address}?tool=questions`)
  await page.getByText('1 hand is up').waitFor()
  await picture(page, 'class-hands')
  await page.getByRole('button', { name: 'Pick one of them' }).click()
  await phone.getByText('You were picked').waitFor()
  await picture(phone, 'class-picked-phone')
  await page.getByRole('region', { name: 'Pick one' }).getByText(school.people.student.name).waitFor()
  await picture(page, 'class-pick')
  expect(await axe(page)).toEqual([])

  await page.getByRole('link', { name: 'Timer' }).click()
  await page.getByRole('button', { name: '10 min' }).click()
  await phone
    .getByRole('region', { name: 'Timer' })
    .getByText(/^(10:00|09:5\d)$/)
    .waitFor()
  await picture(phone, 'class-timer-phone')
  await page.getByRole('button', { name: 'Pause' }).click()
  await phone.getByText('Paused').waitFor()
  expect(await axe(page)).toEqual([])

  await page.getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'Divide' }).click()
  await phone.getByText('My group').waitFor()
  await picture(phone, 'class-groups-phone')
  expect(await axe(phone)).toEqual([])

  await page.getByRole('link', { name: 'Slides' }).click()
  await page.getByRole('button', { name: 'Show slides' }).click()
  await phone.locator('canvas[data-drawn]').waitFor()
  await picture(phone, 'class-slides-phone')
  await page.locator('canvas[data-drawn]').waitFor()
  await picture(page, 'class-slides')
  expect(await axe(page)).toEqual([])

  // the role is simulated in this session alone
  await page.goto(`/course/${id}/content`)
  const roles = page.getByRole('group', { name: 'See as' })
  await roles.getByRole('radio', { name: 'Student' }).click({ force: true })
  await roles.waitFor({ state: 'detached' })
  await page.goto(address)
  await page.getByText('You look at this class without taking part.').waitFor()
  expect(await page.getByRole('button', { name: 'End class' }).count()).toBe(0)
  const other = await windowOf('otherTeacher', { locale: 'th' })
  await other.page.goto(address)
  // the popup lies over the page and its heading
  await other.page.locator('h1').waitFor({ state: 'attached' })
  await other.page.getByRole('heading', { level: 2 }).waitFor()
  expect(await axe(other.page)).toEqual([])
  expect([...teacher.faults, ...student.faults, ...other.faults]).toEqual([])
})
