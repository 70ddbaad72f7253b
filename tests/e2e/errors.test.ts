// The error catalogue of the specification (§8) in a browser, row by row for the existing features.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { open } from './browser.ts'
import { endSession, login, settled, signInHere, url, windowPerTest, world } from './visit.ts'

const teacher = windowPerTest('teacher')

/** Replaces the next answers of a call; everything else is real. */
const answer = (page: Page, method: string, path: string | RegExp, status: number, body: object, headers: Record<string, string> = {}) =>
  page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: { params: {}, errors: {}, details: {}, request_id: 'r', message: '', ...body }, headers })
      : route.fallback(),
  )
const toast = (page: Page) => page.locator('#above [role=alert], #above [role=status]')
const createDialog = async (page: Page) => {
  await page.goto('/user/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  return page.getByRole('dialog')
}

describe('the session', () => {
  test('401 on any call: to /login?next= with path, query and hash', async () => {
    const { page } = teacher
    await page.goto('/user/courses?role=instructor')
    await settled(page)
    await endSession(teacher)
    await page.getByRole('radio', { name: 'Assisting' }).click({ force: true })
    await page.waitForURL('**/login?next=*')
    expect(new URL(page.url()).searchParams.get('next')).toMatch(/^\/user\/courses/)
    await page.getByText('Your session has ended.').waitFor()
  })

  test('409 session.other: the tab loads anew as the person whose cookie it is, and nothing was written', async () => {
    const { page } = teacher
    const dialog = await createDialog(page)
    await dialog.getByLabel('Course name').fill('Of the teacher')
    const other = await page.context().request.post(`${url()}/api/session`, { data: login('otherTeacher'), headers: { origin: url() } })
    expect(other.status()).toBe(201)
    const loaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: 'Create course' }).click()
    await loaded
    await page.getByRole('button', { name: `Account of ${world().names.otherTeacher}` }).waitFor()
    const they = await signIn(product(), { ...login('otherTeacher'), org: world().org })
    const mine = await they.call('GET /api/my-courses', { query: { page_size: 100 } })
    expect(mine.items.map(({ name }) => name)).not.toContain('Of the teacher')
  })
})

