// Groups: a teacher makes a set, distributes, drags, moves by keys and undoes; a student signs up on a phone.
import { scaled, until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser, course: string

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Tides', course_code: 'T1' } })).id
  const params = { id: course }
  const person_ids = (['student', 'secondStudent', 'thirdStudent'] as const).map((who) => school.people[who].id)
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids, role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
})
afterAll(() => browser?.close())

/** A notification that waits until its move can no more be undone is delivered at once; resolves when the check holds. */
async function deliverNow(check: () => Promise<boolean>): Promise<void> {
  const notification = new pg.Client(product.databases.notification)
  await notification.connect()
  try {
    await until(
      async () => {
        await notification.query(`update kit.jobs set run_at = now() where kind = 'deliverNotices' and lease_until is null`)
        return await check()
      },
      scaled(60_000),
      500,
    )
  } finally {
    await notification.end()
  }
}

/** One name is a part of another. */
const called = (name: string) => new RegExp(`^${name}`)
const seenBy = async (person: 'teacher' | 'student' | 'thirdStudent', look: Look = {}) => {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  await window.page.goto(`/course/${course}/groups`)
  return window
}

test('a set is made, distributed, changed by pointer and keys; a student signs up', async () => {
  const { page, context, faults } = await seenBy('teacher')
  const [maya, second] = [school.people.student.name, school.people.secondStudent.name]
  await page.getByRole('button', { name: 'New group set' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Lab teams')
  await page.getByRole('spinbutton', { name: 'Number of groups' }).fill('2')
  await page.getByRole('button', { name: 'Make' }).click()
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  await column('In no group')
    .getByRole('button', { name: called(maya) })
    .waitFor()
  await column('Group 2').waitFor()

  // by chance, with a preview that changes nothing
  await page.getByRole('button', { name: 'Distribute' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('list', { name: 'Groups as they would be' }).getByText('Group 2').waitFor()
  await picture(page, 'groups-preview')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save these groups' }).click()
  await page.getByText('3 students moved').waitFor()
  await column('In no group').getByText('Everybody is in a group').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await column('In no group')
    .getByRole('button', { name: called(maya) })
    .waitFor()

  // by pointer, and back
  await column('In no group')
    .getByRole('button', { name: called(maya) })
    .dragTo(column('Group 1'))
  await column('Group 1')
    .getByRole('button', { name: called(maya) })
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await column('In no group')
    .getByRole('button', { name: called(maya) })
    .waitFor()

  // by keys: two at once, then a leader
  for (const name of [maya, second])
    await column('In no group')
      .getByRole('checkbox', { name: `Select ${name}`, exact: true })
      .press('Space')
  await page.getByRole('button', { name: 'Move to a group' }).press('Enter')
  const group = page.getByRole('combobox', { name: 'Group' })
  await group.fill('Group 2')
  await group.press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await column('Group 2')
    .getByRole('button', { name: called(maya) })
    .press('Enter')
  await page.getByRole('checkbox', { name: 'Leads the group' }).press('Space')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await column('Group 2').getByRole('img', { name: 'Leader' }).waitFor()
  await picture(page, 'groups-board')
  expect(await axe(page)).toEqual([])

  // a file with a line that fits nobody
  await page.getByRole('button', { name: 'More about Lab teams' }).click()
  await page.getByRole('menuitem', { name: 'Groups from a file' }).click()
  const csv = `number,team,leader\n${school.people.thirdStudent.login},Reefs,yes\n999999,Reefs,\n`
  await page.locator('input[type=file]').setInputFiles({ name: 'teams.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('2 lines read').waitFor()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('is not in this course').waitFor()
  await page.getByText(`Leader: ${school.people.thirdStudent.name}`).waitFor()
  await picture(page, 'groups-file')
  await page.getByRole('button', { name: 'Save these groups' }).click()
  await column('Reefs')
    .getByRole('button', { name: called(school.people.thirdStudent.name) })
    .waitFor()
  await column('Reefs').getByRole('img', { name: 'Leader' }).waitFor()

  // sign-up with two seats: Maya takes the free one
  await page.getByRole('button', { name: 'More about Lab teams' }).click()
  await page.getByRole('menuitem', { name: 'Name and sign-up' }).click()
  await page.getByRole('switch', { name: 'Students sign up by themselves' }).click()
  await page.getByRole('spinbutton', { name: 'Seats of a group' }).fill('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Sign-up is open').waitFor()
  const student = await seenBy('student', { phone: true, theme: 'dark' })
  await student.page.getByText('You are in Group 2').waitFor()
  const reefs = student.page.getByRole('listitem').filter({ has: student.page.getByRole('heading', { name: 'Reefs' }) })
  await picture(student.page, 'groups-sign-up')
  expect(await axe(student.page)).toEqual([])
  await reefs.getByRole('button', { name: 'Change to this one' }).click()
  await student.page.getByText('You are in Reefs', { exact: true }).waitFor()
  // the teacher's page hears of it
  await column('Reefs')
    .getByRole('button', { name: called(maya) })
    .waitFor()
  await page.getByRole('button', { name: 'More about Lab teams' }).click()
  await page.getByRole('menuitem', { name: 'Delete this group set' }).click()
  await page.getByText('No groups yet').waitFor()
  // the message of the saved groups may still be there, with a way back of its own
  const deleted = page.getByRole('status').locator('> div').filter({ hasText: '“Lab teams” deleted' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await column('Reefs').waitFor()
  expect([...faults, ...student.faults]).toEqual([])

  // whom the file put into a group is told of it when the time of undoing is over; who signed up is not
  const told = await seenBy('thirdStudent', { phone: true })
  await deliverNow(async () => {
    await told.page.goto('/user/notifications')
    await told.page.getByRole('heading', { level: 1 }).waitFor()
    return (await told.page.getByRole('link', { name: 'You are in Reefs now' }).count()) > 0
  })
  expect(await axe(told.page)).toEqual([])
  await picture(told.page, 'groups-told')
  await told.page.getByRole('link', { name: 'You are in Reefs now' }).click()
  await told.page.getByText('You are in Reefs', { exact: true }).waitFor()
  const signedUp = await school.signIn('student')
  const { items } = await signedUp.call('GET /api/notifications', { query: {} })
  expect(items.map(({ type }) => type)).not.toContain('group_placed')
  expect(told.faults).toEqual([])
  await Promise.all([context.close(), student.context.close(), told.context.close()])
})
