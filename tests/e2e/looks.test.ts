// The looks of every page of a course: light and dark, on a phone, in two more languages; screenshots, and no finding of axe-core.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { product as started } from '../flows/product.ts'
import { axe, demoPerson, type Look, launch, long, open, picture, signInBy } from './browser.ts'

type Row = { id: string; type: string; title: string; uploads: { name: string; status: string }[] }
const product = started()
let browser: Browser
let course: string
const activity: Record<string, string> = {}

beforeAll(async () => {
  browser = await launch()
  const { context } = await open(browser, product.url)
  const get = async (path: string, org = '') =>
    (await context.request.get(product.url + path, { headers: org ? { 'request-scope': org } : {} })).json()
  await signInBy(context, product.url, await demoPerson(context, product.url, 'Maya'))
  const { org_id: org } = (await get('/api/session')) as { org_id: string }
  const film = async () => {
    const { items } = (await get('/api/my-courses', org)) as { items: { id: string; name: string }[] }
    course = items.find((one) => one.name === 'Marine Biology II')?.id ?? ''
    if (!course) return 'no course'
    const { activities = [] } = (await get(`/api/courses/${course}/content`, org)) as { activities?: Row[] }
    for (const one of activities) activity[one.type] ??= one.id
    // a document that is drawn page by page
    activity.material = activities.find(({ uploads }) => uploads[0]?.name.endsWith('.pdf'))?.id ?? ''
    return activities.find((one) => one.type === 'online_video')?.uploads[0]?.status ?? 'no film'
  }
  // The demo school is still under construction: wait for its film.
  for (let state = await film(); state !== 'ready'; state = await film()) await sleep(1000)
  await context.close()
})
afterAll(async () => {
  await browser?.close()
})

/** A table, on a phone its cards. */
const rows = 'main :is(table, ul[aria-label])'
const looks: Record<string, Look> = {
  light: {},
  phone: { phone: true },
  'phone-dark-th': { phone: true, theme: 'dark', locale: 'th' },
  ...(long && { dark: { theme: 'dark' }, 'zh-CN': { locale: 'zh-CN' } }),
}

test('the sign-in page of a demo school offers its people by one click', async () => {
  const { page, context, faults } = await open(browser, product.url)
  await page.goto(`/course/${course}/content`)
  await page.waitForURL('**/login?next=*')
  await page.getByRole('button', { name: /Maya Thornton/ }).click()
  await page.waitForURL(`**/course/${course}/content`)
  await page.getByRole('heading', { level: 1, name: 'Marine Biology II' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test.each(Object.entries(looks))('pages of a course: %s', async (name, look) => {
  const windows = { maya: await open(browser, product.url, look), elena: await open(browser, product.url, look) }
  await signInBy(windows.maya.context, product.url, await demoPerson(windows.maya.context, product.url, 'Maya'))
  await signInBy(windows.elena.context, product.url, await demoPerson(windows.elena.context, product.url, 'Elena'))
  const screens: [string, 'maya' | 'elena', string, string][] = [
    ['content', 'maya', `/course/${course}/content`, 'h2'],
    ['video', 'maya', `/course/${course}/learning-activity#/${activity.online_video}`, 'video'],
    ['document', 'maya', `/course/${course}/learning-activity#/${activity.material}`, 'canvas'],
    ['page', 'maya', `/course/${course}/learning-activity#/${activity.page}`, 'article'],
    ['arrange', 'elena', `/course/${course}/content`, 'li[data-row]'],
    ['watchers', 'elena', `/course/${course}/learning-activity#/${activity.online_video}`, rows],
    ['members', 'elena', `/course/${course}/enrollments`, rows],
    ['files', 'elena', '/user/resources', rows],
    ['join', 'maya', '/course/join', 'form'],
  ]
  // All pages in light and on a phone; the other looks change colours and words, not the pages.
  const few = name === 'light' || name === 'phone' ? screens.map(([screen]) => screen) : ['content', 'video', 'arrange', 'files']
  const found: string[] = []
  /** Both people at once, each in a window of their own. */
  const lookAt = async (who: 'maya' | 'elena') => {
    const { page } = windows[who]
    for (const [screen, , path, mark] of screens.filter(([screen, person]) => person === who && few.includes(screen))) {
      await page.goto(path)
      await page.locator(mark).filter({ visible: true }).first().waitFor()
      await picture(page, `${screen}-${name}`)
      for (const line of await axe(page)) found.push(`${screen}: ${line}`)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      if (wide > 0) found.push(`${screen}: ${wide} px wider than the window`)
    }
  }
  await Promise.all([lookAt('maya'), lookAt('elena')])
  expect(found).toEqual([])
  expect([...windows.maya.faults, ...windows.elena.faults]).toEqual([])
  await windows.maya.context.close()
  await windows.elena.context.close()
})