describe('a call that is refused', () => {
  test('a generic error: a toast shows the server’s message', async () => {
    const { page } = teacher
    await answer(page, 'PUT', '**/api/course/*/role', 409, { code: 'something.new', message: 'The server says why' })
    await page.goto(`/course/${world().course}/content`)
    await page.getByRole('radio', { name: 'Student' }).click({ force: true })
    await toast(page).getByText('The server says why').waitFor()
  })

  test('field errors stand at their fields, the first has the focus, and they go when the field changes', async () => {
    const { page } = teacher
    await answer(page, 'POST', '**/api/course', 400, {
      code: 'invalid',
      errors: { course_code: ['Too long'], semester: ['Unknown'] },
      details: { course_code: [{ code: 'field.tooLong', params: { limit: 5 } }], semester: [{ code: 'field.choice', params: {} }] },
    })
    const dialog = await createDialog(page)
    await dialog.getByLabel('Course name').fill('Tides')
    await dialog.getByLabel('Course code').fill('MB 214')
    await dialog.getByRole('button', { name: 'Create course' }).click()
    await dialog.getByText('At most 5 characters').waitFor()
    expect(await dialog.getByLabel('Course code').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => dialog.getByLabel('Course code').evaluate((field) => field.matches(':focus'))).toBe(true)
    await dialog.getByLabel('Course code').fill('MB')
    await dialog.getByText('At most 5 characters').waitFor({ state: 'detached' })
    await dialog.getByText('Choose one of the entries').waitFor()
    expect(await dialog.getByLabel('Course name').inputValue()).toBe('Tides')
  })

  test('publish failure: the first entry of errors.published', async () => {
    const { page } = teacher
    await answer(page, 'PUT', '**/api/courses/*/publish', 400, {
      code: 'course.notPublishable',
      errors: { published: ['Nobody teaches the course', 'The course has no name'] },
      details: {
        published: [
          { code: 'course.publish.instructorMissing', params: {} },
          { code: 'course.publish.nameMissing', params: {} },
        ],
      },
    })
    await page.goto(`/course/${world().workshop}/content`)
    await page.locator('header').getByRole('button', { name: 'Draft', exact: true }).click()
    await page.getByRole('menuitem', { name: /Publish/ }).click()
    const popup = page.getByRole('dialog', { name: /^Publish “/ })
    await popup.getByRole('button', { name: 'Publish the course' }).click()
    await popup.getByText('Add an instructor first').waitFor()
    expect(await page.getByText('Give the course a name first').count()).toBe(0)
  })

  test('an invalid access code is said at its field', async () => {
    const { page } = teacher
    await page.goto('/course/join')
    await page.getByRole('textbox').fill('abc-')
    await page.keyboard.press('Enter')
    await page.getByText('A code has at least 7 characters, 0–9 and A–Z').waitFor()
    await page.getByRole('textbox').fill('ZZZZZZZ99')
    await page.keyboard.press('Enter')
    await page.getByText('No course has this access code').waitFor()
  })

  test('a list that does not come says so, that work is safe, and tries again', async () => {
    const { page } = teacher
    let broken = true
    await page.route('**/api/my-courses?*', (route) =>
      broken
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'x', params: {}, errors: {}, details: {}, request_id: 'r' } })
        : route.fallback(),
    )
    await page.goto('/user/studios')
    const failed = page.getByRole('alert').filter({ hasText: 'Your courses did not load' })
    await failed.waitFor()
    broken = false
    await failed.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No studios yet').waitFor()
    // where all of a page does not come, its notice is the page's heading
    await answer(page, 'GET', /\/api\/activities\/[0-9a-f-]+$/, 500, { code: 'internal' })
    await page.goto(`/course/${world().course}/learning-activity#/${world().page}`)
    await page.getByRole('heading', { level: 1, name: 'The activity did not load' }).waitFor({ state: 'attached' })
  })
})

describe('the line', () => {
  test('offline: a banner says what is kept and what waits to be sent, until the line is back', async () => {
    const { page, context } = teacher
    const dialog = await createDialog(page)
    await dialog.getByLabel('Course name').fill('Written in a tunnel')
    await context.setOffline(true)
    await page.getByText(/^No connection\. 1 text is kept on this device, not sent yet\./).waitFor()
    await context.setOffline(false)
    await page.getByText(/^No connection/).waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Course name').inputValue()).toBe('Written in a tunnel')
  })

  test('a server that cannot be reached is said too, and found again', async () => {
    const { page } = teacher
    await page.goto('/user/courses')
    await settled(page)
    await page.route('**/api/**', (route) => route.abort())
    await page.route('**/d/version', (route) => route.abort())
    await page.getByRole('radio', { name: 'Teaching' }).click({ force: true })
    await page.getByText(/^No connection/).waitFor()
    await page.unroute('**/api/**')
    await page.unroute('**/d/version')
    await page.getByText(/^No connection/).waitFor({ state: 'detached' })
  })
})

