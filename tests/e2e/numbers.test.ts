// Numbers that agree and what is remembered: a document read page by page, from the dialog to the table of who teaches; how a recording begins.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scaled } from '@lyceum/kit/test/wait'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { film, pdfFile } from '../media.ts'
import { axe, launch, type Look, open, picture, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser, teacher: Person, course: string, files: string, watched: string

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'lyceum-numbers-'))
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Tides' } })).id
  const person_ids = [school.people.student.id, school.people.secondStudent.id]
  await teacher.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids, role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  const upload = (await send(teacher, 'deep.mp4', await film(6))).id
  await settled(teacher, upload)
  const chapters = [
    { title: 'What makes water heavy', second: 0 },
    { title: 'The two places it sinks', second: 2 },
  ]
  await teacher.call('PUT /api/uploads/:id/chapters', { params: { id: upload }, body: { chapters } })
  const body = { type: 'online_video' as const, title: 'Deep water', upload_ids: [upload], published: true }
  watched = (await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })).id
})
afterAll(async () => {
  await browser?.close()
  rmSync(files, { recursive: true, force: true })
})

async function as(person: 'student' | 'secondStudent' | 'teacher', look: Look = {}) {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  return window
}

test('a document that asks for its pages is done when they were seen, and every place says how many', async () => {
  const { page, context, faults } = await as('teacher')
  await page.goto(`/course/${course}/content`)
  await page.locator('header').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Material' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add material' })
  await dialog.locator('input[type=file]').setInputFiles(await pdfFile(files, 'reader.pdf', 3))
  await dialog.getByLabel('Done when').selectOption({ label: 'All its pages have been read' })
  await dialog.getByRole('switch', { name: /Publish/ }).check()
  await dialog.getByRole('button', { name: 'Add activity' }).click()
  await dialog.waitFor({ state: 'detached' })

  const student = await as('student')
  await student.page.goto(`/course/${course}/content`)
  await student.page.getByRole('link', { name: 'reader' }).click()
  const pagesRead = (of: Page, read: number) => of.getByText(`Read: ${read} of 3 pages`)
  await pagesRead(student.page, 0).first().waitFor()
  await pagesRead(student.page, 1).first().waitFor()
  const list = student.page.getByRole('region', { name: 'Without a module' })
  expect(await list.getByRole('listitem').filter({ hasText: 'reader' }).textContent()).toContain('Read: 1 of 3 pages')
  await picture(student.page, 'numbers-document')
  expect(await axe(student.page)).toEqual([])
  const address = student.page.url()
  await student.page.getByRole('region', { name: 'Pages of the document' }).focus()
  await student.page.keyboard.press('PageDown')
  await pagesRead(student.page, 2).first().waitFor()
  await student.page.keyboard.press('End')
  await pagesRead(student.page, 3).first().waitFor()
  await student.page.getByText('“reader” is done').waitFor()
  await student.page.goto(`/course/${course}/content`)
  await student.page.getByText('1 of 2 done').filter({ visible: true }).first().waitFor()

  await page.goto(address)
  await page
    .getByRole('row')
    .filter({ hasText: school.people.student.name })
    .getByText('Read: 3 of 3 pages')
    .waitFor({ timeout: scaled(30_000) })
  await picture(page, 'numbers-readers')
  expect([...faults, ...student.faults]).toEqual([])
  await Promise.all([context.close(), student.context.close()])
})

test('a recording begins in high quality on a fast line, and as the person likes it; the next person has their own', async () => {
  const { page, context, faults } = await as('student')
  const qualities = new Set<string>()
  page.on('request', (request) => {
    const [, quality] = /\/(qvga|vga|hd)\/[^/]*\.ts/.exec(request.url()) ?? []
    if (quality) qualities.add(quality)
  })
  await page.addInitScript(() => localStorage.setItem('lyceum.bandwidth', JSON.stringify({ bits: 30_000_000, at: Date.now() })))
  const address = `/course/${course}/learning-activity#/${watched}`
  const video = page.locator('video')
  const ways = () => video.evaluate((one: HTMLVideoElement) => [one.playbackRate, Math.round(one.volume * 10) / 10])
  const ready = () =>
    expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState), { timeout: scaled(30_000) }).toBeGreaterThan(1)
  await page.goto(address)
  await ready()
  expect(await ways()).toEqual([1, 0.7])
  await video.focus()
  await page.keyboard.press('>')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('5')
  const line = page.getByRole('slider', { name: 'Timeline' })
  await expect.poll(() => line.getAttribute('aria-valuetext')).toMatch(/The two places it sinks/)
  await page.reload()
  await ready()
  expect(await ways()).toEqual([1.25, 0.6])
  expect([...qualities]).toEqual(['hd'])
  await signInBy(context, product.url, { login: school.people.secondStudent.login, password: school.password })
  await page.reload()
  await ready()
  expect(await ways()).toEqual([1, 0.7])
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone of 320 pixels the times of a recording do not touch', async () => {
  const { page, context } = await as('secondStudent', { phone: true, theme: 'dark' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/course/${course}/learning-activity#/${watched}`)
  const card = page.getByRole('region', { name: 'What you watched' })
  await card.waitFor()
  await page.getByText('What makes water heavy').first().waitFor()
  await picture(page, 'numbers-phone-320')
  const boxes = await card
    .locator('[aria-hidden].relative > span')
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect()).map(({ left, right }) => [left, right] as const))
  for (const [nth, [left]] of boxes.entries()) if (nth > 0) expect(left).toBeGreaterThanOrEqual(boxes[nth - 1]![1])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await context.close()
})
