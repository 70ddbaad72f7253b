// The calendar by hand: events by drag and by keys, a series that is split, a meeting that is asked for and agreed to, files in, addresses out.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, type Window } from './browser.ts'

const product = started()
let school: School, browser: Browser, teacher: Window, they: Person, course: string

/** Days are of the week after the present one, so that nothing is over. */
const day = 86_400_000
const monday = Math.floor(Date.now() / day) * day + (7 - ((new Date().getUTCDay() + 6) % 7)) * day
const date = (days: number) => new Date(monday + days * day).toISOString().slice(0, 10)
const at = (days: number, hour: number) => new Date(monday + days * day + hour * 3_600_000).toISOString()
const week = () => `/user/calendar?view=week&date=${date(2)}`

async function windowOf(person: SchoolPerson): Promise<Window> {
  const window = await open(browser, product.url)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  return window
}
const entries = async (who: Person = they) =>
  (await who.call('GET /api/calendar-entries', { query: { start: at(-7, 0), end: at(60, 0) } })).entries
const timesOf = async (title: string) =>
  (await entries()).filter((one) => one.title === title).map(({ start_time, end_time }) => [start_time, end_time].join(' '))
const column = (page: Page, weekday: number) => page.locator(`[data-day="${date(weekday)}"]`)
/** Presses at an hour of a day of the week, moves to another hour and lets go. */
async function drag(page: Page, weekday: number, from: number, to: number): Promise<void> {
  const box = (await column(page, weekday).boundingBox())!
  const y = (hour: number) => box.y + (hour / 24) * box.height
  const x = box.x + box.width / 2
  await page.mouse.move(x, y(from) + 2)
  await page.mouse.down()
  await page.mouse.move(x, y((from + to) / 2))
  await page.mouse.move(x, y(to) + 2)
  await page.mouse.up()
}

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  await (await school.signIn('admin')).call('PUT /api/org/settings', { body: { toggles: ['timetables'], time_zone: 'UTC' } })
  they = await school.signIn('teacher')
  course = (await they.call('POST /api/course', { body: { name: 'Marine Biology II', course_code: 'MB2' } })).id
  teacher = await windowOf('teacher')
})
afterAll(() => browser?.close())

test('an event is dragged open, moved by keys, and taken back; a lesson of its popup has its own two hours', async () => {
  const { page, faults } = teacher
  await page.goto(week())
  await column(page, 1).waitFor()
  await drag(page, 1, 14, 15.5)
  const dialog = page.getByRole('dialog', { name: 'New event' })
  await dialog.getByLabel('Title').fill('Tide tables')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const chip = page.getByRole('button', { name: /^Tide tables, Tuesday/ })
  await chip.waitFor()
  expect(await timesOf('Tide tables')).toEqual([`${at(1, 14)} ${at(1, 15.5)}`])
  await chip.press('Alt+ArrowRight')
  await page.getByRole('button', { name: /^Tide tables, Wednesday/ }).press('Alt+ArrowDown')
  await expect.poll(() => timesOf('Tide tables')).toEqual([`${at(2, 14.25)} ${at(2, 15.75)}`])
  await page.getByRole('button', { name: /^Tide tables, Wednesday.*14:15/ }).press('Alt+Shift+ArrowDown')
  await expect.poll(() => timesOf('Tide tables')).toEqual([`${at(2, 14.25)} ${at(2, 16)}`])
  await page.getByText('Moved: Tide tables').last().waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => timesOf('Tide tables')).toEqual([`${at(2, 14.25)} ${at(2, 15.75)}`])
  await page.getByRole('button', { name: 'New event' }).press('Enter')
  await page.getByRole('dialog').getByText('Lesson', { exact: true }).click()
  const lesson = page.getByRole('dialog', { name: 'New lesson' })
  const hours = (await lesson
    .getByRole('textbox', { name: /^(Begins|Ends)/ })
    .evaluateAll((fields) =>
      fields.map((field) => Date.parse((field as HTMLInputElement).value.replaceAll('.', '-').replace(' ', 'T'))),
    )) as [number, number]
  expect((hours[1] - hours[0]) / 3_600_000).toBe(2)
  await page.keyboard.press('Escape')
  expect(faults).toEqual([])
})