describe('releases', () => {
  test('a new version, seen twice thirty seconds apart: a toast that stays and loads the page anew', async () => {
    const { page } = teacher
    let version = ''
    await page.route('**/d/version', (route) => (version ? route.fulfill({ json: { version } }) : route.fallback()))
    await page.clock.install()
    // the check begins once the page has settled, beside the popup of bulletins
    const begun = page.waitForResponse('**/api/bulletins/unread?*')
    await page.goto('/user/courses')
    await settled(page)
    await page.clock.runFor(2000)
    await begun
    const told = toast(page).getByText('A new version is ready.')
    const look = async (after: string) => {
      const asked = page.waitForResponse('**/d/version')
      await page.clock.fastForward(after)
      await asked
      await page.clock.runFor(1000)
    }
    version = 'next-1'
    await look('10:00')
    expect(await told.count()).toBe(0)
    version = 'next-2'
    await look('00:30')
    expect(await told.count()).toBe(0)
    await look('00:30')
    await told.waitFor()
    await page.clock.fastForward('05:00')
    expect(await told.count()).toBe(1)
    const loaded = page.waitForEvent('load')
    await page.locator('#above').getByRole('button', { name: 'Reload' }).click()
    await loaded
  })

  test('a part that an update took away loads the page anew once, and then says that it failed', async () => {
    const { page } = teacher
    await page.goto('/user/index')
    await settled(page)
    let asked = 0
    let loads = 0
    let documents = 0
    page.on('load', () => loads++)
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents++
    })
    await page.route('**/assets/settings-page-*.js', (route) => {
      asked++
      return route.fulfill({ status: 404, body: '' })
    })
    await page.evaluate(
      `history.pushState({ idx: 9 }, '', '/user/settings'); dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`,
    )
    await page.getByText('This page did not load').waitFor()
    await expect.poll(() => loads).toBe(1)
    await page.getByText('This page did not load').waitFor()
    // a reload reads the version and then its document: another one would be at its document when later reads are answered
    const afterReload = documents
    for (const _ of [1, 2]) await page.evaluate(`fetch('/d/version', { cache: 'no-store' }).then(({ ok }) => ok)`)
    expect([loads, documents]).toEqual([1, afterReload])
    expect(asked).toBeGreaterThanOrEqual(2)
    await page.unroute('**/assets/settings-page-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  test('a mistake of the page is told once, the noisy kinds never', async () => {
    const { page } = teacher
    const told: { message: string; url: string }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/client-errors')) told.push(request.postDataJSON())
    })
    await page.goto('/user/index?q=private#x')
    await settled(page)
    const answered = page.waitForResponse('**/api/client-errors')
    for (const message of [
      'ResizeObserver loop limit exceeded',
      'Failed to fetch dynamically imported module: /x.js',
      'boom at maya@example.edu',
      'boom at maya@example.edu',
    ])
      await page.evaluate(`setTimeout(() => { throw new Error(${JSON.stringify(message)}) })`)
    expect((await answered).status()).toBe(204)
    // reports go out in the order of their mistakes
    await page.evaluate(`setTimeout(() => { throw new Error('the last one') })`)
    await expect.poll(() => told.at(-1)?.message).toBe('Error: the last one')
    expect(told.map(({ message, url: at }) => [message, at])).toEqual([
      ['Error: boom at …@…', '/user/index'],
      ['Error: the last one', '/user/index'],
    ])
    teacher.faults.length = 0
  })

  test('an older browser gets a plain page in its language', async () => {
    for (const [locale, words] of [
      ['en', 'This browser is too old for Lyceum'],
      ['th', 'เบราว์เซอร์นี้เก่าเกินไปสำหรับ Lyceum'],
    ] as const) {
      const { page, context } = await open(teacher.browser, url(), { locale })
      await page.addInitScript('delete window.CSSPropertyRule')
      await page.goto('/user/index')
      await page.getByRole('heading', { name: words }).waitFor()
      expect(page.url()).not.toContain('/login')
      await context.close()
    }
  })
})

test('after the sign-in page has refused, the field says so and never which of the two was wrong', async () => {
  const { page, context } = await open(teacher.browser, url())
  await page.goto('/login')
  await page.locator('input[name=login]').fill(login('teacher').login)
  await page.locator('input[name=password]').fill('wrong')
  await page.locator('form button[type=submit]').click()
  await page
    .getByText(/do not match/)
    .first()
    .waitFor()
  expect(await page.locator('input[name=password]').getAttribute('aria-invalid')).toBe('true')
  await signInHere(page, 'teacher')
  await page.waitForURL('**/user/index')
  await context.close()
})
