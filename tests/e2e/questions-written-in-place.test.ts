// Questions are written where they are asked, in few presses: a survey of one, an exam of ten from a bank, an exam of ten new ones. By mouse; with
// LYCEUM_LONG=1 the first two by keyboard and on a phone, too.
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { axe, launch, picture, signInBy } from './browser.ts'
import { held } from './keys.ts'
import { hold } from './presses.ts'
import { login, settled, tooWide, url, world } from './visit.ts'
import { Walker, type Way, ways } from './walker.ts'

let browser: Browser
let walk: Walker
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => picture(walk.page, `failed-${task.name.slice(0, 40)}`))
})
afterEach(() => walk.context.close())

/** A course of its own, opened at its content. */
async function begin(name: string, way: Way = 'mouse'): Promise<{ page: Page; course: string }> {
  walk = await Walker.of(browser, url(), way)
  await signInBy(walk.context, url(), login('teacher'))
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  const { id: course } = await by.call('POST /api/course', { body: { name } })
  await walk.begin(`/course/${course}/content`)
  await settled(walk.page)
  return { page: walk.page, course }
}
async function make(page: Page, kind: string, title: string): Promise<void> {
  await walk.press(page.getByRole('button', { name: 'Add', exact: true }))
  await walk.press(page.getByRole('menuitem', { name: kind, exact: true }))
  await held(page, 'Title')
  await walk.write(page.getByLabel('Title', { exact: true }), title)
  await walk.press(page.getByRole('button', { name: 'Save', exact: true }))
}

describe.each(ways)('%s', (way) => {
  test('a survey of one question takes seven presses, and speaks of a survey', async () => {
    const { page } = await begin(`Tides by survey, ${way}`, way)
    await make(page, 'Survey', 'Which day?')
    await page.getByRole('button', { name: 'Add questions' }).waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/exam|paper/i)
    expect(await axe(page)).toEqual([])
    await picture(page, 'survey-empty')
    await walk.press(page.getByRole('button', { name: 'Single choice' }))
    const dialog = page.getByRole('dialog')
    await held(page, /Question/)
    await walk.write(page.locator(':focus'), 'Which day suits you?')
    await walk.write(dialog.getByRole('textbox', { name: 'Option 1' }), 'Monday')
    await walk.key('Enter')
    await held(page, /Option 2/)
    await walk.write(page.locator(':focus'), 'Tuesday')
    expect(await axe(page)).toEqual([])
    await picture(page, 'survey-question')
    await walk.press(dialog.getByRole('button', { name: 'Add question', exact: true }))
    await page.getByText('Which day suits you?').waitFor()
    hold({ who: 'teacher', what: 'write a survey of one question', aim: 7 }, way, walk.presses)
    await page.getByText(/^Saved \d/).waitFor()
    await page.getByText('Tuesday', { exact: true }).waitFor()
    await picture(page, 'survey-written')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor({ state: 'detached' })
    expect(walk.faults).toEqual([])
  })

  test('an exam of ten questions from a bank of another course takes twelve presses', async () => {
    const by = await signIn(product(), { ...login('teacher'), org: world().org })
    const last = `Tides of last year, ${way}`
    const { id: other } = await by.call('POST /api/course', { body: { name: last } })
    const questions = Array.from({ length: 10 }, (_, n) => ({
      type: 'single' as const,
      title: '',
      stem: `<p>Tide ${n + 1} is raised by</p>`,
      content: {
        options: [
          { id: 'moonaaaa', text: 'The moon' },
          { id: 'sunbbbbb', text: 'The sun' },
        ],
      },
      key: { right: 'moonaaaa' },
      feedback: '',
      points: '1',
      tags: [],
    }))
    await by.call('POST /api/courses/:id/questions', { params: { id: other }, body: { questions } })
    const { page } = await begin(`Tides from a bank, ${way}`, way)
    await make(page, 'Exam', 'Tides')
    await walk.press(page.getByRole('button', { name: 'Add questions' }))
    const dialog = page.getByRole('dialog')
    const bank = dialog.getByRole('combobox', { name: 'Question bank' })
    await walk.select(bank, await bank.locator('option', { hasText: last }).innerText())
    await dialog.getByText('Tide 10 is raised by').waitFor()
    // once: its name in the bank says nothing else
    expect(await dialog.getByText('Tide 10 is raised by').count()).toBe(1)
    await dialog.getByText('The moon').first().waitFor()
    expect(await axe(page)).toEqual([])
    await picture(page, 'exam-picker')
    await walk.press(dialog.getByRole('button', { name: 'Select all 10' }))
    await walk.press(dialog.getByRole('button', { name: 'Add 10 questions' }))
    await page.getByText('10 questions. 10 points in all.').waitFor()
    hold({ who: 'teacher', what: 'make an exam of ten questions from a bank', aim: 12 }, way, walk.presses)
    await page.getByText(/^Saved \d/).waitFor()
    await page.getByText('The moon').first().waitFor()
    await picture(page, 'exam-from-bank')
    expect(await tooWide(page)).toBe(0)
    expect(walk.faults).toEqual([])
  })
})

test('an exam gets ten new questions without a step off its page', async () => {
  const { page, course } = await begin('Tides anew')
  await make(page, 'Exam', 'Ten new ones')
  await page.getByRole('button', { name: 'True or false' }).waitFor()
  // an empty paper is neither seen nor printed
  const print = page.getByRole('link', { name: 'Print', exact: true })
  expect(await print.count()).toBe(0)
  await page.getByRole('button', { name: 'True or false' }).click()
  const at = page.url()
  const dialog = page.getByRole('dialog')
  for (let n = 1; n <= 10; n++) {
    await held(page, /Question/)
    await page.keyboard.type(`Statement ${n}`)
    await dialog.getByRole('radio', { name: 'True', exact: true }).check()
    await dialog.getByRole('button', { name: n < 10 ? 'Add and write another' : 'Add question', exact: true }).click()
    if (n < 10) await dialog.getByText(n === 1 ? '1 question added' : `${n} questions added`).waitFor()
  }
  await page.getByText('10 questions. 10 points in all.').waitFor()
  await page.getByText(/^Saved \d/).waitFor()
  expect(page.url()).toBe(at)
  await page.getByText('Statement 10').waitFor()
  await print.waitFor()
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  const { items } = await by.call('GET /api/banks', { query: { course_id: course } })
  expect(items.filter(({ kind }) => kind === 'course')).toMatchObject([{ title: 'Tides anew', questions: 10 }])
  expect(walk.faults).toEqual([])
})
