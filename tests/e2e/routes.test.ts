// Every address of the product in a browser: as a student and a teacher, or as who else may see it; signed out, of another person's course,
// of things that do not exist; no fault of axe-core, no error in the console, no sideways scroll at 400 %. Addresses without a screen of their
// own share one page: of each form one is opened like the others, the rest by one role. Signed out and of another person's course, one of
// each form is opened. LYCEUM_LONG=1: every role, check and round trip. LYCEUM_WEB_FULL=1: also every theme and width.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SchoolPerson } from '../flows/school.ts'
import { missing, type Visit, visits } from './addresses.ts'
import { axe, type Look, launch, long, open, type Window } from './browser.ts'
import { address, as, settled, signInHere, stayingBars, tooWide, url, world } from './visit.ts'

const full = process.env.LYCEUM_WEB_FULL === '1'
const everything = full || long
const every = visits(world())
/** A path alone, a query, a hash, or both. */
const formOf = ({ template }: Visit) => ['?', '#'].filter((mark) => template.includes(mark)).join('')
const kindOf = (visit: Visit) => [formOf(visit), visit.ofCourse, visit.toAnybody, visit.built].join()
const firstOfItsKind = (visit: Visit) => every.find((one) => kindOf(one) === kindOf(visit))?.template === visit.template
const roundTrips = everything ? every : every.filter(firstOfItsKind)
const looked = (visit: Visit) => visit.built || firstOfItsKind(visit)
/** A student and a teacher; where neither may, one of the others by turns. */
const fewRoles = (visit: Visit, nth: number): Visit => {
  const usual = (['student', 'teacher'] as const).filter((who) => visit.roles.includes(who))
  return { ...visit, roles: usual.length > 0 ? usual : [visit.roles[nth % visit.roles.length]!] }
}
const all = everything ? every : every.filter(looked).map(fewRoles)
const others = every.filter((visit) => !looked(visit))
let browser: Browser
const windows = new Map<string, Promise<Window>>()
const windowOf = (who: SchoolPerson, look: Look = {}) => {
  const key = `${who} ${JSON.stringify(look)}`
  const there = windows.get(key) ?? as(browser, who, look)
  windows.set(key, there)
  return there
}
beforeAll(async () => {
  browser = await launch()
  for (const who of new Set(all.flatMap(({ roles }) => roles))) await windowOf(who)
})
afterAll(() => browser?.close())

/** Navigates as a link of ours does, without loading the page again. */
const softly = (window: Window, to: string) =>
  window.page.evaluate(
    `history.pushState({ idx: 1000 }, '', ${JSON.stringify(to)}); dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`,
  )

/** The faults of the page of this visit, once it has loaded. */
async function wrong(window: Window, visit: Visit, { thorough }: { thorough: boolean }): Promise<string[]> {
  const { page, faults } = window
  const heading = await settled(page, visit.to)
  const found: string[] = faults.splice(0)
  if (address(page) !== visit.to) found.push(`the address is ${address(page)}`)
  if (!heading.trim()) found.push('no heading')
  const [title, words] = await page.evaluate<[string, string]>('[document.title, document.body.innerText]')
  if (!title.endsWith(' · Lyceum')) found.push(`the title is ${title}`)
  const unbuilt = words.includes('This part is not there yet.')
  if (unbuilt === visit.built) found.push(visit.built ? 'it says that it is not there' : 'it does not say that it is not there')
  for (const text of ['You cannot open this', 'This is no longer here', 'This page does not exist', 'did not load'])
    if (words.includes(text)) found.push(`it says “${text}”`)
  if (!thorough) return found
  found.push(...(await axe(page)))
  // 1280 × 1024 at 400 %.
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 256 })
  const more = await tooWide(page)
  if (more > 0) found.push(`${more} px wider than the window at 400 %`)
  found.push(...(await stayingBars(page)))
  if (before) await page.setViewportSize(before)
  return found
}

describe('every address, as everybody who may see it', () => {
  test.each(all.map((one) => [one.template, one] as const))('%s', async (_, visit) => {
    // All roles at once, each in a window of their own.
    const found = visit.roles.map(async (who, at) => {
      const window = await windowOf(who)
      // The first role loads the page anew, as a bookmark does; the others navigate.
      if (at === 0 || !window.page.url().startsWith(url())) await window.page.goto(visit.address)
      else await softly(window, visit.address)
      // Teachers have most on a page. In the long run a page with a screen of its own is looked at as students, teachers and managers have it.
      const thorough = everything
        ? at === 0 || (visit.built && ['teacher', 'manager'].includes(who))
        : who === (visit.roles.find((role) => role === 'teacher') ?? visit.roles[0])
      return (await wrong(window, visit, { thorough })).map((line) => `${who}: ${line}`)
    })
    expect((await Promise.all(found)).flat()).toEqual([])
  })
})

