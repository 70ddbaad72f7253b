// The main job in a real browser: a teacher makes a course with films, students join and watch, the teacher sees it live.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scaled } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, signInByForm, type Window } from './browser.ts'
import { brokenFile, filmFile, pdfFile } from '../media.ts'

const product = started()
let school: School
let browser: Browser
let files: string
let teacher: Window
let student: Window
let course: string
let code: string
const made: Record<string, string> = {}

const who = (person: 'teacher' | 'student' | 'secondStudent') => ({ login: school.people[person].login, password: school.password })
const content = () => `/course/${course}/content`
const faultless = () => expect([...teacher.faults, ...(student?.faults ?? [])]).toEqual([])

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'lyceum-e2e-'))
  // few pictures a second: converting them is work of both cores
  made.short = filmFile(files, 'tide.mp4', 8, { rate: 5 })
  made.shortest = filmFile(files, 'wave.mp4', 2, { rate: 5 })
  made.large = filmFile(files, 'surf.mp4', 2, { rate: 5, bytes: 10_000_000 })
  made.broken = brokenFile(files, 'broken.mp4', 18 * 1024 * 1024)
  made.pdf = await pdfFile(files, 'tables.pdf', 3)
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teacher = await open(browser, product.url)
})
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    await picture(teacher.page, `failed-teacher-${task.name.slice(0, 40)}`)
    if (student) await picture(student.page, `failed-student-${task.name.slice(0, 40)}`)
  })
})
afterAll(async () => {
  await browser?.close()
  rmSync(files, { recursive: true, force: true })
})

/** Adds a film through the dialog; the page requests this storage kind, as a server configured for it would answer. */
async function addFilm(page: Page, kind: string, path: string, title: string): Promise<string> {
  await page.route('**/api/uploads', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), storage_type: kind }) })
  })
  await page.getByRole('banner').or(page.locator('header')).getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Video', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add online video' })
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/uploads') && answer.request().method() === 'POST')
  await dialog.locator('input[type=file]').setInputFiles(path)
  expect(((await (await answered).json()) as { storage_type: string }).storage_type).toBe(kind)
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('button', { name: 'Add activity' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: title }).waitFor()
  await page.unroute('**/api/uploads')
  return title
}
const row = (page: Page, title: string) =>
  page.locator('li[data-row]').filter({ has: page.getByRole('link', { name: title, exact: true }) })
/** The tray's line of a file that is ready. */
const trayReady = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name }).getByText('Ready', { exact: true })

