// A questionnaire from its questions to its results: a teacher writes it, a student answers it alone on the screen, the teacher sees what may be seen.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe, launch, long, picture, type Window } from './browser.ts'
import { held } from './keys.ts'
import { as, tooWide, url, world } from './visit.ts'

let browser: Browser
let teacher: Window
let student: Window
let survey = ''
const call = async (method: 'post' | 'put', path: string, data: object) => {
  const answer = await teacher.context.request[method](url() + path, { data, headers: { origin: url(), 'request-scope': world().org } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as { id: string }
}
beforeAll(async () => {
  browser = await launch()
  ;[teacher, student] = await Promise.all([as(browser, 'teacher'), as(browser, 'student')])
  const { course } = world()
  const bank = await call('post', '/api/banks', { title: 'How is it going', course_id: course })
  const draft = (type: string, stem: string, content: object) => ({
    type,
    title: '',
    stem,
    content,
    key: {},
    feedback: '',
    points: '0',
    tags: [],
  })
  const part = (id: string, text: string) => ({ id, text })
  await call('post', `/api/banks/${bank.id}/questions`, {
    questions: [
      draft('scale', '<p>How clear are the lectures?</p>', { from: 1, to: 5, low: 'Not at all', high: 'Very' }),
      draft('matrix', '<p>How did these help you?</p>', {
        rows: [part('lecturea1', 'Lectures'), part('exerciseb2', 'Exercises')],
        columns: [part('littlec3', 'A little'), part('muchd4', 'A lot')],
      }),
      draft('essay', '<p>What should change?</p>', { format: 'plain' }),
    ],
  })
  const { id } = await call('post', `/api/courses/${course}/activities`, {
    type: 'questionnaire',
    title: 'Half-way: how is it going?',
    body: '<p>Three questions, two minutes.</p>',
    settings: { changeable: true },
  })
  survey = id
})
afterAll(() => browser?.close())

test('the settings of a new one that few change are folded, with what is set in the line', async () => {
  const { page } = teacher
  await page.goto(`/course/${world().course}/learning-activity#/new/questionnaire`)
  const fold = (title: string) => page.locator('summary').filter({ hasText: title })
  await fold('Results').getByText('Only instructors see the results').waitFor()
  await fold('Answering').getByText('Answers cannot be changed · progress shown').waitFor()
  await fold('Results').click()
  await page.getByRole('switch', { name: 'Students see the results after it closes' }).click()
  await page.getByRole('switch', { name: 'Anonymous' }).click()
  expect(await axe(page)).toEqual([])
  await fold('Results').click()
  await fold('Results').getByText('Students see the results after it closes').waitFor()
  await fold('Answering').click()
  await page.getByRole('switch', { name: 'Answers can be changed until it closes' }).click()
  await fold('Answering').click()
  await fold('Answering').getByText('Answers can be changed until it closes · progress shown').waitFor()
})

test('a teacher writes what it is about, and its questions', async () => {
  const { page } = teacher
  await page.goto(`/course/${world().course}/learning-activity#/${survey}`)
  await page.getByRole('link', { name: 'Edit text' }).click()
  await page.getByRole('textbox', { name: 'What it is about' }).getByText('two minutes').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Thank you.')
  await page.getByText(/^Draft saved/).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Three questions, two minutes. Thank you.').waitFor()
  await page.getByRole('link', { name: 'Write the questions' }).click()
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const picker = page.getByRole('dialog')
  for (const stem of ['How clear are', 'How did these', 'What should change']) await picker.getByText(stem).first().click()
  await picker.getByRole('button', { name: 'Add 3 questions' }).click()
  await page.getByText(/^Saved \d/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'questionnaire-questions')
  await call('put', `/api/activities/${survey}`, { published: true })
})

test('a student answers it alone on the screen, through a reload', async () => {
  const { page } = student
  await page.goto(`/course/${world().course}/learning-activity/full-screen#/questionnaire/${survey}`)
  await page.getByText('Your teachers see your name with your answers.').waitFor()
  await page.getByRole('radio', { name: '4', exact: true }).check()
  await page.getByText(/Kept on this device \d/).waitFor()
  await page.reload()
  await page.getByRole('radio', { name: '4', exact: true, checked: true }).waitFor()
  await page.getByRole('textbox').fill('More exercises, please')
  expect(await axe(page)).toEqual([])
  await picture(page, 'questionnaire-answering')
  expect(await tooWide(page)).toBe(0)
  await page.getByRole('button', { name: 'Send my answers' }).click()
  await page.getByText('Thank you, your answers are in.').waitFor()
  await held(page, 'Thank you, your answers are in.')
  await page.getByRole('button', { name: 'Change my answers' }).click()
  await page.getByRole('radio', { name: /^5/ }).check()
  await page.getByRole('button', { name: 'Send my answers' }).click()
  await page.getByText('Thank you, your answers are in.').waitFor()
  await held(page, 'Thank you, your answers are in.')
  await picture(page, 'questionnaire-answered')
  expect(student.faults).toEqual([])
})

test('the teacher sees the answers, drawn', async () => {
  const { page } = teacher
  await page.goto(`/course/${world().course}/learning-activity#/${survey}`)
  await page.getByText('Mean 5').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'questionnaire-results')
  expect(await tooWide(page)).toBe(0)
  expect(teacher.faults).toEqual([])
})

test('a text written in a second window stays in sight when the first one has answered', { skip: !long }, async () => {
  const { course } = world()
  const bank = await call('post', '/api/banks', { title: 'Once', course_id: course })
  const essay = {
    type: 'essay',
    title: '',
    stem: '<p>One wish</p>',
    content: { format: 'plain' },
    key: {},
    feedback: '',
    points: '0',
    tags: [],
  }
  const added: unknown = await call('post', `/api/banks/${bank.id}/questions`, { questions: [essay] })
  const entries = (added as { results: { id: string }[] }).results.map((one) => ({ question_id: one.id, points: '0' }))
  const { id } = await call('post', `/api/courses/${course}/activities`, { type: 'questionnaire', title: 'One wish', settings: {} })
  await call('put', `/api/activities/${id}/paper`, { sections: [{ id: 'wishes', title: '', text: '', entries }], version: 0 })
  await call('put', `/api/activities/${id}`, { published: true })
  const [first, second] = [student.page, await student.context.newPage()]
  for (const [page, wish] of [
    [first, 'More light'],
    [second, 'More air'],
  ] as const) {
    await page.goto(`/course/${course}/learning-activity/full-screen#/questionnaire/${id}`)
    await page.getByRole('textbox').fill(wish)
    await page.getByText(/Kept on this device \d/).waitFor()
  }
  await first.getByRole('button', { name: 'Send my answers' }).click()
  await first.getByText('Thank you, your answers are in.').waitFor()
  await second.getByRole('button', { name: 'Send my answers' }).click()
  await second.getByText('You have answered this in another window already.').waitFor()
  expect(await second.getByRole('textbox').or(second.getByText('More air')).first().innerText()).toContain('More air')
  await second.getByRole('button', { name: 'Discard it' }).click()
  await second.getByText('Thank you, your answers are in.').waitFor()
  await second.close()
})
