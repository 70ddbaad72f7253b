// The people of a course with the keyboard alone: somebody is added by number, gets another role, is taken out and comes back; an invitation is accepted.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { type Person, signIn } from '../flows/school.ts'
import { picture } from './browser.ts'
import { held, tabTo } from './keys.ts'
import { as, login, settled, windowPerTest, world } from './visit.ts'

const window = windowPerTest('teacher')
let teacher: Person
let course: string
beforeAll(async () => {
  teacher = await signIn(product(), { ...login('teacher'), org: world().org })
  course = (await teacher.call('POST /api/course', { body: { name: 'Salt marshes', course_code: 'SALT 1' } })).id
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
})

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
/** Goes there by Tab and presses Enter. */
async function press(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name, 120)
  await page.keyboard.press(key)
}

test('add by number after a look, change the role, remove, undo', async () => {
  const { page, faults } = window
  const name = world().names.student
  await page.goto(`/course/${course}/enrollments`)
  await settled(page, `/course/${course}/enrollments`)
  await press(page, 'Add people')
  await page.getByRole('dialog').waitFor()
  // one stop for both tabs; arrows choose
  await tabTo(page, 'Search')
  await page.keyboard.press('ArrowRight')
  await held(page, 'Paste a list')
  await tabTo(page, 'User numbers or e-mail addresses')
  await page.keyboard.type(world().logins.student)
  await press(page, 'Check 1 entry')
  await page.getByText('1 to add').waitFor()
  await press(page, 'Add 1 person')
  await row(page, name).getByText('Student', { exact: true }).waitFor()
  await press(page, new RegExp(name), 'Space')
  await press(page, 'Make assistant')
  await row(page, name).getByText('Assistant', { exact: true }).waitFor()
  await press(page, new RegExp(name), 'Space')
  await press(page, 'Remove from course')
  await row(page, name).waitFor({ state: 'detached' })
  // the newest message is the last thing of the page
  await tabTo(page, 'Undo', 60, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await row(page, name).getByText('Assistant', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('an invitation is opened and accepted', async () => {
  const invited = await as(window.browser, 'thirdStudent')
  const { page } = invited
  await teacher.call('POST /api/course/:id/invites', {
    params: { id: course },
    body: { emails: [world().logins.thirdStudent], invite_type: 'email', role: 'student' },
  })
  await page.goto('/user/notifications')
  await page.getByRole('link', { name: /invites you to Salt marshes/ }).waitFor()
  await press(page, /invites you to Salt marshes/)
  await page.getByRole('dialog', { name: 'Join Salt marshes?' }).waitFor()
  await picture(page, 'invite-keyboard')
  await press(page, 'Join')
  await page.getByText('You are in Salt marshes now').waitFor()
  expect(await settled(page, `/course/${course}/content`)).toBe('Salt marshes')
  expect(invited.faults).toEqual([])
  await invited.context.close()
})
