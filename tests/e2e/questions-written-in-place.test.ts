// Questions are written where they are asked, in few presses: a survey of one, an exam of ten from a bank, an exam of ten new ones.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { axe, picture } from './browser.ts'
import { held } from './keys.ts'
import { hold } from './presses.ts'
import { login, settled, tooWide, windowPerTest, world } from './visit.ts'

const window = windowPerTest('teacher')

/** A course of its own, opened at its content; clicks, taps and keys that type no character are counted. */
async function begin(name: string): Promise<{ page: Page; course: string; presses: () => Promise<number> }> {
  const { page } = window
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  const { id: course } = await by.call('POST /api/course', { body: { name } })
  await page.addInitScript(`
    const count = ({ isTrusted }) => isTrusted && sessionStorage.setItem('presses', 1 + Number(sessionStorage.getItem('presses')))
    addEventListener('pointerdown', count, true)
    addEventListener('keydown', (event) => event.key.length > 1 && count(event), true)`)
  await page.goto(`/course/${course}/content`)
  await settled(page)
  return { page, course, presses: () => page.evaluate<number>(`Number(sessionStorage.getItem('presses'))`) }
}
async function make(page: Page, kind: string, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  await held(page, 'Title')
  await page.keyboard.type(title)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

test('a survey of one question takes seven presses, and speaks of a survey', async () => {
  const { page, presses } = await begin('Tides by survey')
  await make(page, 'Survey', 'Which day?')
  await page.getByRole('button', { name: 'Add questions' }).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/exam|paper/i)
  expect(await axe(page)).toEqual([])
  await picture(page, 'survey-empty')
  await page.getByRole('button', { name: 'Single choice' }).click()
  const dialog = page.getByRole('dialog')
  await held(page, /Question/)
  await page.keyboard.type('Which day suits you?')
  await dialog.getByRole('textbox', { name: 'Option 1' }).click()
  await page.keyboard.type('Monday')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Tuesday')
  expect(await axe(page)).toEqual([])
  await picture(page, 'survey-question')
  await dialog.getByRole('button', { name: 'Add question', exact: true }).click()
  await page.getByText('Which day suits you?').waitFor()
  hold({ who: 'teacher', what: 'write a survey of one question', aim: 7 }, 'mouse', await presses())
  await page.getByText(/^Saved \d/).waitFor()
  await page.getByText('Tuesday', { exact: true }).waitFor()
  await picture(page, 'survey-written')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor({ state: 'detached' })
  expect(window.faults).toEqual([])
})

test('an exam of ten questions from a bank of another course takes twelve presses', async () => {
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  const { id: other } = await by.call('POST /api/course', { body: { name: 'Tides of last year' } })
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
  const { page, presses } = await begin('Tides from a bank')
  await make(page, 'Exam', 'Tides')
  await page.getByRole('button', { name: 'Add questions' }).click()
  const dialog = page.getByRole('dialog')
  const bank = dialog.getByRole('combobox', { name: 'Question bank' })
  await bank.selectOption({ label: await bank.locator('option', { hasText: 'Tides of last year' }).innerText() })
  await dialog.getByText('Tide 10 is raised by').waitFor()
  // once: its name in the bank says nothing else
  expect(await dialog.getByText('Tide 10 is raised by').count()).toBe(1)
  await dialog.getByText('The moon').first().waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'exam-picker')
  await dialog.getByRole('button', { name: 'Select all 10' }).click()
  await dialog.getByRole('button', { name: 'Add 10 questions' }).click()
  await page.getByText('10 questions. 10 points in all.').waitFor()
  // choosing the bank in its native list is two more that the page does not see
  hold({ who: 'teacher', what: 'make an exam of ten questions from a bank', aim: 12 }, 'mouse', (await presses()) + 2)
  await page.getByText(/^Saved \d/).waitFor()
  await page.getByText('The moon').first().waitFor()
  await picture(page, 'exam-from-bank')
  expect(await tooWide(page)).toBe(0)
  expect(window.faults).toEqual([])
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
  expect(window.faults).toEqual([])
})
