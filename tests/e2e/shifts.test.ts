// Nothing moves while a page comes: the layout shift of the pages people open most, over a slow line, with the answers of the calls
// in the order they came and in the opposite one.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { film, pdf } from '../media.ts'
import { launch, type Look, open, signInBy } from './browser.ts'

const most = 0.05
const product = started()
let school: School, browser: Browser
const at: Record<string, string> = { 'sign-in page': '/login', 'start page': '/user/index' }

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const teacher: Person = await school.signIn('teacher')
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Currents', course_code: 'C1' } })
  const params = { id: course }
  const body = { person_ids: [school.people.student.id], role: 'student' as const }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const [recording, sheet] = [await send(teacher, 'deep.mp4', await film(4, '320x180')), await send(teacher, 'Tide tables.pdf', pdf())]
  await settled(teacher, recording.id)
  await teacher.call('PUT /api/uploads/:id/chapters', {
    params: { id: recording.id },
    body: {
      chapters: [
        { title: 'What makes water heavy', second: 0 },
        { title: 'It sinks', second: 2 },
      ],
    },
  })
  const { id: module_id } = await teacher.call('POST /api/courses/:id/modules', { params, body: { name: 'Twice a day' } })
  const add = async (body: object) =>
    (await teacher.call('POST /api/courses/:id/activities', { params, body: { module_id, published: true, ...body } as never })).id
  const activity = (id: string) => `/course/${course}/learning-activity#/${id}`
  at['course page'] = `/course/${course}/content`
  at['video page'] = activity(await add({ type: 'online_video', title: 'Why deep water sinks', upload_ids: [recording.id] }))
  at['page of a file'] = activity(await add({ type: 'material', title: 'Tide tables', upload_ids: [sheet.id] }))
  for (let nth = 1; nth <= 8; nth++) {
    const end_time = nth % 2 ? null : new Date(Date.now() + nth * 86_400_000).toISOString()
    const id = await add({ type: 'page', title: `Reading ${nth}`, body: '<p>High water twice a day.</p>'.repeat(9), end_time })
    at['written page'] = activity(id)
  }
  await add({ type: 'page', title: 'Later', body: '<p>x</p>', start_time: new Date(Date.now() + 86_400_000).toISOString() })
}, 240_000)
afterAll(() => browser?.close())

type Shift = { value: number; moved: string[] }
const watch = `window.shifts = []
new PerformanceObserver((list) => {
  for (const one of list.getEntries())
    window.shifts.push({
      value: one.value,
      moved: one.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement
        return (element ? element.tagName + '.' + String(element.className).slice(0, 50) : 'gone') + ' ' + from.y + ' → ' + to.y
      }),
    })
}).observe({ type: 'layout-shift', buffered: true })`

/** What moved while this page came, and by how much in all. */
async function shifts(address: string, look: Look, who: 'student' | 'teacher' | undefined, late: (nth: number) => number) {
  const { page, context } = await open(browser, product.url, look)
  if (who) await signInBy(context, product.url, { login: school.people[who].login, password: school.password })
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await line.send('Emulation.setCPUThrottlingRate', { rate: 2 })
  let nth = 0
  await page.route(/\/api\/(?!session$|config$|stream)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, late(nth++)))
    await route.continue().catch(() => {})
  })
  await page.addInitScript(watch)
  await page.goto(address, { timeout: 60_000 })
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: 60_000 })
  await page.locator('.shimmer').first().waitFor({ state: 'detached', timeout: 60_000 })
  await page.waitForTimeout(1500)
  const found = await page.evaluate<Shift[]>('window.shifts')
  await context.close()
  return { sum: found.reduce((sum, { value }) => sum + value, 0), found: found.filter(({ value }) => value > 0.005) }
}

/** The first call of a page answers last, or the other way round. */
const orders = {
  'the first answers last': (nth: number) => Math.max(0, 800 - 200 * nth),
  'one after another': (nth: number) => 200 * Math.min(nth, 5),
}
test.each([
  ['sign-in page', undefined, 'phone', 'the first answers last'],
  ['start page', 'student', 'phone', 'the first answers last'],
  ['start page', 'student', 'phone', 'one after another'],
  ['start page', 'teacher', 'window', 'the first answers last'],
  ['course page', 'student', 'phone', 'the first answers last'],
  ['video page', 'student', 'phone', 'the first answers last'],
  ['video page', 'student', 'phone', 'one after another'],
  ['video page', 'teacher', 'window', 'the first answers last'],
  ['page of a file', 'student', 'phone', 'the first answers last'],
  ['written page', 'student', 'phone', 'the first answers last'],
] as const)('nothing moves: %s, %s, %s, %s', async (name, who, size, order) => {
  const { sum, found } = await shifts(at[name] ?? '', { phone: size === 'phone' }, who, orders[order])
  expect(sum, JSON.stringify(found, null, 1)).toBeLessThanOrEqual(most)
})