describe('a teacher', () => {
  test('is sent to the sign-in page with the way back, and comes back', async () => {
    const { page } = teacher
    await page.goto('/user/courses?role=instructor')
    await page.waitForURL('**/login?next=*')
    expect(await axe(page)).toEqual([])
    await signInByForm(page, who('teacher').login, school.password)
    await page.waitForURL('**/user/courses?role=instructor')
  })

  test('creates a course and a module', async () => {
    const { page } = teacher
    await page.getByRole('button', { name: 'Create course' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Course name').fill('Tides and shores')
    await dialog.getByRole('button', { name: 'Create course' }).click()
    await page.waitForURL('**/course/*/content')
    course = /course\/([0-9a-f-]+)\//.exec(page.url())?.[1] ?? ''
    await page.getByRole('main').getByRole('button', { name: 'Add module' }).click()
    await page.getByRole('textbox', { name: 'Name of the module' }).fill('Twice a day')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Twice a day/ }).waitFor()
    await page.getByRole('button', { name: 'Draft', exact: true }).waitFor()
    expect(await axe(page)).toEqual([])
    faultless()
  })

  // four films are transcoded beside the other tests: minutes on a slow day
  test('uploads a film by each of the four storage kinds and sees it become ready', { timeout: scaled(600_000) }, async () => {
    const { page } = teacher
    await addFilm(page, 'media', made.short ?? '', 'By media')
    await addFilm(page, 'local', made.shortest ?? '', 'By local')
    const callback = page.waitForResponse((answer) => answer.url().includes('/internal-api/upload/callback/'))
    await addFilm(page, 'object', made.shortest ?? '', 'By object')
    expect((await callback).status()).toBe(200)
    // A block that meets 401 is sent again with a new token.
    let refused = false
    const tokens: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/uptoken')) tokens.push(request.url())
    })
    await page.route('**/mkblk/**', async (route) => {
      if (route.request().url().includes('index=1') && !refused) {
        refused = true
        return route.fulfill({ status: 401, headers: { 'access-control-allow-origin': product.url }, json: { code: 'upload.token' } })
      }
      return route.continue()
    })
    await addFilm(page, 'chunked', made.large ?? '', 'By blocks')
    await trayReady(page, 'surf.mp4').waitFor({ timeout: scaled(240_000) })
    expect(refused).toBe(true)
    expect(tokens.length).toBeGreaterThanOrEqual(2)
    await page.unroute('**/mkblk/**')
    await trayReady(page, 'tide.mp4').waitFor({ timeout: scaled(240_000) })
    await expect.poll(() => trayReady(page, 'wave.mp4').count(), { timeout: scaled(240_000) }).toBe(2)
    await picture(page, 'teacher-uploads-ready')
    await expect.poll(() => row(page, 'By media').textContent()).toMatch(/Video, 00:0[78]/)
    faultless()
  })

  test('goes on with a half sent upload after a reload, and learns why a broken film fails', async () => {
    const { page } = teacher
    await page.goto('/user/resources')
    let blocks = 0
    await page.route('**/mkblk/**', async (route) => {
      // The connection fails before the third block.
      if (++blocks > 2) await route.abort()
      else await route.continue()
    })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(made.broken ?? '')
    await page.getByRole('region', { name: 'Uploads' }).waitFor()
    await expect.poll(() => blocks).toBeGreaterThan(2)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray.getByText('Paused, 2 of 5 parts are there').waitFor()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/mkblk/')) sent.push(new URL(request.url()).search)
    })
    const chooser = page.waitForEvent('filechooser')
    await tray.getByRole('button', { name: 'Resume broken.mp4' }).click()
    await (await chooser).setFiles(made.broken ?? '')
    const line = page.getByRole('row').filter({ hasText: 'broken.mp4' })
    await line.getByText('Conversion failed').waitFor({ timeout: scaled(60_000) })
    expect(sent).toEqual(['?index=2', '?index=3', '?index=4'])
    await line.getByText('The file is not what its name says').waitFor()
    await picture(page, 'files-broken')
    await page.getByRole('button', { name: 'Close the list' }).click()
    expect(await axe(page)).toEqual([])
  })

  test('adds a document, arranges, publishes and reads the access code', async () => {
    const { page } = teacher
    await page.goto(content())
    await page.locator('header').getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Material' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add material' })
    await dialog.getByRole('button', { name: 'Add activity' }).click()
    await dialog.getByText('Choose a file first').waitFor()
    await dialog.locator('input[type=file]').setInputFiles(made.pdf ?? '')
    await dialog.getByRole('button', { name: 'Add activity' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'tables').waitFor()
    // By keyboard: lift, two places up, drop.
    const handle = page.getByRole('button', { name: /^Move tables/ })
    await handle.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.locator('li[data-row]').nth(3).textContent()).toContain('tables')
    await page.keyboard.press('Space')
    for (const box of ['By media', 'By blocks', 'tables']) await page.getByRole('checkbox', { name: `Select ${box}` }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Publish', exact: true }).click()
    const waiting = page.locator('li[data-row]').getByText('Visible once the course is published').filter({ visible: true })
    await expect.poll(() => waiting.count()).toBe(3)
    // A deletion can be undone.
    await page.getByRole('button', { name: 'Actions for By local' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row(page, 'By local').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'By local').waitFor()
    await page.getByRole('button', { name: 'Draft', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish the course' }).click()
    await page.locator('header').getByRole('button', { name: 'Published' }).waitFor()
    await expect.poll(() => page.locator('li[data-row]').getByText('Published').filter({ visible: true }).count()).toBe(3)
    await picture(page, 'teacher-content')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Access code and link' }).click()
    code = (await page.getByRole('dialog').getByRole('status', { name: 'Code' }).textContent()) ?? ''
    expect(code).toMatch(/^[0-9A-Z]{7,}$/)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    faultless()
  })
})