test.skipIf(everything)('the other addresses without a screen of their own share one page', async () => {
  const found: string[] = []
  for (const visit of others) {
    const window = await windowOf(visit.roles[0]!)
    if (window.page.url().startsWith(url())) await softly(window, visit.address)
    else await window.page.goto(visit.address)
    found.push(...(await wrong(window, visit, { thorough: false })).map((line) => `${visit.template}: ${line}`))
  }
  expect(found).toEqual([])
})

describe.concurrent('signed out: to the sign-in page, and back to exactly the same place', () => {
  const free: Window[] = []
  /** Runs with one of the signed-out windows: there are as many as concurrent tests. */
  const signedOut = async (go: (visitor: Window) => Promise<void>) => {
    const visitor = free.pop() ?? (await open(browser, url()))
    await visitor.context.clearCookies({ name: /^(__Host-)?lyceum$/ })
    await go(visitor)
    free.push(visitor)
  }
  test.each(roundTrips.map((one) => [one.template, one] as const))('%s', (_, visit) =>
    signedOut(async ({ page, faults }) => {
      // From a blank page: another hash of the same page would not load it again.
      await page.goto('about:blank')
      await page.goto(visit.address)
      if (!visit.toAnybody) {
        await page.waitForURL('**/login?next=*')
        expect(new URL(page.url()).searchParams.get('next')).toBe(visit.template.startsWith('/j?') ? visit.to : visit.address)
        await signInHere(page, visit.roles.includes('student') ? 'student' : visit.ofCourse ? 'teacher' : 'manager')
      }
      await settled(page, visit.to)
      expect(address(page)).toBe(visit.to)
      expect(faults.splice(0)).toEqual([])
    }),
  )
  test('the sign-in page has no fault, and leads only to pages of ours', () =>
    signedOut(async ({ page }) => {
      await page.goto('/login?next=https%3A%2F%2Fevil.example%2F')
      await settled(page)
      expect(await axe(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 256 })
      expect(await tooWide(page)).toBe(0)
      await page.setViewportSize({ width: 1280, height: 800 })
      await signInHere(page, 'student')
      await page.waitForURL('**/user/index')
    }))
})

describe('of a course that is not mine', () => {
  const ofCourses = (everything ? all : roundTrips).filter(({ ofCourse }) => ofCourse)
  test.each(ofCourses.map((one) => [one.template, one.address] as const))('%s', async (template, at) => {
    const window = await windowOf('student')
    const { course, otherCourse, page, otherPage, asked, otherAsked } = world()
    const others = Object.keys(asked).map((name) => [asked[name as 'exam'], otherAsked[name as 'exam']] as const)
    const there = [[course, otherCourse] as const, [page, otherPage] as const, ...others]
    await window.page.goto(there.reduce((address, [mine, theirs]) => address.replaceAll(mine, theirs), at))
    await settled(window.page)
    await window.page.getByText('You cannot open this').waitFor()
    if (!everything || /content|score/.test(template)) expect(await axe(window.page)).toEqual([])
    expect(await tooWide(window.page)).toBe(0)
    expect(window.faults.splice(0)).toEqual([])
  })
})

describe('of a thing that does not exist', () => {
  test.each(missing(world()))('%s', async (_, at) => {
    const window = await windowOf('teacher')
    await window.page.goto(at)
    await settled(window.page)
    await window.page.getByRole('heading', { name: 'This is no longer here' }).waitFor()
    expect(await axe(window.page)).toEqual([])
    expect(window.faults.splice(0)).toEqual([])
  })
  test('a code that no course has', async () => {
    const window = await windowOf('student')
    for (const at of ['/course/join/ZZZZZZZ99', '/j?p=nothing', '/j?p=eyJ2IjoyLCJrIjoiam9pbiJ9', '/j']) {
      await window.page.goto(at)
      await settled(window.page)
      if (at !== '/j')
        await window.page
          .getByText(/No course has this access code|A code has at least 7 characters, 0–9 and A–Z/)
          .first()
          .waitFor()
      expect(await axe(window.page)).toEqual([])
    }
    expect(window.faults.splice(0)).toEqual([])
  })
  test('an address that means nothing', async () => {
    const window = await windowOf('student')
    for (const at of ['/nowhere', '/user', '/management/nowhere', `/course/${world().course}/nowhere`]) {
      await window.page.goto(at)
      await window.page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    }
    expect(await axe(window.page)).toEqual([])
  })
  test('an address that is no page answers 404 and never the page', async () => {
    for (const at of [
      '/api/nothing',
      '/anonymous-api/nothing',
      '/internal-api/nothing',
      '/d/nothing',
      '/static/nothing',
      '/assets/gone-1.js',
      '/bytes/x',
    ]) {
      const answer = await fetch(url() + at)
      expect([at, answer.status, answer.headers.get('content-type')?.includes('html')]).toEqual([at, 404, false])
    }
  })
})

