// A rubric from the form of a homework to the student who reads it before handing in; one that sums to other points than the homework has.
import { expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { axe, picture } from './browser.ts'
import { as, login, tooWide, windowPerTest, world } from './visit.ts'
import { criterionOf, level } from './works-to-mark.ts'

const window = windowPerTest('teacher')

test('chosen in the form, asked once about its sum, read by students before they hand in, in an exam too', async () => {
  const { page } = window
  const { course } = world()
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  const create = async (body: object) =>
    (await by.call('POST /api/courses/:id/activities', { params: { id: course }, body: body as never })).id
  const criteria = () => [
    criterionOf('Method', level('0', 'Missing'), level('3', 'Thin'), level('6', 'Partly'), level('9', 'Sound')),
    criterionOf('Language', level('9', 'Clear')),
  ]
  const from = await create({ type: 'homework', title: 'Rubric of last year', body: '<p>Old</p>', points: '18' })
  await by.call('PUT /api/activities/:id/rubric', { params: { id: from }, body: { criteria: criteria(), version: 0 } })

  await page.goto(`/course/${course}/learning-activity#/new/homework`)
  await page.getByLabel('Title').fill('Salt of a pool')
  await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill('Measure it')
  await page.getByLabel('Points', { exact: true }).fill('20')
  const rubric = page.getByRole('combobox', { name: 'Rubric' })
  await rubric.selectOption({ label: await rubric.locator('option', { hasText: 'Rubric of last year' }).innerText() })
  expect(await axe(page)).toEqual([])
  await picture(page, 'homework-form')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const shown = page.getByRole('region', { name: 'How it is marked' })
  await shown.getByText('Sound').waitFor()
  // four levels in a row, and one width for all that the page holds
  const tops = await Promise.all(['Missing', 'Thin', 'Partly', 'Sound'].map(async (text) => (await shown.getByText(text).boundingBox())?.y))
  expect(new Set(tops).size).toBe(1)
  const below = page.getByRole('region', { name: 'Handed in', exact: true })
  expect([(await shown.boundingBox())?.width, (await below.boundingBox())?.width]).toEqual([856, 856])
  const homework = /#\/([0-9a-f-]+)$/.exec(page.url())?.[1] ?? ''

  await page.getByRole('button', { name: 'Rubric', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Rubric' })
  await dialog.getByRole('button', { name: 'Save rubric' }).click()
  await dialog.getByText('The best levels sum to 18 points, and the activity is worth 20.').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'rubric-sum')
  await dialog.getByRole('button', { name: 'Save, set 18 points' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await by.call('GET /api/activities/:id', { params: { id: homework } })).points).toBe('18')

  const exam = await create({ type: 'exam', title: 'Essay on salt', body: '<p>One essay</p>', settings: {} })
  const essay = {
    type: 'essay',
    title: '',
    stem: '<p>Why is it salty?</p>',
    content: { format: 'plain' },
    key: {},
    feedback: '',
    points: '18',
    tags: [],
  }
  const { results } = await by.call('POST /api/courses/:id/questions', { params: { id: course }, body: { questions: [essay as never] } })
  const entries = [{ question_id: results[0]?.id ?? '', points: '18' }]
  await by.call('PUT /api/activities/:id/paper', {
    params: { id: exam },
    body: { sections: [{ id: 'essays', title: '', text: '', entries }], version: 0 },
  })
  await by.call('PUT /api/activities/:id/rubric', { params: { id: exam }, body: { criteria: criteria(), version: 0 } })
  await by.call('PUT /api/activities/:id', { params: { id: exam }, body: { published: true } })

  const student = await as(window.browser, 'student')
  await student.page.goto(`/course/${course}/learning-activity#/${homework}`)
  await student.page.getByRole('region', { name: 'How it is marked' }).getByText('Language').waitFor()
  expect(await axe(student.page)).toEqual([])
  expect(await tooWide(student.page)).toBe(0)
  await picture(student.page, 'rubric-student')
  await student.page.goto(`/course/${course}/learning-activity#/${exam}`)
  await student.page.getByRole('region', { name: 'How it is marked' }).getByText('Sound').waitFor()
  await student.page.goto(`/course/${course}/learning-activity#/exam/${exam}`)
  await student.page
    .getByRole('button', { name: /^(Start|Begin)/ })
    .first()
    .click()
  await student.page.getByText('How it is marked').click()
  await student.page.getByText('Sound').waitFor()
  await picture(student.page, 'rubric-in-exam')
  expect(student.faults).toEqual([])
  expect(window.faults).toEqual([])
  await student.context.close()
})
