// The layout shift of the most opened pages as they load over a slow line, with the answers of the calls one at a time, in their order and
// in the opposite one: nothing moves.
import { scaled, until } from '@lyceum/kit/test/wait'
import type { Browser, Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { film, pdf } from '../media.ts'
import { launch, type Look, long, open, signInBy } from './browser.ts'

const most = 0.05
type Order = 'the first answers last' | 'one after another'
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
}, scaled(240_000))
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

/**
 * A page waits some seconds for its parts, then shows the ones that are there (useTogether). This timer stands still while the calls are
 * held, since that time depends on the speed of the machine. `startPatience()` gives every such timer its whole time from then on.
 */
const patience = `if (window === top) {
  const { setTimeout: start, clearTimeout: end } = window
  const paused = new Map()
  const started = new Map()
  window.setTimeout = (work, ms, ...rest) => {
    if (window.startPatience === undefined || !(ms >= 2000)) return start(work, ms, ...rest)
    const id = start(() => {}, 2 ** 31 - 1)
    paused.set(id, () => started.set(id, start(work, ms, ...rest)))
    return id
  }
  window.clearTimeout = (id) => {
    paused.delete(id)
    end(started.get(id))
    end(id)
  }
  window.startPatience = () => {
    delete window.startPatience
    for (const go of paused.values()) go()
  }
}`

/**
 * Holds the calls of a page and lets them be answered one at a time; between two answers everything else has loaded and the page was
 * painted. So each state that a slow line can show occurs, whatever the speed of the machine.
 */
async function holdCalls(page: Page, order: Order): Promise<{ answerAll(): Promise<void> }> {
  const underWay = new Set<Request>()
  const held: Route[] = []
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events'
  page.on('request', (request) => {
    const from = request.redirectedFrom()
    if (from) underWay.delete(from)
    if (!isStream(request)) underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  // the page aborts a call that is held for long, and repeats it
  page.on('requestfailed', (request) => {
    underWay.delete(request)
    const at = held.findIndex((route) => route.request() === request)
    if (at >= 0) held.splice(at, 1)
  })
  // a call after the last answer, by a slow part, is answered at once
  let released = false
  await page.route(/\/api\/(?!session$|config$|events)/, (route) => (released ? route.continue() : void held.push(route)))
  const painted = () => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const waits = () => underWay.size === held.length
  const atRest = async () => waits() && (await painted().then(waits))
  return {
    async answerAll() {
      for (;;) {
        await until(atRest, 60_000).catch((cause) => {
          const others = [...underWay].filter((request) => !held.some((route) => route.request() === request))
          throw new Error(`still under way: ${others.map((request) => request.url()).join(', ')}`, { cause })
        })
        const next = order === 'the first answers last' ? held.pop() : held.shift()
        if (!next) {
          released = true
          await page.evaluate('startPatience()')
          for (const late of held.splice(0)) await late.continue()
          return
        }
        await next.continue()
      }
    },
  }
}

/** The elements that moved as this page loaded, and the total shift. */
async function shifts(address: string, look: Look, who: 'student' | 'teacher' | undefined, order: Order) {
  const { page, context } = await open(browser, product.url, { ...look, moving: true })
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
  const calls = await holdCalls(page, order)
  await page.addInitScript(watch)
  await page.addInitScript(patience)
  await page.goto(address, { timeout: scaled(60_000) })
  await calls.answerAll()
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', timeout: scaled(60_000) })
  await page
    .locator('.shimmer')
    .first()
    .waitFor({ state: 'detached', timeout: scaled(60_000) })
  // a shift that comes later counts too: this is time, not a condition
  await page.waitForTimeout(1500)
  const found = await page.evaluate<Shift[]>('window.shifts')
  await context.close()
  return { sum: found.reduce((sum, { value }) => sum + value, 0), found: found.filter(({ value }) => value > 0.005) }
}

const cases = [
  ['start page', 'student', 'phone', 'one after another'],
  ['course page', 'student', 'phone', 'the first answers last'],
  ['video page', 'teacher', 'window', 'the first answers last'],
] as const
const furtherCases = [
  ['sign-in page', undefined, 'phone', 'the first answers last'],
  ['start page', 'student', 'phone', 'the first answers last'],
  ['start page', 'teacher', 'window', 'the first answers last'],
  ['video page', 'student', 'phone', 'the first answers last'],
  ['video page', 'student', 'phone', 'one after another'],
  ['page of a file', 'student', 'phone', 'the first answers last'],
  ['written page', 'student', 'phone', 'the first answers last'],
] as const
test.each([...cases, ...(long ? furtherCases : [])])('nothing moves: %s, %s, %s, %s', async (name, who, size, order) => {
  const { sum, found } = await shifts(at[name] ?? '', { phone: size === 'phone' }, who, order)
  expect(sum, JSON.stringify(found, null, 1)).toBeLessThanOrEqual(most)
})
