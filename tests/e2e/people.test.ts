// The people of a course: added by a list that is checked first, taken out and brought back.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { type Person, signIn } from '../flows/school.ts'
import { axe, long, picture } from './browser.ts'
import { as, login, settled, tooWide, windowPerTest, world } from './visit.ts'

const window = windowPerTest('teacher')
let teacher: Person
let course: string

beforeAll(async () => {
  teacher = await signIn(product(), { ...login('teacher'), org: world().org })
  course = (await teacher.call('POST /api/course', { body: { name: 'Reef ecology', course_code: 'REEF 1' } })).id
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
})

const place = () => `/course/${course}/enrollments`
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('people are added by a pasted list, taken out, and brought back', async () => {
  const { page, faults } = window
  await page.goto(place())
  await settled(page, place())
  await page.getByRole('button', { name: 'Add people' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Paste a list' }).click()
  await dialog
    .getByLabel('User numbers or e-mail addresses')
    .fill(
      `Students of the reef\n"${world().names.student}" <${world().logins.student}>\n${world().logins.teacher}, ${world().logins.student}`,
    )
  await dialog.getByRole('button', { name: 'Check 3 entries' }).click()
  for (const text of ['1 to add', '1 in the course already', '1 unknown']) await dialog.getByText(text).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'people-preview')
  await dialog.getByRole('button', { name: 'Add 1 person' }).click()
  await row(page, world().names.student).waitFor()
  await picture(page, 'people')
  await row(page, world().names.student).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Remove from course' }).click()
  await row(page, world().names.student).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row(page, world().names.student).waitFor()
  expect(faults).toEqual([])
})

test('on a phone the bar of the chosen people is one line with all its actions, and a card has no head without a value', async () => {
  const { page, context } = await as(window.browser, 'teacher', { phone: true })
  await page.goto(place())
  await settled(page, place())
  const cards = page.getByRole('list').filter({ hasText: world().names.student }).getByRole('listitem')
  await cards.getByText('User number').first().waitFor()
  expect(await cards.getByText('Class', { exact: true }).count()).toBe(0)
  await cards.getByRole('checkbox').last().check()
  const bar = page.locator('[role=toolbar][data-foot]')
  const remove = bar.getByRole('button', { name: 'Remove from course' })
  await remove.focus()
  const rightEdge = async () => {
    const box = await remove.boundingBox()
    return box ? box.x + box.width : Number.POSITIVE_INFINITY
  }
  await expect.poll(rightEdge).toBeLessThanOrEqual(390)
  expect((await bar.boundingBox())!.height).toBeLessThan(70)
  expect([await axe(page), await tooWide(page)]).toEqual([[], 0])
  await context.close()
})

test('people are found and added on a phone, in the dark', { skip: !long }, async () => {
  const { page, context } = await as(window.browser, 'teacher', { phone: true, theme: 'dark' })
  await page.goto(place())
  await settled(page, place())
  await page.getByRole('button', { name: 'Add people' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Name, user number or e-mail' }).fill(world().names.secondStudent)
  await dialog.getByRole('checkbox', { name: world().names.secondStudent }).check()
  expect([await axe(page), await tooWide(page)]).toEqual([[], 0])
  await picture(page, 'people-add-phone')
  await dialog.getByRole('button', { name: 'Add 1 person' }).click()
  await page.getByText(world().names.secondStudent).first().waitFor()
  await context.close()
})

test('a person is invited by address; wrong ones are marked; the invited person joins by the popup', async () => {
  const { page, faults } = window
  await page.goto(place())
  await settled(page, place())
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('E-mail addresses')
  await field.fill(`"Third" <${world().logins.thirdStudent}>, nobody@example.org, not an address,`)
  await field.press('Enter')
  await dialog.getByText('1 address is wrong').waitFor()
  await dialog.getByRole('button', { name: 'Remove the wrong ones' }).click()
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click()
  await dialog.getByText(/Nobody here has this e-mail address \(1\): nobody@example.org/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'invite')
  await dialog.getByRole('button', { name: 'Remove the wrong ones' }).click()
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click()
  await page.getByText('1 person invited').waitFor()
  await page.getByRole('link', { name: 'Invitations' }).click()
  await row(page, world().names.thirdStudent).getByText('Waiting').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'invitations')

  const invited = await as(window.browser, 'thirdStudent', { phone: true })
  await invited.page.goto('/user/notifications')
  await invited.page.getByRole('link', { name: /invites you to Reef ecology/ }).click()
  const popup = invited.page.getByRole('dialog', { name: 'Join Reef ecology?' })
  await popup.waitFor()
  expect(await axe(invited.page)).toEqual([])
  await picture(invited.page, 'invite-confirm')
  await popup.getByRole('button', { name: 'Join' }).click()
  await invited.page.getByText('You are in Reef ecology now').waitFor()
  expect(await settled(invited.page, `/course/${course}/content`)).toBe('Reef ecology')
  await row(page, world().names.thirdStudent).getByText('Joined').waitFor()
  expect([...faults, ...invited.faults]).toEqual([])

  const { items } = await teacher.call('GET /api/courses/:id/invites', { params: { id: course }, query: {} })
  await page.goto(`/course/${course}/content?invite=${items[0]?.id}`)
  await page.getByRole('dialog', { name: 'This invitation was cancelled' }).waitFor()
  // any other refusal: there is no such course any more; of a server that fails nothing is said of the course
  for (const [status, name] of [
    [410, 'The course has been deleted'],
    [403, 'The course has been deleted'],
    [503, 'The server is not reachable at the moment. Try again in a moment.'],
  ] as const) {
    const body = { code: 'unavailable', message: '', params: {}, errors: {}, details: {}, request_id: 'r' }
    await page.route('**/api/invites/*/status', (route) => route.fulfill({ status, json: body }))
    await page.reload()
    await page.getByRole('dialog', { name }).waitFor()
    await page.unroute('**/api/invites/*/status')
  }
  await invited.context.close()
})

test('ten thousand addresses are pasted, of which two in five are wrong: the page says so and stays usable', { skip: !long }, async () => {
  const { page, faults } = window
  await page.goto(place())
  await settled(page, place())
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail addresses').focus()
  await page.evaluate(() => {
    const one = (nth: number) =>
      nth % 5 < 2 ? `person ${nth}` : nth % 5 === 2 ? `"Tan, ${nth}" <p${nth}@bücher.example>` : `"p ${nth}"@a.example`
    const all = Array.from({ length: 10_000 }, (_, nth) => one(nth))
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', [...all, ...all.slice(0, 500)].join('; '))
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await dialog.getByText(/^4.?000 addresses are wrong$/).waitFor()
  await dialog.getByRole('button', { name: 'Remove the wrong ones' }).click()
  // an invitation takes 500 at a time
  await dialog
    .getByText(/^At most 500 at a time/)
    .first()
    .waitFor()
  expect(await dialog.getByRole('button', { name: /^Remove / }).count()).toBeLessThanOrEqual(100)
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a role given to several is taken back by one press: each has their former one', async () => {
  const { page, faults } = window
  const params = { id: (await teacher.call('POST /api/course', { body: { name: 'Former roles' } })).id }
  const add = async (lines: string[], role: 'student' | 'instructor_assistant') => {
    const preview = await teacher.call('POST /api/courses/:id/enrollments/preview', { params, body: { lines } })
    const person_ids = preview.lines.flatMap(({ person }) => person?.id ?? [])
    await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids, role } })
  }
  await add([world().logins.student, world().logins.secondStudent], 'student')
  await add([world().logins.assistant], 'instructor_assistant')
  await page.goto(`/course/${params.id}/enrollments`)
  const names = [world().names.student, world().names.secondStudent, world().names.assistant]
  for (const name of names) await row(page, name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Make instructor' }).click()
  for (const name of names) await row(page, name).getByText('Instructor').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row(page, world().names.student).getByText('Student', { exact: true }).waitFor()
  await row(page, world().names.assistant).getByText('Instructor', { exact: true }).waitFor({ state: 'detached' })
  const { items } = await teacher.call('GET /api/courses/:id/members', { params, query: {} })
  const roles = Object.fromEntries(items.map(({ person, role }) => [person.name, role]))
  expect(names.map((name) => roles[name])).toEqual(['student', 'student', 'instructor_assistant'])
  expect(faults).toEqual([])
})

test('a full course has a waiting list; the code stands large for the projector', async () => {
  const { page, faults } = window
  const reef = (await teacher.call('POST /api/course', { body: { name: 'Small reef' } })).id
  await page.goto(`/course/${reef}/enrollments?part=waiting`)
  await page.getByRole('button', { name: 'Who may join' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Who may join' })
  await dialog.getByRole('switch', { name: 'Limit the number of students' }).check()
  await dialog.getByLabel('Seats').fill('1')
  expect(await axe(page)).toEqual([])
  await picture(page, 'who-may-join')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Access code and link' }).click()
  await page.getByRole('img', { name: 'QR code for joining Small reef' }).waitFor()
  await page.getByText(/\/j\?p=/).waitFor()
  await picture(page, 'access-code')
  await page.getByRole('button', { name: 'Show large' }).click()
  await page.getByText(/Scan the code, or enter it at/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'access-code-large')

  const { access_code } = await teacher.call('GET /api/course/:id/access_code', { params: { id: reef } })
  const first = await signIn(product(), { ...login('secondStudent'), org: world().org })
  await first.call('POST /api/course/join', { body: { access_code } })
  const late = await as(window.browser, 'thirdStudent', { phone: true })
  await late.page.goto(`/course/join/${access_code}`)
  await late.page.getByText('The only seat is taken.', { exact: false }).waitFor()
  await late.page.getByRole('button', { name: 'Join the waiting list' }).click()
  await late.page.getByText('You are waiting.', { exact: false }).waitFor()
  expect(await axe(late.page)).toEqual([])
  await picture(late.page, 'join-waiting')
  await page.goto(`/course/${reef}/enrollments?part=waiting`)
  await row(page, world().names.thirdStudent).waitFor()
  await picture(page, 'waiting-list')
  const { items } = await teacher.call('GET /api/courses/:id/members', {
    params: { id: reef },
    query: { conditions: '{"role":"student"}' },
  })
  await teacher.call('DELETE /api/course/enrollments', { body: { enrollment_ids: items.map(({ id }) => id) } })
  await row(page, world().names.thirdStudent).waitFor({ state: 'detached' })
  await late.page.reload()
  await late.page.getByRole('button', { name: 'Open course' }).waitFor()
  expect([...faults, ...late.faults]).toEqual([])
  await late.context.close()
})

test('a colleague is asked to teach the course: organisation, department and person are each asked for', async () => {
  const { page, faults } = window
  await page.goto(place())
  await settled(page, place())
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Team teaching' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Teach together' }).click()
  for (const text of ['Choose an organisation', 'Choose a department', 'Choose at least one person'])
    await dialog.getByText(text, { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Organisation' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: 'Marine Biology' }).click()
  await dialog.getByRole('checkbox', { name: world().names.otherTeacher }).check()
  expect(await dialog.getByRole('checkbox', { name: world().names.student }).count()).toBe(0)
  await picture(page, 'team-teaching')
  await dialog.getByRole('button', { name: 'Teach together' }).click()
  await row(page, world().names.otherTeacher).getByText('Instructor').waitFor()
  expect(faults).toEqual([])
})
