// The calendar by hand: events by drag and by keys, a series that is split, a meeting that is asked for and agreed to, files in, addresses out.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, long, open, picture, signInBy, type Window } from './browser.ts'
import { held } from './keys.ts'

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
  // of the small month Tab reaches one day, arrows the others
  await page.getByRole('region', { name: 'Go to a day' }).getByRole('button', { name: 'Next month' }).focus()
  await page.keyboard.press('Tab')
  await held(page, /^Wednesday \d/)
  await page.keyboard.press('ArrowRight')
  await held(page, /^Thursday \d/)
  await page.keyboard.press('Tab')
  await held(page, 'Everything')
  await drag(page, 1, 14, 15.5)
  const dialog = page.getByRole('dialog', { name: 'New event' })
  await dialog.getByLabel('Title').fill('Tide tables')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const chip = page.getByRole('button', { name: /^Tide tables, Tuesday/ })
  await chip.waitFor()
  expect(await timesOf('Tide tables')).toEqual([`${at(1, 14)} ${at(1, 15.5)}`])
  await chip.press('Alt+ArrowRight')
  // it has the focus where it is then
  await expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel ?? ""')).toMatch(/^Tide tables, Wednesday/)
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => timesOf('Tide tables')).toEqual([`${at(2, 14.25)} ${at(2, 15.75)}`])
  await page.getByRole('button', { name: /^Tide tables, Wednesday.*14:15/ }).press('Alt+Shift+ArrowDown')
  await expect.poll(() => timesOf('Tide tables')).toEqual([`${at(2, 14.25)} ${at(2, 16)}`])
  await page.getByText('Moved: Tide tables').last().waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => timesOf('Tide tables')).toEqual([`${at(2, 14.25)} ${at(2, 15.75)}`])
  await page.getByRole('button', { name: 'New event' }).press('Enter')
  // by keys to the kind after next: each has the choice, and what was written goes along
  await page.getByRole('dialog', { name: 'New event' }).getByLabel('Title').fill('Pool of the week')
  await page.keyboard.press('Shift+Tab')
  for (const [kind, title] of [
    ['Lesson', 'New lesson'],
    ['Meeting', 'Request a meeting'],
  ] as const) {
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: title }).waitFor()
    await held(page, kind)
  }
  await expect.poll(() => page.getByRole('dialog', { name: 'Request a meeting' }).getByLabel('Title').inputValue()).toBe('Pool of the week')
  await page.keyboard.press('ArrowLeft')
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
  await page.getByRole('button', { name: 'Colour of Marine Biology II' }).click()
  await page.getByRole('radio', { name: 'Plum' }).check()
  const colours = async () => (await they.call('GET /api/calendar-entries', { query: { start: at(0, 0), end: at(1, 0) } })).colours
  await expect.poll(colours).toEqual([{ course_id: course, color: 'plum' }])
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Use its usual colour' }).click()
  await expect.poll(colours).toEqual([])
})

