// Small things that people see: one number before a name, buttons of one width, no bands, what is refused and how.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { send, sendBytes } from '../flows/send.ts'
import { chinesePdf } from '../media.ts'
import { launch, open, picture, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser, teacher: Person, course: string, page: string
beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teacher = await school.signIn('teacher')
  const params = { id: (course = (await teacher.call('POST /api/course', { body: { name: 'Waves', course_code: 'W1' } })).id) }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  const module = await teacher.call('POST /api/courses/:id/modules', { params, body: { name: '1. What a wave is' } })
  const pdf = await send(teacher, 'waves.pdf', chinesePdf(['海']))
  const film = await teacher.call('POST /api/uploads', { body: { name: 'waves.mp4', size: 1000 } })
  const more = { module_id: module.id, published: true }
  page = (
    await teacher.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'page', title: 'Welcome', body: '<p>Hello</p>', ...more },
    })
  ).id
  await teacher.call('POST /api/courses/:id/activities', {
    params,
    body: { type: 'material', title: 'Reader', upload_ids: [pdf.id], ...more },
  })
  await teacher.call('POST /api/courses/:id/activities', {
    params,
    body: { type: 'online_video', title: 'Film', upload_ids: [film.id], ...more },
  })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
})
afterAll(() => browser?.close())
const who = (person: 'teacher' | 'student' | 'thirdStudent') => ({ login: school.people[person].login, password: school.password })

test('a name with a number gets no other; every button of a row is as wide; nothing empty below a short activity', async () => {
  const { page: window, context, faults } = await open(browser, product.url)
  await signInBy(context, product.url, who('student'))
  await window.goto(`/course/${course}/content`)
  const head = window.getByRole('button', { name: /What a wave is/ })
  await head.waitFor()
  expect((await head.textContent())?.trim()).toMatch(/^1\. What a wave is/)
  const buttons = window.locator('li span', { hasText: /^(Open|Watch)$/ })
  const widths = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().width))
  expect([widths.length, new Set(widths).size]).toEqual([3, 1])
  await picture(window, 'details-course')
  await context.close()
  const phone = await open(browser, product.url, { phone: true })
  await signInBy(phone.context, product.url, who('student'))
  await phone.page.goto(`/course/${course}/learning-activity#/${page}`)
  await phone.page.getByText('Hello').waitFor()
  const list = phone.page.getByRole('complementary').last()
  await list.getByText('Reader').waitFor()
  await picture(phone.page, 'details-phone')
  const [article, aside] = [(await phone.page.getByRole('article').boundingBox())!, (await list.boundingBox())!]
  expect(aside.y - article.y - article.height).toBeLessThan(60)
  expect(faults).toEqual([])
  await phone.context.close()
})

test('a refused page is a popup, then a notice; a storage bar that fails a toast', async () => {
  const { page: window, context } = await open(browser, product.url)
  await signInBy(context, product.url, who('thirdStudent'))
  await window.goto(`/course/${course}/content`)
  const popup = window.getByRole('dialog', { name: 'You cannot open this' })
  await popup.waitFor()
  await picture(window, 'details-forbidden')
  await popup.getByRole('button', { name: 'Close' }).last().click()
  await popup.waitFor({ state: 'detached' })
  await window.getByRole('heading', { name: 'You cannot open this' }).waitFor()
  await window.route('**/api/user/storage-used*', (route) => route.fulfill({ status: 422, contentType: 'application/json', body: '{}' }))
  await window.goto('/user/resources')
  await window.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  await context.close()
})

test('the drop zone stays where it is; each refused file stands under its own heading', async () => {
  const { page: window, context } = await open(browser, product.url)
  await signInBy(context, product.url, who('teacher'))
  await window.goto('/user/resources')
  const zone = window.locator('.border-dashed')
  await window.getByText(/^Up to/).waitFor()
  const before = await zone.boundingBox()
  await window.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'a.pdf'))
    document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer }))
  })
  await window.locator('.border-accent.border-dashed').waitFor()
  expect(await zone.boundingBox()).toEqual(before)
  // what is no longer dragged is not waited for
  await window.locator('.border-accent.border-dashed').waitFor({ state: 'detached' })
  await window.locator('[data-choose=files]').setInputFiles([
    { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('x') },
    { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ])
  const dialog = window.getByRole('dialog', { name: 'Some files cannot be uploaded' })
  await dialog.waitFor()
  const groups = await dialog.locator('h3').allTextContents()
  expect(groups).toEqual(['1 empty file', '1 file of a type that is not accepted'])
  await dialog.getByText('Files of type .exe cannot be kept here.').waitFor()
  await picture(window, 'details-refused')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await window.getByRole('cell', { name: '1 Byte', exact: true }).waitFor()
  await context.close()
})