test('a series is split: one lesson moved alone, the others from a day on', async () => {
  const series = {
    start_time: at(0, 9),
    end_time: at(0, 11),
    repeat_type: 'week' as const,
    repeat_weekly_days: '1',
    repeat_end_date: date(28),
  }
  await they.call('POST /api/calendar-timetables', { body: { course_id: course, ...series } })
  const { page } = teacher
  const change = async (scope: string, place: string) => {
    await page.getByRole('button', { name: /^Marine Biology II, Monday/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the lesson' })
    await dialog.getByText(scope).click()
    await dialog.getByLabel('Place').fill(place)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.goto(`/user/calendar?view=week&date=${date(9)}`)
  await change('This lesson alone', 'Harbour')
  await page.goto(`/user/calendar?view=week&date=${date(16)}`)
  await change('This lesson and those that follow', 'Hall C')
  const lessons = (await entries())
    .filter(({ kind }) => kind === 'timetable')
    .map(({ start_time, location }) => [start_time.slice(0, 10), location])
  expect(lessons).toEqual([
    [date(0), ''],
    [date(7), 'Harbour'],
    [date(14), 'Hall C'],
    [date(21), 'Hall C'],
    [date(28), 'Hall C'],
  ])
})

test('a meeting is asked for, agreed to by who manages the calendar, and is then seen by all', async () => {
  const { page } = teacher
  await page.goto(week())
  await page.getByRole('button', { name: 'New event' }).click()
  await page.getByRole('dialog').getByText('Meeting', { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a meeting' })
  expect(await dialog.getByText('Give it a title').count()).toBe(0)
  await dialog.getByLabel('Title').fill('Curriculum committee')
  const begins = dialog.getByRole('textbox', { name: /^Begins/ })
  await begins.fill(at(3, 10).slice(0, 16).replace('T', ' '))
  await dialog.getByRole('textbox', { name: /^Ends/ }).fill(at(3, 11).slice(0, 16).replace('T', ' '))
  await dialog.getByLabel('Room').fill('Senate room')
  await dialog.getByRole('button', { name: 'Ask for it' }).click()
  await page.getByRole('button', { name: /^Curriculum committee.*Waiting for approval/ }).waitFor()
  await picture(page, 'calendar-week')
  const managed = await windowOf('manager')
  await managed.page.goto('/management/meetings')
  await managed.page.getByText('Curriculum committee').waitFor()
  await managed.page.getByRole('button', { name: 'Approve' }).click()
  await managed.page.getByText('Approved', { exact: true }).last().waitFor()
  expect((await entries(await school.signIn('student'))).map(({ title }) => title)).toContain('Curriculum committee')
  await page.getByRole('button', { name: /^Curriculum committee, Thursday[^W]*$/ }).waitFor()
})

test('a calendar file is looked at before it is taken over; an address is made, read and revoked', async () => {
  const { page, faults } = teacher
  const ics = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:1',
    `DTSTART:${at(4, 9).replaceAll(/[-:]|\.000/g, '')}`,
    'SUMMARY:Choir',
  ]
  await page
    .getByRole('button', { name: 'Import a calendar file' })
    .or(page.getByRole('button', { name: 'Import', exact: true }))
    .first()
    .click()
  const file = { name: 'a.ics', mimeType: 'text/calendar', buffer: Buffer.from([...ics, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('checkbox', { name: 'Choir' }).waitFor()
  expect(await timesOf('Choir')).toEqual([])
  await page.getByRole('button', { name: 'Import 1 event' }).click()
  await page.getByRole('button', { name: /^Choir, Friday/ }).waitFor()
  await page.getByRole('button', { name: 'Subscribe with iCal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe with iCal' })
  await dialog.getByLabel('Where you use it').fill('My phone')
  await dialog.getByRole('button', { name: 'Make an address' }).click()
  const address = (await dialog.locator('code').textContent())!
  const read = (headers = {}) => fetch(address, { headers })
  const first = await read()
  expect(await first.text()).toContain('SUMMARY:Choir')
  const etag = first.headers.get('etag')!
  expect((await read({ 'if-none-match': etag })).status).toBe(304)
  const body = { title: 'Swimming', start_time: at(5, 9), end_time: at(5, 10) }
  await they.call('POST /api/calendar-events', { body })
  const later = await read({ 'if-none-match': etag })
  expect([later.status, (await later.text()).includes('SUMMARY:Swimming')]).toEqual([200, true])
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByText('My phone', { exact: true }).waitFor({ state: 'detached' })
  expect((await read()).status).toBe(404)
  expect(faults).toEqual([])
})