describe('finding the way', () => {
  test('an empty or unknown hash of a course page goes to its content', async () => {
    const { page } = await windowOf('student')
    for (const end of [
      '',
      '/learning-activity',
      '/learning-activity#/',
      '/learning-activity#/a/b/c',
      '/live-activities#/x',
      '/forum#/nothing',
    ]) {
      await page.goto(`/course/${world().course}${end}`)
      await page.waitForURL(`**/course/${world().course}/content`)
    }
  })
  test('the join page shows the course and a button, and joins only when that is pressed', async () => {
    const { page, context } = await as(browser, 'thirdStudent')
    const joined: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/course/join') && joined.push(request.method()))
    await page.goto(`/course/join/${world().accessCode}`)
    await page.getByRole('heading', { name: world().courseName }).waitFor()
    expect(joined).toEqual([])
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.waitForURL(`**/course/${world().course}/content`)
    expect(joined).toEqual(['POST'])
    await page.goto(`/course/join/${world().accessCode}`)
    await page.getByRole('button', { name: 'Open course' }).click()
    await page.waitForURL(`**/course/${world().course}/content`)
    await context.close()
  })
  test('back and forward go through pages and hashes, each with its heading and title', async () => {
    const { page } = await windowOf('student')
    const { course, page: first } = world()
    const walk: [string, string][] = []
    const arrived = async () => {
      const heading = await settled(page)
      walk.push([address(page), `${heading} | ${await page.title()}`])
    }
    await page.goto('/user/index')
    await arrived()
    await page.getByRole('link', { name: 'Courses', exact: true }).first().click()
    await page.waitForURL('**/user/courses')
    await arrived()
    await page.getByRole('link', { name: world().courseName }).first().click()
    await page.waitForURL(`**/course/${course}/content`)
    await page.getByRole('heading', { level: 1, name: world().courseName }).waitFor()
    await arrived()
    // the course's frame stays, and the title of the page before a moment
    const frame = await page.locator('main header').elementHandle()
    for (const name of ['Outline', 'Content']) {
      await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`**/course/${course}/${name.toLowerCase()}`)
      await expect.poll(async () => (await page.title()).startsWith('Outline')).toBe(name === 'Outline')
      await arrived()
      expect(await frame?.evaluate((header) => header.isConnected)).toBe(true)
    }
    await page.getByRole('link', { name: 'Why the sea comes back' }).first().click()
    await page.waitForURL(`**/course/${course}/learning-activity#/${first}`)
    await page.getByRole('heading', { level: 1, name: /Why the sea/ }).waitFor()
    await arrived()
    await page.getByRole('link', { name: 'What lives between the tides' }).first().click()
    await page.getByRole('heading', { level: 1, name: /What lives/ }).waitFor()
    await arrived()
    const there = async (at: number) => {
      await expect
        .poll(async () => [address(page), `${await page.locator('h1').first().textContent()} | ${await page.title()}`])
        .toEqual(walk[at])
    }
    for (let at = walk.length - 2; at >= 0; at--) {
      await page.goBack()
      await there(at)
    }
    for (let at = 1; at < walk.length; at++) {
      await page.goForward()
      await there(at)
    }
  })
})

if (full) {
  const looks: [string, Look][] = (['light', 'dark'] as const).flatMap((theme) =>
    [360, 768, 1024, 1280, 1920].map((width): [string, Look] => [`${theme} ${width}`, { theme, width, height: width < 700 ? 800 : 900 }]),
  )
  describe.each(looks)('in full: %s', (_, look) => {
    test.each(all.map((one) => [one.template, one] as const))(
      '%s',
      async (_, visit) => {
        const found: string[] = []
        for (const who of visit.roles) {
          const window = await windowOf(who, look)
          await window.page.goto(visit.address)
          for (const line of await wrong(window, visit, { thorough: true })) found.push(`${who}: ${line}`)
        }
        expect(found).toEqual([])
      },
      300_000,
    )
  })
}