test('a course’s file that cannot be shown says so to its teacher, and students download it', async () => {
  const upload = await teacher.call('POST /api/uploads', {
    body: { name: 'slides.pptx', size: 1500, parent_type: 'course', parent_id: course },
  })
  await sendBytes(upload, Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(1496)]) as Buffer<ArrayBuffer>)
  await teacher.call('PUT /api/uploads/:id/uploaded', { params: { id: upload.id } })
  const { page: window, context } = await open(browser, product.url)
  await signInBy(context, product.url, who('teacher'))
  await window.goto(`/course/${course}/resource`)
  await window.getByText('This file cannot be shown in the browser; students download it').waitFor()
  await teacher.call('PUT /api/uploads/:id', { params: { id: upload.id }, body: { allow_download: false } })
  await window.reload()
  await window.getByText('and students may not download it').waitFor()
  await picture(window, 'details-not-shown')
  await window.getByRole('button', { name: 'Allow download' }).click()
  await window.getByText('This file cannot be shown in the browser; students download it').waitFor()
  await context.close()
  const phone = await open(browser, product.url, { phone: true, theme: 'dark', locale: 'th' })
  await signInBy(phone.context, product.url, who('student'))
  await phone.page.goto(`/course/${course}/resource`)
  await phone.page.getByRole('button', { name: 'slides.pptx', exact: true }).click()
  await phone.page.getByRole('dialog').getByRole('link', { name: 'ดาวน์โหลด' }).last().waitFor()
  await picture(phone.page, 'details-slides-phone')
  await phone.context.close()
})

test('by touch: a dialog of a menu has the focus and blames no empty field, the menu of the course shows where one is, what is wrong is named', async () => {
  await teacher.call('POST /api/banks', { body: { title: 'Waves', course_id: course } })
  const { page: window, context, faults } = await open(browser, product.url, { phone: true })
  await signInBy(context, product.url, who('teacher'))
  await window.goto(`/course/${course}/questions`)
  // the second time its code is there at once, before the menu has closed
  for (let times = 0; times < 2; times++) {
    await window.getByRole('button', { name: 'More for question banks' }).tap()
    await window.getByRole('menuitem', { name: 'New question bank' }).tap()
    const dialog = window.getByRole('dialog', { name: 'New question bank' })
    const name = dialog.getByLabel('Name', { exact: true })
    await name.waitFor()
    await window.getByRole('menu').waitFor({ state: 'detached' })
    // a menu gives the focus back a frame after it has closed
    await window.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))')
    await expect.poll(() => name.evaluate((field) => field.matches(':focus'))).toBe(true)
    expect(await dialog.getByText('Write a name').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel' }).tap()
    await dialog.waitFor({ state: 'detached' })
  }
  const current = await window.getByRole('navigation').getByRole('link', { name: 'Questions' }).boundingBox()
  expect(current && [current.x >= 0, current.x + current.width <= 390]).toEqual([true, true])
  await window.getByRole('button', { name: 'Add question' }).first().tap()
  await window.getByRole('menuitem', { name: 'Single choice' }).tap()
  await window.getByRole('textbox', { name: 'Question' }).fill('What makes a wave?')
  await window.getByLabel('Option 1', { exact: true }).fill('Wind')
  await window.getByLabel('Option 2', { exact: true }).fill('Salt')
  for (const option of [4, 3]) await window.getByRole('button', { name: `Remove Option ${option}` }).tap()
  await window.getByRole('button', { name: 'Save', exact: true }).tap()
  await window.getByRole('alert').filter({ hasText: 'Choose what is right' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
