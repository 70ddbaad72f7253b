// A reload of a running exam without a connection: it opens from its copy on this device, with its picture, its clock and the answers, and its end
// leaves nothing behind.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { dot } from '../media.ts'
import { axe, launch, open, picture, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser, teacher: Person
let course = ''
let exam = ''
beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Tides', course_code: 'T1' } })).id
  const params = { id: course }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const upload = await send(teacher, 'shore.png', dot())
  await settled(teacher, upload.id)
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Tides', course_id: course } })
  const base = { title: '', points: '1', feedback: '', tags: [] }
  const { results } = await teacher.call('POST /api/banks/:id/questions', {
    params: { id: bank },
    body: {
      questions: [
        {
          ...base,
          type: 'true_false' as const,
          stem: `<p>The water falls.</p><p><img data-upload="${upload.id}" alt="The shore"></p>`,
          content: {},
          key: { right: true },
        },
        { ...base, type: 'essay' as const, stem: '<p>Why?</p>', content: { format: 'plain' as const }, key: {} },
      ],
    },
  })
  exam = (
    await teacher.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'exam', title: 'Low water', settings: { limit_minutes: 30 } } as never,
    })
  ).id
  const entries = results.map(({ id }) => ({ question_id: id ?? '', points: '1' }))
  await teacher.call('PUT /api/activities/:id/paper', {
    params: { id: exam },
    body: { version: 0, sections: [{ id: 'tides', title: '', text: '', entries }] } as never,
  })
  await teacher.call('PUT /api/activities/:id', { params: { id: exam }, body: { published: true } as never })
})
afterAll(() => browser?.close())

test('it opens with its picture, its clock and all answers, is written on, sends them, and its end deletes the copy', async () => {
  const { page, context, faults } = await open(browser, product.url)
  await signInBy(context, product.url, { login: school.people.student.login, password: school.password })
  const address = `/course/${course}/learning-activity#/exam/${exam}`
  await page.goto(address)
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await page.getByRole('radio', { name: 'True' }).check()
  await page.getByText('This page also opens without a connection').waitFor()
  await page
    .getByText(/^Saved \d/)
    .first()
    .waitFor()
  const essay = page.getByRole('textbox')
  const left = async () => (await page.getByRole('timer').textContent()) ?? ''
  await context.setOffline(true)
  await essay.fill('The moon')
  await page.getByText(/^Kept on this device \d/).waitFor()
  const before = await left()

  await page.reload()
  await page.getByRole('radio', { name: 'True', checked: true }).waitFor()
  expect(await page.evaluate('document.documentElement.dataset.copy')).toBe('')
  expect(await essay.inputValue()).toBe('The moon')
  await page.getByText(/^You are offline since/).waitFor()
  await expect.poll(() => page.evaluate<number>(`document.querySelector('img[alt="The shore"]').naturalWidth`)).toBeGreaterThan(0)
  expect([before, (await left()) <= before]).toEqual([expect.stringMatching(/\d/), true])
  expect(await axe(page)).toEqual([])
  await picture(page, 'exam-offline-reload')
  // nothing else is answered
  expect(await page.evaluate(`fetch('/api/session').then(() => 'answered', () => 'failed')`)).toBe('failed')
  await essay.fill('The moon and the sun')
  await page.reload()
  await page.getByRole('radio', { name: 'True', checked: true }).waitFor()
  expect(await essay.inputValue()).toBe('The moon and the sun')

  await context.setOffline(false)
  await page.getByText(/^You are offline since/).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText(/^Saved \d/).count()).toBe(2)
  await page.getByRole('button', { name: 'Hand in' }).first().click()
  await page.getByText('All 2 questions are answered').waitFor()
  await page.getByRole('button', { name: 'Hand in now' }).click()
  await page.getByRole('heading', { name: 'Handed in' }).waitFor()
  const rest = `Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then((all) => all.map(({ length }) => length))`
  await expect.poll(() => page.evaluate(rest)).toEqual([0, 0])
  expect(faults).toEqual([])

  // the log goes on: both reloads, and one loss of the connection over them
  const { items } = await teacher.call('GET /api/activities/:id/invigilation/events', {
    params: { id: exam },
    query: { person_id: school.people.student.id },
  })
  const kinds = items.map(({ kind }) => kind)
  expect(['reloaded', 'offline', 'closed'].map((kind) => kinds.filter((one) => one === kind).length)).toEqual([2, 1, 0])
  await context.close()
})
