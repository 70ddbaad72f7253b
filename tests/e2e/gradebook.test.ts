// The gradebook: a teacher writes by keys, pastes and undoes; two teachers meet in a cell; scores are released, and a student sees why.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, long, type Look, open, picture, signInBy, type Window } from './browser.ts'
import { stayingBars } from './visit.ts'

const product = started()
let school: School, browser: Browser, teacher: Person, course: string
const titles = ['Lab 1', 'Lab 2', 'Essay', 'Quiz 1', 'Quiz 2', 'Quiz 3', 'Test', 'Talk']

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Tides', course_code: 'T1' } })).id
  const params = { id: course }
  const of = (...who: SchoolPerson[]) => who.map((one) => school.people[one].id)
  const enrol = (person_ids: string[], role: 'student' | 'instructor_assistant') =>
    teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids, role } })
  await enrol(of('student', 'secondStudent', 'thirdStudent'), 'student')
  await enrol(of('assistant'), 'instructor_assistant')
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const { category } = await teacher.call('POST /api/courses/:id/score-categories', { params, body: { name: 'Labs', weight: '40' } })
  for (const title of titles) {
    const category_id = title.startsWith('Lab') ? category.id : null
    await teacher.call('POST /api/courses/:id/score-items', { params, body: { title, points: '20', category_id, release: 'by_hand' } })
  }
  await teacher.call('PUT /api/courses/:id/score-policy', { params, body: { aggregation: 'points' } })
})
afterAll(() => browser?.close())

async function seenBy(who: SchoolPerson, path = `/course/${course}/score`, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  await window.page.goto(path)
  return window
}
/** The cell of a student's row below a heading. */
function cellOf(page: Page, who: SchoolPerson, title: string) {
  // one name is a part of another
  const name = page.locator('[role=rowheader] > span').getByText(new RegExp(`^${school.people[who].name}$`))
  const row = page.getByRole('row').filter({ has: name })
  // name and number come first
  return row.getByRole('gridcell').nth(1 + (titles.indexOf(title) < 2 ? titles.indexOf(title) : titles.indexOf(title) + 1))
}
const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /Saved \d/ })
    .waitFor()
