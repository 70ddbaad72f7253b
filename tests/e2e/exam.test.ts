// An exam from its paper to its marks: a teacher writes the paper, a student takes it through a reload and without a connection, the teacher marks.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe, launch, picture, type Window } from './browser.ts'
import { held } from './keys.ts'
import { as, endSession, signInHere, tooWide, url, world } from './visit.ts'

let browser: Browser
let teacher: Window
let student: Window
let exam = ''
let short = ''
beforeAll(async () => {
  browser = await launch()
  ;[teacher, student] = await Promise.all([as(browser, 'teacher'), as(browser, 'student')])
  const { course, org } = world()
  const call = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await teacher.context.request[method](url() + path, { data, headers: { origin: url(), 'request-scope': org } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { id: string; results: { id: string }[] }
  }
  const bank = await call('post', '/api/banks', { title: 'Mid-term questions', course_id: course })
  const option = (id: string, text: string) => ({ id, text })
  const draft = (type: string, stem: string, content: object, key: object, points: string) => ({
    type,
    title: '',
    stem,
    content,
    key,
    feedback: '',
    points,
    tags: [],
  })
  const { results } = await call('post', `/api/banks/${bank.id}/questions`, {
    questions: [
      draft(
        'single',
        '<p>How often does the water come in a day?</p>',
        { options: [option('optiona1', 'Once'), option('optionb2', 'Twice'), option('optionc3', 'Never')] },
        { right: 'optionb2' },
        '2',
      ),
      draft('true_false', '<p>Spring tides come at new moon.</p>', {}, { right: true }, '1'),
      draft('essay', '<p>Why does the sea come back?</p>', { format: 'plain' }, {}, '4'),
    ],
  })
  const { id } = await call('post', `/api/courses/${course}/activities`, {
    type: 'exam',
    title: 'Mid-term test',
    body: '<p>A calculator is allowed.</p>',
    settings: { limit_minutes: 60, results_shown: 'feedback', results_when: 'by_hand' },
  })
  exam = id
  const other = await call('post', `/api/courses/${course}/activities`, {
    type: 'exam',
    title: 'Short test',
    settings: { limit_minutes: 60 },
  })
  short = other.id
  const entries = [{ question_id: results[0]?.id, points: '2' }]
  await call('put', `/api/activities/${short}/paper`, { sections: [{ id: 'part1', title: '', text: '', entries }], version: 0 })
  await call('put', `/api/activities/${short}`, { published: true })
})
afterAll(() => browser?.close())
const page = () => `/course/${world().course}/learning-activity#`

test('a teacher writes the paper and publishes the exam', async () => {
  const { page: sheet } = teacher
  await sheet.goto(`${page()}/exam/${exam}/paper`)
  await sheet.getByRole('button', { name: 'Add questions' }).first().click()
  const picker = sheet.getByRole('dialog')
  await picker.getByLabel('Question bank').selectOption('Mid-term questions (3)')
  for (const stem of ['How often does the water', 'Spring tides come', 'Why does the sea']) await picker.getByText(stem).first().click()
  await picker.getByRole('button', { name: 'Add 3 questions' }).click()
  await sheet.getByText('3 questions. 7 points in all').waitFor()
  await sheet.getByText(/^Saved \d/).waitFor()
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-paper')
  await sheet.goto(`${page()}/exam/${exam}/paper?view=key`)
  await sheet.emulateMedia({ media: 'print' })
  await sheet.getByRole('heading', { name: 'Answer key: Mid-term test' }).waitFor()
  expect(await sheet.getByRole('banner').isVisible()).toBe(false)
  await sheet.emulateMedia({ media: null })
  await sheet.goto(`${page()}/${exam}`)
  await sheet.getByText('Ready to be published').waitFor()
  await picture(sheet, 'exam-teacher')
  const { org } = world()
  const answer = await teacher.context.request.put(`${url()}/api/activities/${exam}`, {
    data: { published: true },
    headers: { origin: url(), 'request-scope': org },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
})

test('a student takes it through a reload, without a connection and after the end of the session', async () => {
  const { page: sheet, context } = student
  await sheet.goto(`${page()}/${exam}`)
  await sheet.getByText('You have 60 minutes from your start').waitFor()
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-front')
  await sheet.getByRole('button', { name: 'Start the exam' }).click()
  await sheet.getByRole('radio', { name: 'Twice' }).check()
  await sheet
    .getByText(/^Saved \d/)
    .first()
    .waitFor()
  await sheet.getByRole('button', { name: 'Mark', exact: true }).first().click()
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-taking')
  // on a phone the time is the button that hides it, named by both
  const desktop = sheet.viewportSize()!
  await sheet.setViewportSize({ width: 390, height: 844 })
  await sheet.getByRole('button', { name: /\d:\d\d Hide the time$/ }).waitFor()
  expect(await axe(sheet)).toEqual([])
  await sheet.setViewportSize(desktop)
  await sheet.reload()
  await sheet.getByRole('radio', { name: 'Twice', checked: true }).waitFor()
  await sheet.getByRole('radio', { name: 'True' }).check()
  // another question by the navigator, kept on the device without a connection
  await sheet.getByRole('button', { name: 'Question 3, not answered' }).click()
  const essay = sheet.getByRole('textbox')
  await essay.waitFor()
  await sheet.reload()
  await essay.waitFor()
  // for another page of ours by Back, and again
  const writing = sheet.url()
  await sheet.goBack()
  await sheet.waitForURL((url) => url.href !== writing)
  // the address changes before the page: one that is still shown has not been left
  await essay.waitFor({ state: 'detached' })
  await sheet.goForward()
  await essay.waitFor()
  await sheet.waitForLoadState('networkidle')
  await context.setOffline(true)
  await essay.fill('The moon pulls the water.')
  await sheet.getByText(/^You are offline since/).waitFor()
  await sheet
    .getByText(/^Kept on this device \d/)
    .first()
    .waitFor()
  await picture(sheet, 'exam-offline')
  expect(await tooWide(sheet)).toBe(0)
  await context.setOffline(false)
  await sheet.getByText(/^You are offline since/).waitFor({ state: 'detached' })
  await endSession(student)
  await essay.fill('The moon pulls the water. So does the sun.')
  await sheet.getByRole('heading', { name: 'Sign in again' }).waitFor()
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-sign-in-again')
  await signInHere(sheet, 'student')
  await sheet.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' })
  await sheet
    .getByText(/^Saved \d/)
    .first()
    .waitFor()
  await context.setOffline(true)
  await sheet.getByRole('button', { name: 'Hand in' }).first().click()
  await sheet.getByText('All 3 questions are answered').waitFor()
  await sheet.getByRole('button', { name: 'Hand in now' }).click()
  await sheet.getByText('The hand-in waits for a connection').waitFor()
  await context.setOffline(false)
  await sheet.getByRole('heading', { name: 'Handed in' }).waitFor()
  await held(sheet, 'Handed in')
  await picture(sheet, 'exam-handed-in')
  expect(student.faults).toEqual([])
})

test('a student who is shut out is notified, and goes on when it is over', async () => {
  const { page: sheet } = student
  await sheet.goto(`${page()}/${short}`)
  await sheet.getByRole('button', { name: 'Start the exam' }).click()
  await sheet.getByRole('radio', { name: 'Once' }).waitFor()
  const answers = '**/api/attempts/*/answers'
  await sheet.route(answers, (route) => route.fulfill({ status: 403, json: { code: 'forbidden', message: '', params: {}, errors: {} } }))
  await sheet.getByRole('radio', { name: 'Once' }).check()
  await sheet.getByText('1 answer is kept on this device and sent once you may write again.').waitFor()
  expect(await sheet.getByRole('radio', { name: 'Twice' }).isEnabled()).toBe(false)
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-shut-out')
  await sheet.getByRole('button', { name: 'Try now' }).click()
  await sheet.getByText('You cannot write this exam at the moment.').waitFor()
  await sheet.unroute(answers)
  await sheet.getByRole('button', { name: 'Try now' }).click()
  await sheet.getByText('You cannot write this exam at the moment.').waitFor({ state: 'detached' })
  await sheet
    .getByText(/^Saved \d/)
    .first()
    .waitFor()
})

test('answers that a device still holds when an exam has ended are sent from its front page, with the outcome', async () => {
  const { page: sheet, context } = student
  await sheet.waitForLoadState('networkidle')
  await context.setOffline(true)
  await sheet.getByRole('radio', { name: 'Twice' }).check()
  await sheet.getByText(/^Kept on this device \d/).waitFor()
  const { org } = world()
  const ended = await teacher.context.request.post(`${url()}/api/activities/${short}/invigilation`, {
    data: { action: 'end', all: true },
    headers: { origin: url(), 'request-scope': org },
  })
  expect(ended.ok(), await ended.text()).toBe(true)
  await sheet.goto('about:blank')
  await context.setOffline(false)
  await sheet.goto(`${page()}/exam/${short}`)
  await sheet.getByText('1 answer arrived too late.').first().waitFor()
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-left-answers')
  // its note is longer than its title there, and the title is a link
  await sheet.goto(`/course/${world().course}/score`)
  await sheet.getByRole('link', { name: 'Short test' }).waitFor()
  expect(await axe(sheet)).toEqual([])
})

test('the teacher sees who has handed in, marks the essay by its question, and the figures', async () => {
  const { page: sheet } = teacher
  await sheet.goto(`${page()}/exam/${exam}/invigilation`)
  await sheet
    .getByRole('row', { name: new RegExp(world().names.student) })
    .getByText('Handed in')
    .waitFor()
  await sheet.getByRole('columnheader', { name: 'Time left, or time handed in' }).waitFor()
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-invigilation')
  // each way of leaving by its own name: a reload is none for another tab
  await sheet.getByRole('button', { name: `Actions for ${world().names.student}` }).click()
  await sheet.getByRole('menuitem', { name: 'What happened' }).click()
  const log = sheet.getByRole('dialog')
  await log.getByText('Handed in').waitFor()
  const counted = (text: string) => log.getByText(text).count()
  expect([await counted('Began'), await counted('Reloaded the page'), await counted('Went to another page of Lyceum')]).toEqual([1, 2, 1])
  expect([await counted('Closed the page'), await counted('Went to another tab or window')]).toEqual([0, 0])
  expect(await counted('Had no connection')).toBeGreaterThan(0)
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-log')
  await sheet.keyboard.press('Escape')
  await sheet.goto(`${page()}/exam/${exam}/marking`)
  await sheet.getByText('So does the sun').waitFor()
  await sheet.getByRole('heading', { name: world().names.student }).focus()
  await sheet.keyboard.press('3')
  await sheet.keyboard.press('Control+Enter')
  await sheet.getByText(/^Saved \d/).waitFor()
  await sheet.getByText('1 of 1 marked').filter({ visible: true }).first().waitFor()
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-marking')
  await sheet.goto(`${page()}/exam/${exam}/statistics`)
  await sheet.getByText('Reliability').first().waitFor()
  expect(await axe(sheet)).toEqual([])
  await picture(sheet, 'exam-statistics')
  // its results wait for a hand: the way to it is on its page
  await sheet.goto(`${page()}/${exam}`)
  await sheet.getByRole('link', { name: 'Release scores' }).click()
  await sheet.waitForURL(`**/course/${world().course}/score`)
  expect(teacher.faults).toEqual([])
})
