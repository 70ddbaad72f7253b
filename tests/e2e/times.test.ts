// Times of one student, in a browser: a teacher extends a closed activity for one student, whose page opens by itself.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { axe, launch, picture } from './browser.ts'
import { as, login, settled, world } from './visit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
/** As it is typed into a field. */
const typed = (when: Date) => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${when.getFullYear()}.${two(when.getMonth() + 1)}.${two(when.getDate())} ${two(when.getHours())}:${two(when.getMinutes())}`
}

test('a closed activity opens for the student it is extended for, and is late there', async () => {
  const they = await signIn(product(), { ...login('teacher'), org: world().org })
  const me = await signIn(product(), { ...login('student'), org: world().org })
  const { id: course } = await they.call('POST /api/course', { body: { name: 'Tides by night' } })
  const params = { id: course }
  await they.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [me.id], role: 'student' } })
  await they.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const { id } = await they.call('POST /api/courses/:id/activities', {
    params,
    body: {
      type: 'page',
      title: 'Night watch',
      body: '<p>Look for the moon.</p>',
      published: true,
      completion_criterion_key: 'by_hand',
      due_time: hours(-3).toISOString(),
      end_time: hours(-1).toISOString(),
    },
  })
  const [teacher, student] = await Promise.all([as(browser, 'teacher'), as(browser, 'student')])
  const address = `/course/${course}/learning-activity#/${id}`
  await student.page.goto(address)
  await student.page.getByText(/^It ended /).waitFor()

  await teacher.page.goto(address)
  await teacher.page.getByRole('region', { name: 'Extensions' }).getByText('No extensions').click()
  await teacher.page.getByRole('button', { name: 'Extend for…' }).click()
  const dialog = teacher.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Students' }).click()
  await teacher.page.getByRole('option', { name: world().names.student }).click()
  await dialog.getByRole('textbox', { name: 'Closes' }).fill(typed(hours(48)))
  await dialog.getByRole('button', { name: 'Extend', exact: true }).click()
  await teacher.page.getByRole('region', { name: 'Extensions' }).getByText(world().names.student).waitFor()

  await student.page.getByText('Look for the moon.').waitFor()
  expect(await student.page.getByText(/^Late: it was due /).textContent()).toMatch(/You can still do it until/)
  await student.page.goto('/user/todo')
  await settled(student.page)
  await student.page
    .getByText(/^\d+ late$/)
    .first()
    .waitFor()
  // in the whole course, by per cent, then changed and taken back
  const { page } = teacher
  const own = page.getByRole('region', { name: 'Extensions' })
  await own.getByText('The times that hold for each').click()
  await own.getByText(/^Due .* · Closes /).waitFor()
  await page.goto(`/course/${course}/outline?view=times`)
  await page.getByRole('row').getByText('Night watch').waitFor()
  await page.getByRole('button', { name: 'Extend for…' }).click()
  await dialog.getByRole('combobox', { name: 'Students' }).click()
  await page.getByRole('option', { name: world().names.student }).click()
  await dialog.getByLabel('Extra time in').selectOption({ label: 'Per cent' })
  await dialog.getByLabel('Per cent more').fill('25')
  expect(await axe(page)).toEqual([])
  await picture(page, 'extend-course')
  await dialog.getByRole('button', { name: 'Extend', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'Whole course' })
  await row.getByText('25% longer').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'course-times')
  await row.getByRole('button', { name: /^Change: / }).click()
  await dialog.getByLabel('Attempts in all').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('25% longer · 3 attempts').waitFor()
  await row.getByRole('button', { name: /^Take back: / }).click()
  await row.waitFor({ state: 'detached' })
  expect(teacher.faults).toEqual([])
  await Promise.all([teacher.context.close(), student.context.close()])
})
