// Messages as people meet them: a list that bundles, with a way back; choices that are kept; a bulletin from its text to who has confirmed it.
import { until } from '@lyceum/kit/test/wait'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, long, open, picture, signInBy, signInByForm, type Window } from './browser.ts'

const product = started()
let school: School, browser: Browser, student: Window, reader: Person, course: string

async function windowOf(person: SchoolPerson): Promise<Window> {
  const window = await open(browser, product.url)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  return window
}

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const [teacher, admin] = await Promise.all([school.signIn('teacher'), school.signIn('admin')])
  reader = await school.signIn('student')
  await admin.call('PUT /api/org/settings', { body: { time_zone: 'Asia/Bangkok' } })
  course = (await teacher.call('POST /api/course', { body: { name: 'Marine Biology II', course_code: 'MB2' } })).id
  const params = { id: course }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [reader.id], role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const untilNotified = async (kind: string, many: number) =>
    (await reader.call('GET /api/notifications', { query: {} })).items.some(({ type, count }) => type === kind && count === many)
  // facts of a course come in order, those of its activities beside them: the enrolment is known where the opening of the course is
  await until(() => untilNotified('course_published', 1))
  for (const title of ['Tides', 'Currents', 'Salt'])
    await teacher.call('POST /api/courses/:id/activities', { params, body: { type: 'page', title, published: true } })
  await until(() => untilNotified('activity_opened', 3))
  student = await windowOf('student')
})
afterAll(() => browser?.close())

test('notifications that belong together are one line; all are marked as read, and come back', async () => {
  const { page, faults } = student
  await page.goto('/user/notifications')
  await page.getByText('3 new items in Marine Biology II').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect.poll(async () => (await reader.call('GET /api/notifications/unread-count', {})).unread_count).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await reader.call('GET /api/notifications/unread-count', {})).unread_count).toBeGreaterThan(0)
  expect(faults).toEqual([])
  // the link of a mail, where nobody is signed in: first the sign-in page, then what it is about
  const { items } = await reader.call('GET /api/notifications', { query: {} })
  const bundle = items.find(({ type }) => type === 'activity_opened')!
  const elsewhere = await open(browser, product.url)
  await elsewhere.page.goto(`/user/notifications?open=${bundle.id}`)
  await elsewhere.page.getByLabel('Password', { exact: true }).waitFor()
  await signInByForm(elsewhere.page, school.people.student.login, school.password)
  await elsewhere.page.waitForURL(`**/course/${bundle.payload.course!.id}/content**`)
  await expect.poll(async () => (await reader.call('GET /api/notifications/:id', { params: { id: bundle.id } })).read_at).not.toBeNull()
  await elsewhere.context.close()
})

test('a choice of the matrix and quiet hours are kept, with the zone in which they hold', async () => {
  const { page, faults } = student
  await page.goto('/user/settings/notifications')
  const choice = page.getByRole('checkbox', { name: 'A course opens: E-mail' })
  await choice.uncheck()
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await page.getByLabel('From', { exact: true }).selectOption('21:00')
  const kept = async () => {
    const { types, quiet } = await reader.call('GET /api/notification-preferences', {})
    return [types.find(({ type }) => type === 'course_published')!.channels.mail.wanted, quiet?.from]
  }
  await expect.poll(kept).toEqual([false, '21:00'])
  await page.reload()
  await choice.waitFor()
  expect([await choice.isChecked(), await page.getByLabel('From', { exact: true }).inputValue()]).toEqual([false, '21:00'])
  expect(faults).toEqual([])
})

