// The main errands of people, from the first page to the end: a teacher to a published course with a film, a PDF, an office file and a page; a student from
// a link to a finished course; a manager to a reviewed course; homework from its form to its score; an administrator to a bulletin that is out. By
// mouse; with LYCEUM_LONG=1 by keyboard and on a phone, too. The presses of each are held against an aim (presses.ts).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archiveOf } from '../../tools/demo/documents.ts'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { launch, picture, signInBy } from './browser.ts'
import { filmFile, pdfFile } from '../media.ts'
import { hold } from './presses.ts'
import { Walker, type Way, ways } from './walker.ts'

/** Seconds of the longest walk. */
const most = 120
const product = started()
let school: School
let browser: Browser
let files: string
const made = { film: '', pdf: '', office: '' }
const walkers: Walker[] = []

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'lyceum-walks-'))
  made.film = filmFile(files, 'Tides.mp4', 8)
  made.pdf = await pdfFile(files, 'Tide tables.pdf', 2)
  made.office = join(files, 'Reading list.docx')
  writeFileSync(made.office, archiveOf({ file: 'Reading list.docx', paragraphs: ['Reading list', 'Chapter one'] }))
  ;[school, browser] = await Promise.all([newSchool(), launch()])
})
afterAll(async () => {
  await browser?.close()
  rmSync(files, { recursive: true, force: true })
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => picture(walkers.at(-1)!.page, `failed-walk-${task.name.slice(0, 20)}`))
})

const walker = async (way: Way) => {
  const one = await Walker.of(browser, product.url, way)
  walkers.push(one)
  return one
}
type Walking = 'teacher' | 'student' | 'manager' | 'admin'
async function signIn(walk: Walker, who: Walking) {
  const { page } = walk
  await walk.write(page.locator('input[name=login]'), school.people[who].login)
  await walk.write(page.locator('input[name=password]'), school.password)
  await walk.press(page.getByRole('button', { name: 'Sign in', exact: true }))
}
/** A walk of somebody who has signed in before. */
async function signedIn(way: Way, who: Walking, address: string): Promise<Walker> {
  const walk = await walker(way)
  await signInBy(walk.context, product.url, { login: school.people[who].login, password: school.password })
  await walk.begin(address)
  return walk
}

