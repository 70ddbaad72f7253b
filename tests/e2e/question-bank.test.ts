// A teacher writes questions of five types without the mouse, finds them again, and sees what students see.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from './browser.ts'
import { held, tabTo } from './keys.ts'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { as, login, settled, windowPerTest, world } from './visit.ts'

const window = windowPerTest('teacher')

const type = (page: Page, text: string) => page.keyboard.type(text)
/** Opens the page of a new question by the menu, whose entries are found by their first letters; the text has the focus. */
async function begin(page: Page, entry: string): Promise<void> {
  await tabTo(page, 'Add question')
  await page.keyboard.press('Enter')
  // letters choose an entry once the menu has the focus
  await expect.poll(() => page.evaluate('document.activeElement?.role')).toBe('menu')
  await type(page, entry)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Question', exact: true }).waitFor()
  await held(page, /Question/)
}
async function save(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.getByRole('link', { name: title, exact: true }).waitFor()
}

test('five types by keyboard, from an empty bank to a list that is searched', async () => {
  const { page } = window
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  const { id: course } = await by.call('POST /api/course', { body: { name: 'Tides in questions' } })
  await page.goto(`/course/${course}/questions`)
  await settled(page)
  await tabTo(page, 'New question bank')
  await page.keyboard.press('Enter')
  await held(page, 'Name')
  await type(page, 'Tides')
  await page.keyboard.press('Enter')
  await page.getByText('This bank has no questions yet').waitFor()

  await begin(page, 'Single')
  await type(page, 'Which body raises the tides most?')
  for (const [n, text] of ['The moon', 'The sun', 'Jupiter', 'Mars'].entries()) {
    await tabTo(page, `Option ${n + 1}`)
    await type(page, text)
  }
  // Enter adds an option below, Backspace takes an empty one away
  await page.keyboard.press('Enter')
  await held(page, 'Option 5')
  await page.keyboard.press('Backspace')
  await held(page, 'Option 4')
  await page.keyboard.press('Control+s')
  await page.getByText('Choose what is right').waitFor()
  // one stop for all of them: the last from below, and the arrow goes on to the first
  await tabTo(page, 'Option 4 is right', 60, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('region', { name: 'What students see' }).getByText('Jupiter').waitFor()
  expect(await axe(page)).toEqual([])
  await save(page, 'Which body raises the tides most?')

  await begin(page, 'True')
  await type(page, 'Spring tides come at full moon')
  await save(page, 'Spring tides come at full moon')

  await begin(page, 'Short')
  await type(page, 'What is the water called that comes back?')
  await tabTo(page, 'Accepted answer 1')
  await type(page, 'flood*')
  await save(page, 'What is the water called that comes back?')

  await begin(page, 'Numerical')
  await type(page, 'How many hours lie between two high waters?')
  await tabTo(page, 'Number')
  await type(page, '12,4')
  await tabTo(page, 'Tolerance')
  await page.keyboard.press('Control+a')
  await type(page, '0,2')
  await save(page, 'How many hours lie between two high waters?')

  await begin(page, 'Order')
  await type(page, 'Put them into order')
  for (const [n, text] of ['Low water', 'Flood', 'High water'].entries()) {
    await tabTo(page, `Item ${n + 1}`)
    await type(page, text)
  }
  await save(page, 'Put them into order')

  await tabTo(page, 'Find questions')
  await type(page, 'jupiter')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('link', { name: 'Which body raises the tides most?', exact: true }).waitFor()
  expect(await axe(page)).toEqual([])

  // two windows write one question: the later one compares the two versions before anything is loaded again
  const written = page.getByRole('link', { name: 'Which body raises the tides most?', exact: true })
  await written.click()
  await page.getByRole('textbox', { name: 'Name in the bank' }).waitFor()
  const other = await page.context().newPage()
  // the editor of the text is there late, and leaves the focus where somebody has begun to write
  await other.addInitScript(`new MutationObserver((_, observer) => {
    const name = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Name in the bank')?.control
    if (!name || !document.querySelector('[contenteditable=true]')) return
    observer.disconnect()
    name.focus()
    name.select()
  }).observe(document, { childList: true, subtree: true })`)
  await other.goto(page.url())
  await held(other, 'Name in the bank')
  await type(other, 'Bodies')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByRole('link', { name: 'Bodies', exact: true }).waitFor()
  await other.close()
  await page.getByRole('textbox', { name: 'Name in the bank' }).fill('Moon and sun')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByText('Bodies').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Use mine' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Moon and sun', exact: true }).waitFor()
  expect(window.faults.filter((fault) => !fault.includes('409'))).toEqual([])
})

test('a student sees no bank, and no link to one', async () => {
  const student = await as(window.browser, 'student')
  const { page } = student
  await page.goto(`/course/${world().course}/questions`)
  const popup = page.getByRole('dialog', { name: 'Question banks are for who teaches' })
  await popup.getByRole('button', { name: 'Close' }).last().click()
  await popup.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Question banks are for who teaches' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Course menu' }).getByRole('link', { name: 'Questions' }).count()).toBe(0)
  await student.context.close()
})
