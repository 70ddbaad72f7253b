// The layout of bars, columns and rows at 1280 × 800 as the design draws them, within 2 px; and touch targets on a phone.
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, type Window } from './browser.ts'
import { as, settled, url, world } from './visit.ts'

let browser: Browser
let teacher: Window
let student: Window
let phone: Window
beforeAll(async () => {
  browser = await launch()
  ;[teacher, student, phone] = await Promise.all([as(browser, 'teacher'), as(browser, 'student'), as(browser, 'student', { phone: true })])
})
afterAll(() => browser?.close())

const box = async (of: Locator) => {
  const found = await of.first().boundingBox()
  if (!found) throw new Error('it is not shown')
  return found
}
const about = (value: number, wanted: number) => {
  expect(value).toBeGreaterThanOrEqual(wanted - 2)
  expect(value).toBeLessThanOrEqual(wanted + 2)
}
const content = () => `/course/${world().course}/content`

describe('the shell', () => {
  test('top bar 48, its search field and places inside it', async () => {
    const { page } = student
    await page.goto('/user/index')
    await settled(page)
    const bar = await box(page.locator('header'))
    about(bar.height, 48)
    about(bar.y, 0)
    about(bar.width, 1280)
  })
  test('work starts at 104: bar 48 and page header 56', async () => {
    const { page } = student
    await page.goto(content())
    await settled(page)
    const header = await box(page.locator('header').filter({ has: page.locator('h1') }))
    about(header.y, 48)
    about(header.height, 56)
    const menu = await box(page.getByRole('navigation', { name: 'Course menu' }).or(page.locator('nav').nth(1)))
    about(menu.y, 104)
    about(menu.width, 196)
    // scrolled, both bars stay, one below the other, and nothing of the page is behind one of them alone
    await page.setViewportSize({ width: 1280, height: 420 })
    await page.evaluate('scrollTo(0, 300)')
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(60)
    about((await box(page.locator('header').filter({ has: page.locator('h1') }))).y, 48)
    await page.goto(`/course/${world().course}/enrollments`)
    await settled(page)
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    const head = page.getByRole('columnheader', { name: 'Name', exact: true })
    expect((await box(head)).y).toBeGreaterThanOrEqual(102)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('columns and rows', () => {
  test('a student’s course page: rows of 47, a right column of 264, gutters of 24 to 32', async () => {
    const { page } = student
    await page.goto(content())
    await settled(page)
    const row = await box(page.locator('main li').filter({ has: page.getByRole('link', { name: 'Tide tables' }) }))
    about(row.height, 47)
    const side = await box(page.locator('main aside'))
    // Includes the padding of the page beside it, as the design draws it.
    about(1280 - side.x, 264)
    const gutter = side.x - (row.x + row.width)
    expect(gutter).toBeGreaterThanOrEqual(22)
    expect(gutter).toBeLessThanOrEqual(34)
  })
  test('a teacher’s course page: rows of 35', async () => {
    const { page } = teacher
    await page.goto(content())
    await settled(page)
    about((await box(page.locator('li[data-row]'))).height, 35)
  })
  test('the start page: content at most 1216, a right column of 328', async () => {
    const { page } = student
    await page.goto('/user/index')
    await settled(page)
    const aside = await box(page.locator('main aside'))
    about(aside.width, 328)
    const title = await box(page.locator('main h1'))
    expect(aside.x + aside.width - title.x).toBeLessThanOrEqual(1218)
  })
  test('tables: rows of 38 to 44, of 28 where teachers work', async () => {
    const { page } = teacher
    await page.goto(`/course/${world().course}/enrollments`)
    await settled(page)
    const { height } = await box(page.locator('tbody tr'))
    expect(height).toBeGreaterThanOrEqual(26)
    expect(height).toBeLessThanOrEqual(46)
  })
  test('controls of 32, fields of 34', async () => {
    const { page } = teacher
    await page.goto('/user/courses')
    await settled(page)
    about((await box(page.getByRole('button', { name: 'Create course' }))).height, 32)
    await page.getByRole('button', { name: 'Create course' }).first().click()
    about((await box(page.getByLabel('Course name'))).height, 34)
  })
})

describe('on a phone', () => {
  test('top bar 52, navigation below of 72, controls of 44', async () => {
    const { page } = phone
    await page.goto('/user/index')
    await settled(page)
    about((await box(page.locator('header'))).height, 52)
    const nav = await box(page.locator('nav').last())
    about(nav.height, 72)
    about(nav.y + nav.height, 844)
    await page.goto('/course/join')
    await settled(page)
    about((await box(page.locator('main form button[type=submit]'))).height, 44)
    about((await box(page.locator('main form input'))).height, 44)
  })
  test('a state of many words leaves the menu of its row free', async () => {
    const { page, context } = await as(browser, 'teacher', { phone: true })
    const { org, workshop } = world()
    const draft = { type: 'page', title: 'Low water', body: '<p>At six.</p>', published: true }
    const headers = { origin: url(), 'request-scope': org }
    expect((await context.request.post(`${url()}/api/courses/${workshop}/activities`, { data: draft, headers })).status()).toBe(201)
    await page.goto(`/course/${workshop}/content`)
    const row = page.locator('li[data-row]').filter({ hasText: 'Low water' })
    const state = await box(row.getByRole('button', { name: /^Visible once/ }).filter({ visible: true }))
    expect(state.x + state.width).toBeLessThanOrEqual((await box(row.getByRole('button', { name: /Low water/ }).last())).x)
    await context.close()
  })
  test('targets are at least 24 px, and 44 where one stands alone', async () => {
    const { page } = phone
    for (const at of ['/user/index', '/user/courses', content()]) {
      await page.goto(at)
      await settled(page)
      const small = await page.evaluate<string[]>(`[...document.querySelectorAll('a[href], button')]
        .filter((one) => one.checkVisibility() && !one.closest('.screen-reader') && getComputedStyle(one).display !== 'inline' && !/-translate-y/.test(one.className))
        .map((one) => [one.getBoundingClientRect(), one])
        .filter(([box]) => box.width > 0 && box.height > 0 && (box.width < 24 || box.height < 20))
        .map(([box, one]) => (one.ariaLabel ?? one.textContent).trim().slice(0, 40) + ' ' + Math.round(box.width) + '×' + Math.round(box.height))`)
      expect([at, small]).toEqual([at, []])
    }
  })
})
