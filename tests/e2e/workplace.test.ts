// The workplace messenger in a browser: an administrator sets it up and tries it, a teacher makes the chat of a course, a code of the management goes
// there; and the list of sign-ins.
import { dingtalkStandIn, type StandIn, startStandIn } from '@lyceum/identity/test/messengers'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser
let school: School
let stand: StandIn
beforeAll(async () => {
  ;[browser, school, stand] = await Promise.all([launch(), makeSchool(at), startStandIn(dingtalkStandIn, inject('messenger'))])
  const client = new pg.Client(at.databases.identity)
  await client.connect()
  for (const [nth, who] of (['admin', 'teacher', 'student'] as const).entries()) {
    const number = `1360000000${nth}`
    await client.query('update persons set mobile_phone = $2, mobile_verified_at = now() where id = $1', [
      school.people[who].id,
      `+86${number}`,
    ])
    if (who !== 'admin') stand.people.set(number, who)
  }
  await client.end()
})
afterAll(async () => {
  stand.stop()
  await browser.close()
})

const as = async (who: 'admin' | 'teacher', options: Parameters<typeof open>[2] = {}) => {
  const window = await open(browser, at.url, options)
  await signInBy(window.context, at.url, { login: school.people[who].login, password: school.password })
  return window
}
const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('the messenger is set up, tried until it works, and a course gets a chat', async () => {
  const { page, context, faults } = await as('admin')
  await page.goto('/management/workplace')
  await page.getByRole('combobox', { name: 'Messenger' }).selectOption({ label: 'DingTalk' })
  await page.getByRole('switch', { name: 'On' }).check()
  await page.getByLabel('App key').fill('ding-key')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect(await page.getByText('Needed to turn it on').count()).toBe(2)
  expect(await axe(page)).toEqual([])
  await page.getByLabel('App secret').fill('ding-secret')
  await page.getByLabel('Agent ID (digits)').fill('77')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The messenger is saved').waitFor()
  await page.getByText('Set. Leave empty to keep it.').nth(2).waitFor()
  expect(await page.getByLabel('App secret').inputValue()).toBe('')

  await page.getByRole('button', { name: 'Run the test' }).click()
  await step(page, 'It knows you').getByText('Failed').waitFor()
  await page.getByText('Nobody there has your proven number or your e-mail address').waitFor()
  await step(page, 'A message to you').getByText('Not tried').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-workplace')
  stand.people.set('13600000000', 'admin')
  await page.getByRole('button', { name: 'Run the test' }).click()
  await step(page, 'A message to you').getByText('Passed').waitFor()
  expect(stand.messages).toHaveLength(1)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  expect(faults).toEqual([])
  await context.close()

  const teacher = await school.signIn('teacher')
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Tides' } })
  const { student, secondStudent } = school.people
  await teacher.call('POST /api/courses/:id/enrollments', {
    params: { id: course },
    body: { person_ids: [student.id, secondStudent.id], role: 'student' },
  })
  const window = await as('teacher')
  await window.page.goto(`/course/${course}/enrollments`)
  await window.page.getByRole('button', { name: 'Make a group chat' }).click()
  await window.page.getByText('The group chat is made').waitFor()
  await window.page.getByText(`The messenger does not know ${secondStudent.name}.`).waitFor()
  expect(await window.page.getByRole('link', { name: 'Open group chat' }).getAttribute('href')).toBe('https://join.dingtalk.test/chat1')
  expect(stand.chats[0]?.users.toSorted()).toEqual(['student', 'teacher'])
  expect(await axe(window.page)).toEqual([])
  await picture(window.page, 'course-group-chat')
  expect(window.faults).toEqual([])
  await window.context.close()
})

test('a code of the management goes to the messenger, and the popup says so', async () => {
  const admin = await school.signIn('admin')
  await admin.call('PUT /api/org/settings', { body: { management_auth_code: true } })
  const { page, context, faults } = await as('admin')
  await page.goto('/management/workplace')
  const popup = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await popup.getByRole('button', { name: 'Send code' }).click()
  await popup.getByText('The code is in DingTalk.').waitFor()
  await until(() => stand.messages.length === 2)
  expect(await axe(page)).toEqual([])
  const code = /\b[2-9A-HJKMNP-Z]{6}\b/.exec(stand.messages[1]!.text)![0]
  await popup.getByLabel('Code').pressSequentially(code)
  await popup.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Workplace messenger' }).waitFor()

  await page.goto('/management/sign-ins')
  await page
    .getByRole('row', { name: new RegExp(school.people.teacher.name) })
    .first()
    .waitFor()
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption({ label: 'Wrong password' })
  await page.getByText('No sign-in fits').waitFor()
  expect(page.url()).toContain('outcome=wrong')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('searchbox').fill(school.people.teacher.name)
  await page
    .getByRole('row', { name: new RegExp(school.people.teacher.name) })
    .first()
    .waitFor()
  // while the search reads, what was listed before is dimmed
  await expect.poll(() => page.url()).toContain('q=')
  await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-sign-ins')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  expect(stand.faults).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