test('a series goes from Monday to Tuesday from a day on, and no week is without its lesson', async () => {
  const series = {
    start_time: at(0, 13),
    end_time: at(0, 14),
    repeat_type: 'week' as const,
    repeat_weekly_days: '1',
    repeat_end_date: date(21),
  }
  const { id } = await they.call('POST /api/calendar-timetables', { body: { course_id: course, ...series, location: 'Pier' } })
  const { page } = teacher
  await page.goto(`/user/calendar?view=week&date=${date(7)}&entry=timetable-${id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the lesson' })
  await dialog.getByText('This lesson and those that follow').click()
  await dialog.getByRole('textbox', { name: /^Begins/ }).fill(at(8, 13).slice(0, 16).replace('T', ' '))
  await dialog.getByRole('textbox', { name: /^Ends/ }).fill(at(8, 14).slice(0, 16).replace('T', ' '))
  await dialog.getByRole('checkbox', { name: 'Tue' }).and(dialog.locator(':checked')).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const days = async () => (await entries()).filter(({ location }) => location === 'Pier').map(({ start_time }) => start_time.slice(0, 10))
  expect(await days()).toEqual([date(0), date(8), date(15), date(22)])
})

test('an event for some people of a course; its address opens it from anywhere, and what was begun comes back', async () => {
  const { page, faults } = teacher
  await page.goto(week())
  await page.getByRole('button', { name: 'New event' }).click()
  const dialog = page.getByRole('dialog', { name: 'New event' })
  const courses = dialog.getByText('Courses', { exact: true })
  await courses.waitFor()
  const place = async () => (await courses.boundingBox())!.y
  const before = await place()
  await dialog.getByLabel('Title').fill('Harbour dive')
  await dialog.getByText(/^Kept on this device/).waitFor()
  // what is kept is said below, and nothing moves under the pointer; the dialog may still be rising
  expect(Math.abs((await place()) - before)).toBeLessThan(12)
  await courses.click()
  await dialog.getByRole('combobox', { name: 'Courses' }).fill('Marine')
  await page.getByRole('option', { name: 'Marine Biology II' }).click()
  await dialog.getByRole('checkbox', { name: 'Students' }).check()
  await dialog.getByLabel('Tag number').fill('12')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('map') })
  expect(await axe(page)).toEqual([])
  await picture(page, 'calendar-event')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const made = (await entries()).find(({ title }) => title === 'Harbour dive')!
  const event = await they.call('GET /api/calendar-events/:id', { params: { id: made.id } })
  expect(event.target_data).toMatchObject({ course_ids: [course], role_ids: ['student'] })
  expect([event.uploads.map(({ name }) => name), event.tag_id]).toEqual([['map.txt'], 12])
  await page.goto(`/user/calendar?view=day&date=${date(30)}&entry=event-${made.id}`)
  await page.getByRole('dialog', { name: 'Harbour dive' }).getByText('Tag 12').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.has('entry')).toBe(false)
  await page.keyboard.press('Escape')
  // its deletion is asked first, and can be taken back
  const titles = async () => (await entries()).map(({ title }) => title)
  await page.goto(`/user/calendar?view=day&date=${date(30)}&entry=event-${made.id}`)
  await page.getByRole('dialog', { name: 'Harbour dive' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Delete “Harbour dive”?').waitFor()
  expect(await titles()).toContain('Harbour dive')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Deleted: Harbour dive').waitFor()
  expect(await titles()).not.toContain('Harbour dive')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(titles).toContain('Harbour dive')
  // what is written here is still here when the page is loaded again
  const begun = page.getByRole('dialog', { name: 'New event' })
  await page.getByRole('button', { name: 'New event' }).click()
  await begun.getByLabel('Title').fill('Half written')
  await begun.getByText(/^Kept on this device/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'New event' }).click()
  await expect.poll(() => begun.getByLabel('Title').inputValue()).toBe('Half written')
  await begun.getByRole('button', { name: 'Cancel' }).click()
  await begun.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New event' }).click()
  expect(await begun.getByLabel('Title').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  expect(faults).toEqual([])
})

test('a meeting of the team leads to its page, and is called off after it was asked', { skip: !long }, async () => {
  const { page } = teacher
  const body = {
    course_id: course,
    title: 'Marking week 8',
    start_time: at(4, 15),
    end_time: at(4, 16),
    live_addr: 'https://live.example.edu/m',
  }
  await they.call('POST /api/instruction-team/meeting', { body })
  await page.goto(week())
  const chip = page.getByRole('button', { name: /^Marking week 8/ })
  await chip.click()
  const dialog = page.getByRole('dialog', { name: 'Marking week 8' })
  await dialog.getByRole('link', { name: 'Live stream' }).waitFor()
  await dialog.getByRole('link', { name: 'Open the meeting' }).click()
  await page.getByRole('heading', { name: 'Marking week 8' }).waitFor()
  await page.goto(`/course/${course}/enrollments`)
  await page.getByRole('link', { name: 'Marking week 8' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.goto(week())
  await chip.click()
  await dialog.getByRole('button', { name: 'Call off' }).click()
  const ask = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: /^Call off/ }))
    .first()
  await ask.waitFor()
  expect(await chip.count()).toBe(1)
  await ask.getByRole('button', { name: 'Call off' }).click()
  await chip.waitFor({ state: 'detached' })
  // the focus goes to what is beside it, or to the calendar's title
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-item], h1'))).toBe(true)
})

test('a phone chooses what is shown; a finger that stays on an entry moves it', { skip: !long }, async () => {
  const { page } = await open(browser, product.url, { phone: true }).then(async (window) => {
    await signInBy(window.context, product.url, { login: school.people.teacher.login, password: school.password })
    return window
  })
  const ofCourse = { target_type: 'course' as const, target_data: { course_id: course } }
  await they.call('POST /api/calendar-events', { body: { title: 'Rowing', start_time: at(3, 9), end_time: at(3, 10), ...ofCourse } })
  await page.goto(`/user/calendar?view=day&date=${date(3)}`)
  const chip = page.getByRole('button', { name: /^Rowing/ })
  await chip.waitFor()
  await page.getByRole('button', { name: 'Subscribe with iCal' }).waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Events' }).click()
  await chip.waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
  await picture(page, 'calendar-phone')
  await page.getByRole('checkbox', { name: 'Events' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Colours of courses' }).click()
  await page.getByRole('group', { name: 'Colour of Marine Biology II' }).getByRole('radio', { name: 'Blue' }).check()
  const colours = async () => (await they.call('GET /api/calendar-entries', { query: { start: at(0, 0), end: at(1, 0) } })).colours
  await expect.poll(colours).toEqual([{ course_id: course, color: 'blue' }])
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Use its usual colour' }).click()
  await expect.poll(colours).toEqual([])
  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const carry = async ([x, y]: readonly [number, number], by: readonly (readonly [number, number])[]) => {
    await finger('touchStart', x, y)
    // a finger that stays: this is time, not a condition
    await new Promise((resolve) => setTimeout(resolve, 600))
    for (const [right, down] of by) await finger('touchMove', x + right, y + down)
    await finger('touchEnd')
  }
  await chip.scrollIntoViewIfNeeded()
  const box = (await chip.boundingBox())!
  await carry(
    [box.x + 40, box.y + 20],
    [10, 30, 52].map((down) => [0, down] as const),
  )
  await expect.poll(() => timesOf('Rowing')).toEqual([`${at(3, 10)} ${at(3, 11)}`])
  // in the month of a tablet to another day, and back
  await page.setViewportSize({ width: 900, height: 1000 })
  await page.goto(`/user/calendar?view=month&date=${date(3)}`)
  const inMonth = page.getByRole('button', { name: /Rowing, / })
  await inMonth.waitFor()
  await inMonth.scrollIntoViewIfNeeded()
  const there = (await inMonth.boundingBox())!
  const wide = (await column(page, 3).boundingBox())!.width
  await carry(
    [there.x + 20, there.y + 10],
    [0.3, 0.7, 1].map((part) => [part * wide, 0] as const),
  )
  await expect.poll(() => timesOf('Rowing')).toEqual([`${at(4, 10)} ${at(4, 11)}`])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => timesOf('Rowing')).toEqual([`${at(3, 10)} ${at(3, 11)}`])
})

test('a meeting is asked for, agreed to by who manages the calendar, and is then seen by all', async () => {
  const { page } = teacher
  await page.goto(week())
  await page.getByRole('button', { name: 'New event' }).click()
  await page.getByRole('dialog').getByText('Meeting', { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a meeting' })
  expect(await dialog.getByText('Give it a title').count()).toBe(0)
  await dialog.getByLabel('Title').fill('Curriculum committee')
  const begins = dialog.getByRole('textbox', { name: /^Begins/ })
  await begins.fill(at(3, 10).slice(0, 16).replace('T', ' '))
  await dialog.getByRole('textbox', { name: /^Ends/ }).fill(at(3, 11).slice(0, 16).replace('T', ' '))
  await dialog.getByLabel('Room').fill('Senate room')
  await dialog.getByRole('button', { name: 'Request a meeting' }).click()
  await page.getByRole('button', { name: /^Curriculum committee.*Waiting for approval/ }).waitFor()
  await picture(page, 'calendar-week')
  const managed = await windowOf('manager')
  await managed.page.goto('/management/meetings')
  await managed.page.getByText('Curriculum committee').waitFor()
  await managed.page.getByRole('button', { name: 'Approve' }).click()
  const student = await school.signIn('student')
  await expect.poll(async () => (await entries(student)).map(({ title }) => title)).toContain('Curriculum committee')
  await page.getByRole('button', { name: /^Curriculum committee, Senate room, Thursday[^W]*$/ }).waitFor()
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