const stands = (page: Page, who: SchoolPerson, title: string, text: string) =>
  cellOf(page, who, title)
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor()
const paste = (page: Page, text: string) =>
  page.evaluate((pasted: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('a teacher writes by keys, pastes a block and undoes it', async () => {
  const { page, context, faults } = await seenBy('teacher')
  await page.getByRole('grid', { name: 'Gradebook' }).waitFor()
  await cellOf(page, 'student', 'Lab 1').click()
  const first = page.locator('[role=gridcell]:focus')
  await first.waitFor()
  // typing begins to write; letters are refused in place, a comma is the point
  await page.keyboard.type('12a')
  await page.keyboard.press('Enter')
  await page.getByText('Write a number, such as 7.5').waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.type(',5')
  await page.keyboard.press('Tab')
  await stands(page, 'student', 'Lab 1', '12.5')
  await page.keyboard.type('18')
  await page.keyboard.press('Enter')
  await stands(page, 'student', 'Lab 2', '18')
  await saved(page)

  // more than 20 cells are shown first, and what is no score is named
  await cellOf(page, 'secondStudent', 'Essay').click()
  await paste(page, Array.from({ length: 3 }, (_, row) => [10, 11, 12, 13, 14, 15].map((n) => n + row).join('\t')).join('\n'))
  await stands(page, 'student', 'Talk', '16')
  await page.keyboard.press('Control+z')
  await stands(page, 'student', 'Talk', '·no score')
  await page.keyboard.press('Control+Shift+z')
  await stands(page, 'student', 'Talk', '16')
  await cellOf(page, 'secondStudent', 'Lab 1').click()
  await paste(page, Array.from({ length: 3 }, () => ['1', 'two', '3', '', '5', '6', '7', '8', '9'].join('\t')).join('\n'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('cells are no scores').waitFor()
  await picture(page, 'gradebook-paste')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await stands(page, 'student', 'Lab 1', '12.5')
  await saved(page)
  const book = await teacher.call('GET /api/courses/:id/gradebook', { params: { id: course } })
  const student = book.students.find(({ id }) => id === school.people.student.id)
  expect(JSON.parse(student?.cells ?? '')).toMatchObject({ 1: ['12.5', ''], 8: ['16', ''] })

  // its rows are close, whatever the other pages of this person are, until they choose
  const height = async () => (await cellOf(page, 'student', 'Lab 1').boundingBox())?.height
  expect(await height()).toBeLessThan(30)
  await page.getByRole('radio', { name: 'Comfortable' }).click()
  await expect.poll(height).toBeGreaterThan(30)
  await page.getByRole('radio', { name: 'Compact' }).click()
  await expect.poll(height).toBeLessThan(30)
  expect(await page.locator('html').getAttribute('data-density')).not.toBe('compact')

  // why, with a reason of one's own
  await cellOf(page, 'student', 'Lab 1').press('Shift+F2')
  await page.getByRole('dialog', { name: 'Why 12.5 of 20?' }).getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('The graph has no units')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The graph has no units').waitFor()
  await picture(page, 'gradebook-why')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('two teachers in one cell: theirs is shown, and one of both is chosen', async () => {
  const { page, context, faults } = await seenBy('assistant')
  await cellOf(page, 'secondStudent', 'Lab 1').click()
  const book = await teacher.call('GET /api/courses/:id/gradebook', { params: { id: course } })
  const item_id = book.items.find(({ title }) => title === 'Lab 1')?.id ?? ''
  const write = (points: string, saw: string | null) =>
    teacher.call('PUT /api/courses/:id/scores', {
      params: { id: course },
      body: { cells: [{ item_id, person_id: school.people.secondStudent.id, points, saw }] },
    })
  await write('7', null)
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  const conflict = page.getByRole('dialog', { name: 'Changed by somebody else' })
  await conflict.getByText(`${school.people.teacher.name} has written 7 meanwhile.`).waitFor()
  await stands(page, 'secondStudent', 'Lab 1', '7.0')
  await picture(page, 'gradebook-conflict')
  expect(await axe(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Write 9' }).click()
  await stands(page, 'secondStudent', 'Lab 1', '9.0')
  await saved(page)
  expect(faults).toEqual([])
  await context.close()
})

test('scores are released, and the student sees why', async () => {
  const teaching = await seenBy('teacher')
  const release = teaching.page.getByRole('button', { name: 'Release scores' })
  await release.click()
  const dialog = teaching.page.getByRole('dialog')
  for (const title of titles.slice(2)) await dialog.getByRole('checkbox', { name: title }).uncheck()
  await dialog.getByText('People: 2, scores: 3').waitFor()
  expect(await axe(teaching.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Release', exact: true }).click()
  await teaching.page.getByText('3 scores released').waitFor()
  await teaching.context.close()

  const mine = await seenBy('student', '/score', { phone: true })
  await mine.page.getByRole('link', { name: 'Tides' }).click()
  const tree = mine.page.getByRole('region', { name: 'How this is calculated' })
  await tree.getByText('12.5 / 20').waitFor()
  await tree.getByText('The graph has no units').waitFor()
  expect(await tree.getByText('16 / 20').count()).toBe(0)
  await mine.page.getByRole('region', { name: 'Result' }).getByText('76.3%').waitFor()
  await tree.getByText('62.5%').waitFor()
  await picture(mine.page, 'gradebook-mine')
  expect(await axe(mine.page)).toEqual([])
  // a trial of possible points makes a result of its own beside the true one, and ends without a trace
  await mine.page.getByRole('button', { name: 'Try possible scores' }).click()
  await mine.page.getByRole('textbox', { name: 'Possible points of Talk, 20 at most' }).fill('20')
  await mine.page.getByRole('region', { name: 'A trial, not your result' }).getByText('84.2%').waitFor()
  await mine.page.getByRole('region', { name: 'Result', exact: true }).getByText('76.3%').waitFor()
  expect(await axe(mine.page)).toEqual([])
  await picture(mine.page, 'gradebook-trial', true)
  await mine.page.getByRole('button', { name: 'End the trial' }).click()
  expect(await mine.page.getByRole('textbox', { name: /^Possible points/ }).count()).toBe(0)
  expect(mine.faults).toEqual([])
  await mine.context.close()
})

test('on a phone a student is a card, the next one a button or a swipe away, and the filters are folded', async () => {
  const { page, context, faults } = await seenBy('teacher', undefined, { phone: true })
  const card = page.getByRole('region', { name: 'Gradebook' })
  await card.getByText(/ 1 of /).waitFor()
  await card.getByRole('button', { name: 'Next student' }).click()
  await card.getByText(/ 2 of /).waitFor()
  const touch = await context.newCDPSession(page)
  const at = (x: number) => [{ x, y: 500 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(80) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(300) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await card.getByText(/ 1 of /).waitFor()
  // the panel of a score returns the focus to its line
  const score = card.locator('[data-sheet-row]:not([data-sheet-row="head"]) button').first()
  await score.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => score.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('button', { name: 'Any result' }).waitFor()
  await page.getByRole('button', { name: 'Order: Name' }).waitFor()
  await page.getByRole('button', { name: /^Select all \d+$/ }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('a change of the rules shows whose result changes before it is saved', async () => {
  const { page, context, faults } = await seenBy('teacher', `/course/${course}/score/settings`)
  await page.getByRole('combobox', { name: 'What counts' }).selectOption({ label: 'Leave out the lowest' })
  await page.getByRole('button', { name: 'See what changes' }).click()
  await page.getByText('results change').or(page.getByText('result changes')).first().waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The rules are saved').waitFor()
  // 1280 × 1024 at 400 %
  await page.setViewportSize({ width: 320, height: 256 })
  await expect.poll(() => stayingBars(page)).toEqual([])
  const { categories } = await teacher.call('GET /api/courses/:id/gradebook', { params: { id: course } })
  expect(categories[0]?.drop).toBe(1)
  expect(faults).toEqual([])
  await context.close()
})

test('rules that were written are there after a reload, and stand beside those that a colleague saves meanwhile', {
  skip: !long,
}, async () => {
  const params = { id: course }
  const { page, context, faults } = await seenBy('teacher', `/course/${course}/score/settings`)
  const name = page.getByRole('textbox', { name: 'Name' }).first()
  await page.getByRole('button', { name: 'Add category' }).click()
  await page.getByRole('textbox', { name: 'Name' }).last().fill('Field work')
  await name.fill('Laboratory')
  await page.getByText(/Kept on this device \d/).waitFor()
  await page.reload()
  await page.getByText(/This is what you wrote on/).waitFor()
  expect(await name.inputValue()).toBe('Laboratory')
  const { categories } = await teacher.call('GET /api/courses/:id/gradebook', { params })
  await teacher.call('PUT /api/score-categories/:id', { params: { id: categories[0]?.id ?? '' }, body: { name: 'Practicals' } })
  await page.getByRole('button', { name: 'See what changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const versions = page.getByRole('dialog', { name: 'Two versions' })
  await versions.getByText('Practicals').waitFor()
  expect(await axe(page)).toEqual([])
  await versions.getByRole('radio', { name: 'Theirs' }).first().check()
  await versions.getByRole('button', { name: 'Merge' }).click()
  expect(await name.inputValue()).toBe('Practicals')
  await page.getByRole('button', { name: 'See what changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The rules are saved').waitFor()
  const after = await teacher.call('GET /api/courses/:id/gradebook', { params })
  expect(after.categories.map((one) => one.name)).toEqual(['Practicals', 'Field work'])
  expect(faults).toEqual([])
  await context.close()
})

test('a score without an answer is sent although the page was left; an item goes with its scores and comes back with them', {
  skip: !long,
}, async () => {
  const { page, context } = await seenBy('teacher')
  await page.route('**/api/courses/*/scores', (route) => route.abort())
  await cellOf(page, 'thirdStudent', 'Essay').click()
  await page.keyboard.type('19')
  await page.keyboard.press('Enter')
  await page.getByText('Not saved, trying again').waitFor()
  await page.getByRole('button', { name: 'More about the gradebook' }).click()
  await page.getByRole('menuitem', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'See what changes' }).waitFor()
  await page.unroute('**/api/courses/*/scores')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const essay = async () => {
    const { items, students } = await teacher.call('GET /api/courses/:id/gradebook', { params: { id: course } })
    const no = items.find(({ title }) => title === 'Essay')?.no ?? 0
    return JSON.parse(students.find(({ id }) => id === school.people.thirdStudent.id)?.cells ?? '{}')[no]?.[0]
  }
  await expect.poll(essay, { timeout: 6000 }).toBe('19')

  await page.goBack()
  await page.getByRole('columnheader', { name: /Talk/ }).click()
  await page.getByRole('button', { name: 'Change item' }).click()
  await page.getByRole('button', { name: 'Delete item' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Talk”?' })
  await question.getByText(/scores? go(es)? with it/).waitFor()
  await question.getByText(/results? changes?\./).waitFor()
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Back')
  expect(await axe(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete item' }).click()
  await page.getByText('Talk deleted').waitFor()
  await page.getByRole('columnheader', { name: /Talk/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Talk and its scores are back').waitFor()
  await page.getByRole('columnheader', { name: /Talk/ }).waitFor()
  await context.close()
})