describe('a student', () => {
  test('is told what a wrong code is, joins with the right one and sees the content at once', async () => {
    student = await open(browser, product.url)
    await signInBy(student.context, product.url, who('student'))
    const { page } = student
    await page.goto('/course/join/abc')
    await page.getByText('A code has at least 7 characters, 0–9 and A–Z').waitFor()
    await page.goto(`/course/join/${code}`)
    await page.getByRole('heading', { name: 'Tides and shores' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.waitForURL(`**${content()}`)
    await page
      .getByRole('link', { name: /By media/ })
      .first()
      .waitFor()
    expect(await page.getByText('By local').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await picture(page, 'student-content')
    faultless()
  })

  test('plays the film, changes quality, leaves, resumes and completes it; the teacher sees it live', async () => {
    const { page } = student
    await teacher.page.getByRole('link', { name: 'By media' }).click()
    await teacher.page.getByText('0 of 1 begun, 0 done').waitFor()
    await page.getByRole('link', { name: /Start: By media/ }).click()
    const player = page.getByRole('group', { name: 'Player: By media' })
    const playing = page.waitForResponse((answer) => answer.url().includes('/index.m3u8'))
    await player.getByRole('button', { name: 'Play' }).first().click()
    expect((await playing).status()).toBe(200)
    await expect.poll(() => at(page)).toBeGreaterThan(1)
    expect(await page.locator('video').evaluate((video) => (video as unknown as Film).volume)).toBeCloseTo(0.7)
    await player.getByRole('button', { name: /^Quality/ }).click()
    for (const name of ['Auto', '720p', '480p', '240p'])
      expect(await player.getByRole('menuitemradio', { name, exact: true }).count()).toBeLessThanOrEqual(1)
    const chosen = page
      .waitForResponse((answer) => /\/qvga\/.*\.ts$/.test(answer.url()) || /\/qvga\/index\.m3u8$/.test(answer.url()))
      .catch(() => undefined)
    await player.getByRole('menuitemradio', { name: '240p' }).click()
    await chosen
    await player.getByRole('button', { name: 'Quality: 240p' }).waitFor()
    await player.getByRole('slider', { name: 'Timeline' }).focus()
    await page.keyboard.press('k')
    await page.getByText(/saved \d\d:\d\d:\d\d/).waitFor()
    const left = await at(page)
    await page.getByRole('link', { name: 'Back to the course' }).click()
    await page.getByRole('link', { name: /Continue: By media/ }).click()
    await page.getByText(/You left off at 00:0\d/).waitFor()
    const contentReads: string[] = []
    teacher.page.on('request', (request) => {
      if (request.url().endsWith('/content')) contentReads.push(request.url())
    })
    await expect.poll(() => at(page)).toBeCloseTo(left, 0)
    await page.getByRole('group', { name: 'Player: By media' }).getByRole('button', { name: 'Play' }).first().click()
    await page.getByText('“By media” is done').waitFor({ timeout: scaled(40_000) })
    await page.getByText('All of it watched').waitFor()
    await picture(page, 'student-video-done')
    expect(await axe(page)).toEqual([])
    await teacher.page.getByText('1 of 1 begun, 1 done').waitFor()
    // hints of a student's progress are for the table of students alone
    expect(contentReads).toEqual([])
    await picture(teacher.page, 'teacher-watchers', true)
    expect(await axe(teacher.page)).toEqual([])
    faultless()
  })

  test('reads the document in the page', async () => {
    const { page } = student
    await page.goto(content())
    await page.getByRole('link', { name: 'tables' }).first().click()
    await page.getByText('of 3', { exact: true }).waitFor()
    await page.getByText('The tide, sheet 1').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('The tide, sheet 2').waitFor({ state: 'attached' })
    await page.getByText('Opened', { exact: true }).waitFor()
    expect(await axe(page)).toEqual([])
    await picture(page, 'student-document')
    faultless()
  })

  test('is told live when an activity appears, and comes to it from the inbox', async () => {
    const { page } = student
    await page.goto('/user/index')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const before = await unread(page)
    await teacher.page.goto(content())
    await teacher.page.getByRole('button', { name: 'Actions for By object' }).click()
    await teacher.page.getByRole('menuitem', { name: 'Publish' }).click()
    await expect.poll(() => unread(page)).toBeGreaterThan(before)
    await page.goto('/user/notifications')
    await page
      .getByRole('link', { name: /By object/ })
      .first()
      .click()
    await page.waitForURL('**/learning-activity#/*')
    await page.getByRole('heading', { level: 1, name: 'By object' }).waitFor()
    faultless()
  })

  test('has clicks on marked buttons told to the statistics', async () => {
    const { page } = student
    await page.goto(content())
    await page
      .getByRole('link', { name: /By object/ })
      .first()
      .click()
    const log = new pg.Client(product.databases.statistics)
    await log.connect()
    try {
      const notificationTypes = async () =>
        (
          await log.query("select count(*)::int as n from kit.actions where value::text like '%activity.open%' and value::text like $1", [
            `%${school.people.student.id}%`,
          ])
        ).rows[0].n as number
      await expect.poll(notificationTypes).toBeGreaterThan(0)
    } finally {
      await log.end()
    }
  })
})

describe('nobody else', () => {
  test('a student of another course cannot open it; a visitor is asked to sign in', async () => {
    const other = await open(browser, product.url)
    await signInBy(other.context, product.url, who('secondStudent'))
    await other.page.goto(content())
    await other.page.getByText('You cannot open this').waitFor()
    expect(await axe(other.page)).toEqual([])
    await other.context.close()
    const visitor = await open(browser, product.url)
    await visitor.page.goto(content())
    await visitor.page.waitForURL(`**/login?next=${encodeURIComponent(content())}`)
    await visitor.context.close()
  })

  test('an instructor sees the course as a student and comes back', async () => {
    const { page } = teacher
    await page.goto(content())
    await page.getByRole('radio', { name: 'Student' }).click({ force: true })
    await page.getByText('You see this course as a student.').waitFor()
    await page
      .getByRole('link', { name: /By media/ })
      .first()
      .waitFor()
    expect(await axe(page)).toEqual([])
    await picture(page, 'teacher-as-student')
    await page.getByRole('button', { name: 'See as visitor' }).click()
    await page.getByText(/Visitors see nothing here/).waitFor()
    await page.getByRole('button', { name: 'Back to instructor' }).click()
    await page.locator('header').getByRole('button', { name: 'Add', exact: true }).waitFor()
  })
})

/** The fields of the video element that the tests read; tests have no DOM types. */
type Film = { currentTime: number; volume: number }
/** The film's position, in seconds. */
const at = (page: Page): Promise<number> => page.locator('video').evaluate((video) => (video as unknown as Film).currentTime)
/** The number of unread messages on the bell. */
async function unread(page: Page): Promise<number> {
  const label = (await page.getByRole('button', { name: /inbox/i }).first().getAttribute('aria-label')) ?? ''
  return Number(/\d+/.exec(label)?.[0] ?? 0)
}
