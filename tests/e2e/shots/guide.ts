// npm run docs:guide   the pictures of docs/guide, taken of a demo school that is made for them.
// LYCEUM_URL=http://…  of a demo school that is running
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '@lyceum/kit/test/wait'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startProduct } from '../../flows/start.ts'
import { demoPerson, launch, open, signInBy } from '../browser.ts'

type Role = 'student' | 'teacher' | 'manager'
/** Ids of the demo school: a full course, a small one with a waiting list, a film of the first, the student's invitation to the second. */
type School = { marine: string; reef: string; film: string; invite: string }
type Picture = { file: string; who: Role; at: (school: School) => string; steps?: (page: Page) => Promise<unknown> }

const folder = fileURLToPath(new URL('../../../docs/guide/', import.meta.url))
/** Bytes of a picture at most. */
const mostBytes = 120_000
const people = { student: 'Maya', teacher: 'Elena', manager: 'Grace' } as const

const dialog = (page: Page) => page.getByRole('dialog')
const pictures: Picture[] = [
  { file: 'teacher-start', who: 'teacher', at: () => '/user/index' },
  {
    file: 'new-course',
    who: 'teacher',
    at: () => '/user/courses',
    async steps(page) {
      await page.getByRole('button', { name: 'Create course' }).first().click()
      await dialog(page).getByLabel('Course name').fill('Tides and Currents')
      await dialog(page).getByText('Start from').waitFor()
    },
  },
  { file: 'content', who: 'teacher', at: ({ marine }) => `/course/${marine}/content` },
  {
    file: 'add-people',
    who: 'teacher',
    at: ({ reef }) => `/course/${reef}/enrollments`,
    async steps(page) {
      await page.getByRole('button', { name: 'Add people' }).first().click()
      await dialog(page).getByLabel('Name, user number or e-mail').fill('ay')
      await dialog(page).getByRole('checkbox', { name: 'Ayu Maharani' }).check()
    },
  },
  { file: 'waiting-list', who: 'teacher', at: ({ reef }) => `/course/${reef}/enrollments?part=waiting` },
  { file: 'groups', who: 'teacher', at: ({ marine }) => `/course/${marine}/groups` },
  { file: 'student-start', who: 'student', at: () => '/user/index' },
  {
    file: 'invitation',
    who: 'student',
    at: ({ reef, invite }) => `/course/${reef}/content?invite=${invite}`,
    steps: (page) => dialog(page).waitFor(),
  },
  { file: 'student-course', who: 'student', at: ({ marine }) => `/course/${marine}/content` },
  { file: 'film', who: 'student', at: ({ marine, film }) => `/course/${marine}/learning-activity#/${film}` },
  { file: 'all-courses', who: 'manager', at: () => '/management/course#/' },
  { file: 'terms', who: 'manager', at: () => '/management/terms' },
]

const browser = await launch()
try {
  const running = process.env.LYCEUM_URL?.replace(/\/$/, '')
  const product = running ? undefined : await startProduct({ way: 'one', name: 'guide', env: { LYCEUM_DEMO: 'true' } })
  try {
    await takeAll(browser, running ?? product!.url)
  } finally {
    await product?.stop()
  }
} finally {
  await browser.close()
}

async function takeAll(on: Browser, url: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const school = await schoolAt(on, url)
  for (const { file, who, at, steps } of pictures) {
    const { context, page } = await open(on, url)
    await signInBy(context, url, await demoPerson(context, url, people[who]))
    await page.goto(at(school))
    await page.locator('h1, [role=dialog]').first().waitFor({ state: 'attached' })
    await steps?.(page)
    await settled(page)
    const bytes = await webpOf(context, await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    writeFileSync(join(folder, `${file}.webp`), bytes)
    console.log(`${file}.webp: ${Math.round(bytes.length / 1000)} kB`)
    await context.close()
  }
}

/** Waits until the school is complete, and finds in it what the pictures show. */
async function schoolAt(on: Browser, url: string): Promise<School> {
  const { context } = await open(on, url)
  const headers: Record<string, string> = {}
  const get = async <T>(path: string) => (await (await context.request.get(url + path, { headers })).json()) as T
  await signInBy(context, url, await demoPerson(context, url, people.teacher))
  await until(async () => !(await get<{ org: { demo_preparing?: boolean } }>('/api/config')).org.demo_preparing, 600_000, 1000)
  headers['request-scope'] = (await get<{ org_id: string }>('/api/session')).org_id
  type List<T> = { items: T[] }
  const { items: courses } = await get<List<{ id: string; name: string }>>('/api/my-courses')
  const idOf = (name: string) => found(courses.find((course) => course.name === name)).id
  const [marine, reef] = [idOf('Marine Biology II'), idOf('Reef Survey Methods')]
  const { activities } = await get<{ activities: { id: string; title: string }[] }>(`/api/courses/${marine}/content`)
  const { items: invites } = await get<List<{ id: string; person: { name: string } }>>(`/api/courses/${reef}/invites`)
  await context.close()
  return {
    marine,
    reef,
    film: found(activities.find(({ title }) => title === 'Why deep water sinks')).id,
    invite: found(invites.find(({ person }) => person.name.includes(people.student))).id,
  }
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('the demo school has not what the guide shows')
  return thing
}

/** Nothing is on its way any more, and nothing moves. Behind the dialog of an invitation there is nothing to see yet. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {}) // the stream of hints stays open
  const isStill = `document.fonts.status === 'loaded' && (document.querySelector('[role=dialog]') || !document.querySelector('.shimmer')) &&
    document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)`
  await until(() => page.evaluate<boolean>(isStill), 30_000, 100)
}

/** The picture as WebP, by the browser itself; coarser where it would be too large. */
async function webpOf(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage()
  for (const quality of [0.85, 0.7, 0.5]) {
    const data = await page.evaluate<string>(`(async () => {
      const picture = new Image()
      picture.src = 'data:image/png;base64,${png.toString('base64')}'
      await picture.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
      canvas.getContext('2d').drawImage(picture, 0, 0)
      return canvas.toDataURL('image/webp', ${quality})
    })()`)
    const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
    if (bytes.length <= mostBytes) return bytes
  }
  throw new Error(`a picture is larger than ${mostBytes} bytes`)
}