describe.each(ways)('%s', (way) => {
  let course: string
  let code: string

  test('a teacher, from sign-in to a published course', async () => {
    const walk = await walker(way)
    const { page } = walk
    await walk.begin('/login')
    await signIn(walk, 'teacher')
    await page.waitForURL('**/user/index')
    await walk.press(page.getByRole('link', { name: 'Courses', exact: true }))
    await page.waitForURL('**/user/courses*')
    await walk.press(page.getByRole('button', { name: 'Create course' }))
    const dialog = page.getByRole('dialog')
    await walk.write(dialog.getByLabel('Course name'), `Tides, ${way}`)
    await walk.press(dialog.getByRole('button', { name: 'Create course' }))
    await page.waitForURL('**/course/*/content')
    course = /course\/([0-9a-f-]+)\//.exec(page.url())?.[1] ?? ''
    for (const [kind, file] of [
      ['Video', made.film],
      ['Material', made.pdf],
      ['Material', made.office],
    ] as const) {
      await add(walk, kind)
      await walk.choose(dialog.getByRole('button', { name: 'Choose file' }), file)
      await walk.press(dialog.getByLabel('Publish at once'))
      await walk.press(dialog.getByRole('button', { name: 'Add activity' }))
      await dialog.waitFor({ state: 'detached' })
    }
    await add(walk, 'Page')
    await walk.write(page.getByLabel('Title'), 'Twice a day')
    await walk.write(page.locator('[contenteditable=true]'), 'Twice a day the water comes and goes.')
    await walk.press(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByRole('heading', { level: 1, name: 'Twice a day' }).waitFor()
    await walk.press(page.getByRole('link', { name: 'Back to the course' }))
    await page.waitForURL('**/course/*/content')
    await walk.press(page.getByRole('button', { name: 'Draft', exact: true }))
    await walk.press(page.getByRole('menuitem', { name: 'Publish' }))
    await walk.press(dialog.getByRole('button', { name: 'Publish the course' }))
    await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
    hold(
      { who: 'teacher', what: 'sign in, make a course with a film, a PDF, an office file and a page, publish it', aim: 40 },
      way,
      walk.presses,
    )
    expect(walk.seconds).toBeLessThanOrEqual(most)
    await picture(page, `walk-teacher-${way}`)
    expect(await walk.faultless()).toEqual([])
    const teacher = await school.signIn('teacher')
    code = (await teacher.call('GET /api/course/:id/access_code', { params: { id: course } })).access_code
  })

  test('a student, from the link to a finished course', async () => {
    const walk = await walker(way)
    const { page } = walk
    await walk.begin(`/course/join/${code}`)
    await page.waitForURL('**/login?next=*')
    await signIn(walk, 'student')
    await walk.press(page.getByRole('button', { name: 'Join', exact: true }))
    await page.waitForURL(`**/course/${course}/content`)
    await walk.press(page.getByRole('link', { name: /^Start: / }))
    await walk.press(page.getByRole('button', { name: 'Play' }))
    await page.getByText('“Tides” is done').waitFor()
    for (const title of ['Tide tables', 'Reading list', 'Twice a day']) {
      const read = page.waitForResponse((answer) => answer.url().includes('/activities-read/'))
      await walk.press(page.getByRole('link', { name: /^Next/ }))
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect((await read).status()).toBe(200)
    }
    await walk.press(page.getByRole('link', { name: 'Back to the course' }))
    await page.getByText('4 of 4 done').filter({ visible: true }).first().waitFor()
    hold({ who: 'student', what: 'open a link, sign in, join the course and finish its four activities', aim: 16 }, way, walk.presses)
    await picture(page, `walk-student-${way}`)
    expect(await walk.faultless()).toEqual([])
  })

  test('a manager, from sign-in to a reviewed course', async () => {
    const walk = await walker(way)
    const { page } = walk
    await walk.begin('/login')
    await signIn(walk, 'manager')
    await page.waitForURL('**/management/')
    const row = page
      .getByRole('region', { name: 'Courses to review' })
      .getByRole('listitem')
      .filter({ hasText: `Tides, ${way}` })
    await walk.press(row.getByRole('button', { name: 'Mark as reviewed' }))
    await row.waitFor({ state: 'detached' })
    hold({ who: 'manager', what: 'sign in and mark a course as reviewed', aim: 6 }, way, walk.presses)
    const manager = await school.signIn('manager')
    const reviewed = await manager.call('GET /api/courses/:id', { params: { id: course } })
    expect(reviewed.course_attributes.data.review_status).toBe('reviewed')
    await picture(page, `walk-manager-${way}`)
    expect(await walk.faultless()).toEqual([])
  })

  test('homework, from the course page of its teacher over the work of a student to its score', async () => {
    const title = `Tide table, ${way}`
    const sets = await signedIn(way, 'teacher', `/course/${course}/content`)
    await add(sets, 'Homework')
    await sets.write(sets.page.getByLabel('Title'), title)
    await sets.write(sets.page.getByRole('textbox', { name: 'Instructions', exact: true }), 'Read the table of your harbour for a week.')
    await sets.write(sets.page.getByLabel('Points', { exact: true }), '10')
    await sets.press(sets.page.getByRole('button', { name: 'Publish', exact: true }))
    await sets.page.getByRole('heading', { level: 1, name: title }).waitFor()
    hold({ who: 'teacher', what: 'set a homework of ten points and publish it', aim: 7 }, way, sets.presses)
    expect(await sets.faultless()).toEqual([])

    const works = await signedIn(way, 'student', '/user/index')
    await works.press(works.page.getByRole('link', { name: title }))
    await works.write(works.page.getByRole('textbox', { name: 'Text', exact: true }), 'High water is fifty minutes later each day.')
    await works.page.getByText(/^Draft kept .*, not handed in$/).waitFor()
    await works.press(works.page.getByRole('button', { name: 'Hand in', exact: true }))
    const popup = works.page.getByRole('dialog')
    await works.press(popup.getByRole('button', { name: 'Hand in', exact: true }))
    await popup.getByText('This is your receipt').waitFor()
    hold({ who: 'student', what: 'find a homework on the start page, write it and hand it in', aim: 6 }, way, works.presses)
    expect(await works.faultless()).toEqual([])

    const marks = await signedIn(way, 'teacher', '/user/marking')
    const { page } = marks
    await marks.press(page.getByRole('link', { name: title }))
    await page.getByText('High water is fifty minutes later').waitFor()
    await marks.write(page.getByLabel('Score', { exact: true }), '9')
    await marks.press(page.getByRole('button', { name: 'Save and next' }))
    await page.getByText('1 of 1 marked').filter({ visible: true }).first().waitFor()
    hold({ who: 'teacher', what: 'find the work that waits and give it a score', aim: 5 }, way, marks.presses)
    await picture(page, `walk-marking-${way}`)
    expect(await marks.faultless()).toEqual([])
  })

  test('an administrator, from sign-in to a bulletin that is out', async () => {
    const walk = await walker(way)
    const { page } = walk
    await walk.begin('/login')
    await signIn(walk, 'admin')
    await page.waitForURL('**/management/')
    if (way === 'phone') await walk.press(page.getByText('Management menu', { exact: true }))
    await walk.press(page.locator('summary', { hasText: 'Bulletins' }))
    await walk.press(page.getByRole('link', { name: 'Organisation bulletins', exact: true }))
    await walk.press(page.getByRole('button', { name: 'Write a bulletin' }))
    const dialog = page.getByRole('dialog', { name: 'New bulletin' })
    await walk.write(dialog.getByLabel('Title'), `Spring tide, ${way}`)
    await walk.write(dialog.getByRole('textbox', { name: 'Text', exact: true }), 'The lower car park is closed.')
    await walk.press(dialog.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByText('The bulletin is out').waitFor()
    hold({ who: 'administrator', what: 'sign in and publish a bulletin for everybody', aim: 10 }, way, walk.presses)
    expect(await walk.faultless()).toEqual([])
  })
})

async function add(walk: Walker, kind: string) {
  const { page } = walk
  await walk.press(page.getByRole('button', { name: 'Add', exact: true }))
  await walk.press(page.getByRole('menuitem', { name: kind, exact: true }))
}
