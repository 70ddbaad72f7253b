// The first look in the HTML of a page: without the page's code its title and a course's activities are already there, at the place and of the size that they
// have later.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { axe, launch, open, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser
let course = ''
beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Tides & <currents>', course_code: 'C1' } })).id
  const params = { id: course }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  // an empty course says so in more words than its title has
  for (const title of ['Ebb', 'Flood']) {
    const body = { type: 'page', title, body: '<p>Twice a day.</p>', published: true } as const
    await teacher.call('POST /api/courses/:id/activities', { params, body })
  }
})
afterAll(() => browser?.close())

/** Text, place and size of the heading; undefined where there is none. */
const heading = (page: Page) =>
  page.evaluate(() => {
    const title = document.querySelector('h1')
    const range = document.createRange()
    if (title) range.selectNodeContents(title)
    const { x, y, width, height } = range.getBoundingClientRect()
    return title ? { text: title.textContent, font: getComputedStyle(title).font, x, y, width, height } : undefined
  })

/** Text and place of the first activity's title; undefined where none is shown. */
const firstRow = (page: Page) =>
  page.evaluate(() => {
    const title = [...document.querySelectorAll('li .truncate.block')].find((element) => element.getClientRects().length > 0)
    const range = document.createRange()
    if (title) range.selectNodeContents(title)
    const { x, y, width, height } = range.getBoundingClientRect()
    return title ? { text: title.textContent, x, y, width, height } : undefined
  })

/** The largest of what the page has painted so far: its tag; undefined: it is gone, as the title of the first look. */
const largest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as (PerformanceEntry & { element: Element | null }) | undefined
          resolve(last?.element?.tagName)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )

test.each([
  ['/user/index', false],
  ['/user/index', true],
  ['/course/:id/content', false],
  ['/course/:id/content', true],
] as const)('%s, phone %s: the title stands where the page shows it', async (address, phone) => {
  const { page, context } = await open(browser, product.url, { phone })
  try {
    await signInBy(context, product.url, { login: school.people.student.login, password: school.password })
    const url = product.url + address.replace(':id', course)
    await page.goto(url)
    const main = page.getByRole('main').getByRole('heading', { level: 1 })
    await main.waitFor()
    // the page writes its cookies after it is drawn
    await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'lyceum_zone')).toBe(true)
    const later = await heading(page)
    const laterRow = !phone && address !== '/user/index' ? await firstRow(page) : undefined
    expect(laterRow?.text).toBe(phone || address === '/user/index' ? undefined : 'Ebb')
    // on a wide page nothing that comes later is larger than what was there at first
    if (!phone) await expect.poll(async () => (await largest(page)) ?? 'H1').toBe('H1')
    await page.route('**/*.js', (route) => route.abort())
    // a first read that takes longer than the HTML waits for it leaves the page without its first look
    await expect
      .poll(
        async () => {
          await page.goto(url)
          return await heading(page)
        },
        { timeout: 30_000 },
      )
      .toEqual(later)
    expect(await firstRow(page)).toEqual(laterRow)
    expect(await page.getByRole('main').count()).toBe(0)
    expect(await axe(page, { rules: ['color-contrast', 'page-has-heading-one', 'empty-heading'] })).toEqual([])
  } finally {
    await context.close()
  }
})

test('a browser that is too old is told so, and loads none of the code', async () => {
  const { page, context, faults } = await open(browser, product.url, { locale: 'id' })
  try {
    await page.addInitScript('delete window.CSSPropertyRule')
    await page.goto(product.url)
    await page.getByRole('heading', { name: 'Peramban ini sudah usang untuk Lyceum' }).waitFor()
    expect(await page.evaluate(() => 'lyceumVendor' in window)).toBe(false)
    expect(faults).toEqual([])
  } finally {
    await context.close()
  }
})