test('a bulletin is written, pops up once, is confirmed, and its writer sees by whom', async () => {
  const manager = await windowOf('manager')
  const { page } = manager
  await page.goto('/management/bulletins')
  await page.getByRole('button', { name: 'Write a bulletin' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New bulletin' })
  await dialog.getByLabel('Title').fill('Fire drill')
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Meet on the lawn.')
  await dialog
    .getByRole('region', { name: 'Attachments' })
    .locator('input[type=file]')
    .setInputFiles([{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the lawn') }])
  await dialog.getByText('Readers confirm that they have read it').click()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('The bulletin is out').waitFor()
  await student.page.goto('/user/courses')
  const popup = student.page.getByRole('dialog', { name: '1 new bulletin' })
  await popup.getByText('Meet on the lawn.').waitFor()
  await picture(student.page, 'bulletin-popup')
  const file = await popup.getByRole('link', { name: 'plan.txt' }).getAttribute('href')
  expect(await (await student.context.request.get(file!)).text()).toBe('the lawn')
  await popup.getByRole('button', { name: 'I have read this' }).click()
  await popup.getByText(/^Confirmed/).waitFor()
  await popup.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(async () => (await reader.call('GET /api/bulletins/unread', { query: {} })).items.length).toBe(0)
  await student.page.reload()
  await student.page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await popup.count()).toBe(0)
  await page.reload()
  await page.getByText('1 confirmed').waitFor()
})

test('a teacher writes a bulletin on the page of the course; its students see it above the content, and once read only what is pinned', async () => {
  const { page, context, faults } = await windowOf('teacher')
  await page.goto(`/course/${course}/content`)
  await page.getByRole('button', { name: 'Write a bulletin' }).click()
  const dialog = page.getByRole('dialog', { name: 'New bulletin' })
  await dialog.getByLabel('Title').fill('Boat at nine')
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Bring boots.')
  expect(await axe(page)).toEqual([])
  await picture(page, 'bulletin-of-course')
  // a narrower window has no room for the button; what is being written stays
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(() => page.getByText('Write a bulletin', { exact: true }).count()).toBe(0)
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Boat at nine')
  await page.setViewportSize({ width: 1280, height: 800 })
  // what was set in the fold is seen when the draft comes back
  const confirm = dialog.getByText('Readers confirm that they have read it')
  await dialog.getByText('Files, times and confirmation').click()
  await confirm.click()
  await page.getByText(/^Kept on this device/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Write a bulletin' }).click()
  await confirm.click()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Boat at nine')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('The bulletin is out').waitFor()
  const teacher = await school.signIn('teacher')
  const body = { title: 'Rules of the lab', content: '<p>Wash your hands.</p>', state: 'published' as const, pinned: true }
  await teacher.call('POST /api/courses/:id/bulletins', { params: { id: course }, body })
  // to who wrote it, it is no news
  await expect.poll(() => page.getByRole('region', { name: 'Bulletins' }).getByRole('link').allTextContents()).toEqual(['Rules of the lab'])
  await context.close()
  await student.page.goto(`/course/${course}/content`)
  const shown = student.page.getByRole('region', { name: 'Bulletins' })
  const titles = () => shown.getByRole('link').allTextContents()
  await expect.poll(titles).toEqual(['Unread. Rules of the lab', 'Unread. Boat at nine'])
  await picture(student.page, 'bulletins-above-content')
  await shown.getByRole('link', { name: 'Boat at nine' }).click()
  await student.page.getByText('Bring boots.').waitFor()
  await student.page.goBack()
  await expect.poll(titles).toEqual(['Unread. Rules of the lab'])
  expect([...faults, ...student.faults]).toEqual([])
})

test('a teacher writes to a member from the list of members; the student reads it whole, and the teacher keeps what was sent', async () => {
  const { page, context, faults } = await windowOf('teacher')
  await page.goto(`/course/${course}/enrollments?role=student`)
  await page.getByRole('checkbox', { name: `Select ${school.people.student.name}` }).check()
  await page.getByRole('button', { name: 'Message', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Message' })
  await dialog.getByText(`To: ${school.people.student.name}`).waitFor()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Your boots are here.\nCome by at ten.')
  expect(await axe(page)).toEqual([])
  await picture(page, 'message-to-members')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Sent to 1 person').waitFor()
  await page.getByRole('link', { name: 'Sent messages' }).click()
  await page.getByText('Come by at ten.').waitFor()
  await context.close()
  await student.page.goto('/user/notifications')
  await student.page.getByRole('link', { name: /wrote to you in Marine Biology II/ }).click()
  const read = student.page.getByRole('dialog', { name: 'Marine Biology II' })
  await read.getByText('Come by at ten.').waitFor()
  expect(await axe(student.page)).toEqual([])
  await picture(student.page, 'message-read')
  await read.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(() => new URL(student.page.url()).search).toBe('')
  // the way back does not lead into the popup
  await student.page.goBack()
  expect([new URL(student.page.url()).search, await read.count()]).toEqual(['', 0])
  expect([...faults, ...student.faults]).toEqual([])
})

test('the text of a bulletin is in its form again after the session has ended; one that somebody else has saved stands beside it', {
  skip: !long,
}, async () => {
  const admin = await school.signIn('admin')
  const manager = await windowOf('manager')
  const { page } = manager
  const { id, version } = await admin.call('POST /api/org/bulletins', {
    body: { title: 'Lunch', content: '<p>In the hall.</p>', state: 'draft' } as never,
  })
  await page.goto('/management/bulletins')
  await page.getByRole('button', { name: 'Lunch', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit bulletin' })
  await dialog.getByLabel('Title').fill('Lunch at noon')
  await page.getByText(/^Kept on this device/).waitFor()
  await manager.context.clearCookies()
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await page.waitForURL('**/login?next=*')
  await signInBy(manager.context, product.url, { login: school.people.manager.login, password: school.password })
  await page.goto('/management/bulletins')
  await dialog.getByText(/^This is what you wrote on/).waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Lunch at noon')
  await admin.call('PUT /api/org/bulletins/:id', { params: { id }, body: { title: 'Lunch at one', version } as never })
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await page.getByText('Two versions').waitFor()
  expect(await page.getByText('Lunch at one').count()).toBeGreaterThan(0)
})
