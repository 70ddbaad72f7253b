// The second field of every form, pressed first: what the first one then says stands in a room that was there before, so that the press arrives and
// nothing has moved.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School, SchoolPerson } from '../flows/school.ts'
import { launch, open, picture, signInBy, type Window } from './browser.ts'

const product = started()
let school: School, browser: Browser, course: string

type Form = {
  name: string
  address: () => string
  /** Opens it and returns its frame; without it the page's own form. */
  open?: (page: Page) => Promise<Locator>
  /** The message of the first field once it was left empty. */
  says?: string
}

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  await (await school.signIn('admin')).call('PUT /api/org/settings', { body: { toggles: ['timetables'] } })
  course = (await (await school.signIn('teacher')).call('POST /api/course', { body: { name: 'Tides', course_code: 'T1' } })).id
})
afterAll(() => browser?.close())

async function windowOf(person?: SchoolPerson): Promise<Window> {
  const window = await open(browser, product.url)
  if (person) await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  return window
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const dialog = async (page: Page, button: string | RegExp, title?: string | RegExp) => {
  await press(page, button)
  const frame = title ? page.getByRole('dialog', { name: title }) : page.getByRole('dialog').last()
  await frame.locator('input, textarea').filter({ visible: true }).first().waitFor()
  return frame
}
const entry = (kind: string, title: string) => async (page: Page) => {
  const frame = await dialog(page, 'New event', 'New event')
  await frame.getByText(kind, { exact: true }).click()
  const next = page.getByRole('dialog', { name: title })
  await next.locator('input[type=text]').first().waitFor()
  return next
}
const at = (address: string) => () => address
const inCourse = (part: string) => () => `/course/${course}/${part}`
const forms: Record<'teacher' | 'admin' | 'guest', Form[]> = {
  teacher: [
    { name: 'an event', address: at('/user/calendar'), open: (page) => dialog(page, 'New event', 'New event'), says: 'Give it a title.' },
    { name: 'a lesson', address: at('/user/calendar'), open: entry('Lesson', 'New lesson') },
    { name: 'a meeting', address: at('/user/calendar'), open: entry('Meeting', 'Request a meeting'), says: 'Give it a title.' },
    { name: 'a course', address: at('/user/courses'), open: (page) => dialog(page, 'Create course') },
    { name: 'a homework', address: inCourse('learning-activity#/new/homework') },
    { name: 'an exam', address: inCourse('learning-activity#/new/exam') },
    { name: 'a group set', address: inCourse('groups'), open: (page) => dialog(page, 'New group set') },
    { name: 'a link', address: at('/user/settings'), open: (page) => dialog(page, 'Add link') },
    { name: 'a password', address: at('/user/settings'), open: (page) => dialog(page, 'Change password') },
  ],
  admin: [
    { name: 'a year', address: at('/management/terms'), open: (page) => dialog(page, 'Add an academic year') },
    { name: 'a scale', address: at('/management/score-scales'), open: (page) => dialog(page, 'Add scale') },
    {
      name: 'a bulletin',
      address: at('/management/bulletins'),
      open: async (page) => {
        const frame = await dialog(page, 'Write a bulletin', 'New bulletin')
        await frame.locator('[contenteditable=true]').waitFor()
        return frame
      },
    },
  ],
  guest: [{ name: 'login', address: at('/login') }],
}

const controls = 'input:not([type=hidden], [type=file], [type=radio]), textarea, select, [contenteditable=true]'
/** The faults of this form: where the second field is after its press, and whether it was reached. */
async function wrong(page: Page, form: Form): Promise<string[]> {
  await page.goto(form.address())
  const frame = form.open ? await form.open(page) : page.locator('main')
  const all = frame.locator(controls).filter({ visible: true })
  const [first, second] = [all.nth(0), all.nth(1)]
  await first.focus()
  // the dialog has risen, and what loads with it is there
  let before = ''
  await expect
    .poll(async () => {
      const last = before
      before = JSON.stringify(await second.boundingBox())
      return last === before
    })
    .toBe(true)
  const place = JSON.parse(before) as { x: number; y: number; width: number; height: number }
  await second.evaluate((control) => {
    for (const event of ['click', 'focusin']) control.addEventListener(event, () => control.setAttribute('data-reached', event))
  })
  await page.mouse.move(place.x + Math.min(place.width / 2, 40), place.y + place.height / 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => first.evaluate((control) => document.activeElement === control)).toBe(false)
  const found: string[] = []
  if (!(await second.getAttribute('data-reached').then((reached) => reached === 'click' || reached === 'focusin')))
    found.push(`${form.name}: the press reached nothing`)
  if (form.says) await frame.getByText(form.says).waitFor()
  await picture(page, `second-field-${form.name.replaceAll(' ', '-')}`)
  const after = (await second.boundingBox())!
  if (Math.abs(after.y - place.y) > 1) found.push(`${form.name}: the second field moved by ${after.y - place.y} px`)
  return found
}

test('a press on the second field of a form reaches it, and nothing has moved', async () => {
  const found: string[] = []
  for (const person of ['teacher', 'admin', 'guest'] as const) {
    const { page, context, faults } = await windowOf(person === 'guest' ? undefined : person)
    for (const form of forms[person]) found.push(...(await wrong(page, form).catch((error: Error) => [`${form.name}: ${error.message}`])))
    found.push(...faults)
    await context.close()
  }
  expect(found).toEqual([])
})
