// Code of dialogs without a connection, and lists of the management that somebody may not read: the page stays, and says what there is to do.
import { expect, test } from 'vitest'
import { axe, picture } from './browser.ts'
import { as, settled, windowPerTest } from './visit.ts'

const teacher = windowPerTest('teacher')

test('a dialog whose code does not load leaves the page, and opens once there is a connection', async () => {
  const { page, context } = teacher
  await page.goto('/user/courses')
  await settled(page)
  const search = page.getByRole('searchbox').first()
  await search.fill('tides')
  await context.setOffline(true)
  const create = page.getByRole('button', { name: 'Create course' }).first()
  await create.click()
  const notice = page.getByRole('alertdialog', { name: 'This did not load' })
  await notice.waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'dialog-not-loaded')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.waitFor()
  await page.keyboard.press('Escape')
  await notice.waitFor({ state: 'detached' })
  expect(await search.inputValue()).toBe('tides')
  await create.click()
  await notice.waitFor()
  await context.setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Create course' })
  await dialog.getByLabel('Course name').waitFor()
})

test('a list of the management says that a right is missing and leads back', async () => {
  const { page, context } = await as(teacher.browser, 'admin')
  try {
    await page.goto('/management/people')
    await settled(page)
    await page.route('**/api/users?*', (route) => route.fulfill({ status: 403, json: { code: 'forbidden', message: '' } }))
    await page.getByRole('searchbox', { name: 'Name, number or e-mail' }).fill('nobody')
    await page.getByRole('heading', { name: 'You cannot open this' }).waitFor()
    await page.getByText(/^Your role does not include this right\./).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await picture(page, 'list-forbidden')
    await page.getByRole('link', { name: 'Go home' }).click()
    await page.waitForURL('**/user/index')
  } finally {
    await context.close()
  }
})
