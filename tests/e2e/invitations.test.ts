// Invitations to an account in a browser: sent from the list of people, opened by the link of the mail, used once, and sent anew once they have expired.
import { createHash, randomUUID } from 'node:crypto'
import { until } from '@lyceum/kit/test/wait'
import type { Browser } from 'playwright-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, signInByForm, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
const number = randomUUID().slice(0, 8)
const email = `izzah.${number}@example.edu`
let browser: Browser
let school: School
let window: Window
let person: string
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  const admin = await school.signIn('admin')
  person = (await admin.call('POST /api/users', { body: { name: 'Nurul Izzah', user_no: number, email, roles: ['student'] } })).id
  window = await open(browser, at.url)
  await signInBy(window.context, at.url, { login: school.people.admin.login, password: school.password })
})
afterAll(() => browser.close())

/**
 * The path of the link of an invitation, once there are so many: its mail goes out within a minute, so the test writes the token's hash. It works for so
 * many days.
 */
async function linkTo(nth: number, days = 7): Promise<string> {
  const token = `${nth}`.repeat(43)
  const client = new pg.Client(at.databases.identity)
  await client.connect()
  const write = async () => {
    const { rowCount } = await client.query(
      `update account_invitations i set hash = $2, email = $3, sent_at = now(), expires_at = now() + make_interval(days => $4)
       where id = (select id from account_invitations where person_id = $1 order by created_at offset $5 limit 1)`,
      [person, createHash('sha256').update(token).digest(), email, days, nth - 1],
    )
    return rowCount === 1 || undefined
  }
  await until(write, 30_000).finally(() => client.end())
  return `/set-password#${token}`
}

test('somebody is invited from the list, sets a password by the link once, and signs in', async () => {
  const { page, faults } = window
  await page.goto(`/management/people?q=${number}`)
  await page.getByRole('checkbox', { name: /Nurul Izzah/ }).check()
  await page.getByRole('button', { name: 'Send invitations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send invitations' })
  await dialog.getByText('Only those who have never signed in').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'invitation-send')
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await page.getByText('1 invitation is on its way').waitFor()
  await picture(page, 'invitation-sent')
  expect(faults).toEqual([])

  const link = await linkTo(1)
  const invited = await open(browser, at.url)
  await invited.page.goto(link)
  await invited.page.getByText(/Nurul Izzah/).waitFor()
  expect(await axe(invited.page)).toEqual([])
  await picture(invited.page, 'invitation-open')
  const field = invited.page.getByLabel('New password')
  const set = invited.page.getByRole('button', { name: 'Set password' })
  await field.fill('short')
  await set.click()
  await invited.page.getByText('At least 10 characters', { exact: true }).waitFor()
  await field.fill(email)
  await set.click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await invited.page.getByText('At least 10 characters', { exact: true }).waitFor({ state: 'detached' })
  expect(await axe(invited.page)).toEqual([])
  await picture(invited.page, 'invitation-weak')
  const password = 'mangrove tide at dawn'
  await field.fill(password)
  await set.click()
  await invited.page.getByText('Password set. Sign in with it.').waitFor()
  await picture(invited.page, 'invitation-set')
  await signInByForm(invited.page, email, password)
  await invited.page.waitForURL(/\/user\//)
  expect(invited.faults).toEqual([])
  await invited.context.close()

  const again = await open(browser, at.url)
  await again.page.goto(link)
  await again.page.getByText('The password was set by this link already.').waitFor()
  await again.page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
  expect(await axe(again.page)).toEqual([])
  await picture(again.page, 'invitation-used')
  await again.context.close()
})

test('on a phone in the dark, in Thai, a link that has expired sends another one, which opens', async () => {
  const admin = await school.signIn('admin')
  await admin.call('POST /api/users/invitations', { body: { ids: [person], only_new: false } })
  const expired = await linkTo(2, -1)
  const { page, context, faults } = await open(browser, at.url, { phone: true, theme: 'dark', locale: 'th' })
  await page.goto(expired)
  const renew = page.getByRole('button', { name: 'ส่งลิงก์ใหม่' })
  await renew.waitFor()
  expect([await axe(page), await tooWide(page)]).toEqual([[], 0])
  await picture(page, 'invitation-expired-thai')
  await renew.click()
  await page.getByText('ลิงก์ใหม่กำลังส่งไปยังอีเมลของบัญชี').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'invitation-renewed-thai')
  await page.goto(await linkTo(3))
  await page.getByText(/Nurul Izzah/).waitFor()
  expect([await axe(page), await tooWide(page)]).toEqual([[], 0])
  await picture(page, 'invitation-open-thai')
  await page.goto(`/set-password#${'x'.repeat(40)}`)
  await page.getByText('ลิงก์นี้ใช้ไม่ได้แล้ว').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'invitation-unknown-thai')
  expect(faults).toEqual([])
  await context.close()
})
