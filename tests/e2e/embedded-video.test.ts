// A film elsewhere: embedded by its address, watched and counted where the school lets the provider's player tell; a material of several files.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { pdf } from '../media.ts'
import { axe, launch, long, type Look, open, picture, signInBy, type Window } from './browser.ts'

const product = started()
let school: School, browser: Browser, course: string, they: Person

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  they = await school.signIn('teacher')
  course = (await they.call('POST /api/course', { body: { name: 'Tides', course_code: 'T1' } })).id
  const params = { id: course }
  await they.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  await they.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
})
afterAll(() => browser?.close())

/** The provider's player as its messages are: twenty seconds long, it plays two of them by itself once the page listens. */
const youtube = `<!doctype html><title>film</title><body style="background:#204060;color:#fff">film<script>
let at = Number(new URL(location).searchParams.get('start') ?? 0), timer
const post = (event, info) => parent.postMessage(JSON.stringify({ event, info }), '*')
addEventListener('message', ({ data }) => {
  const { event, func, args } = JSON.parse(data)
  if (func === 'seekTo') at = args[0]
  if (event !== 'listening' || timer) return
  post('initialDelivery', { duration: 20, currentTime: at, playerState: 5, playbackRate: 1 })
  let left = 8
  timer = setInterval(() => {
    at += 0.25
    const stop = --left === 0
    if (stop) clearInterval(timer)
    post('infoDelivery', { currentTime: at, playerState: stop ? 2 : 1 })
  }, 250)
})
</script>`
const withYoutube = (context: BrowserContext) =>
  context.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ contentType: 'text/html', body: youtube }))

async function windowOf(person: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[person].login, password: school.password })
  await withYoutube(window.context)
  return window
}
const allow = async (toggles: string[]) => (await school.signIn('admin')).call('PUT /api/org/settings', { body: { toggles } as never })
const startAdding = async (page: Page, type: string) => {
  await page.goto(`/course/${course}/content`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: type, exact: true }).click()
  const dialog = page.getByRole('dialog').first()
  await dialog.waitFor()
  return dialog
}

test('a teacher pastes an address, sees the film and embeds it; a student watches it, and it counts', async () => {
  await allow(['third_party_video'])
  const { page, faults } = await windowOf('teacher')
  const dialog = await startAdding(page, 'Video')
  await dialog.getByRole('button', { name: 'Embed online video' }).click()
  const popup = page.getByRole('dialog', { name: 'Embed online video' })
  const address = popup.getByLabel('Original address')
  await address.fill('https://169.254.169.254/latest.mp4')
  await popup.getByText('Videos at this address cannot be embedded').waitFor()
  await address.fill('http://youtu.be/dQw4w9WgXcQ')
  await popup.getByText('Only addresses that begin with https:// can be embedded').waitFor()
  await address.fill('https://youtu.be/dQw4w9WgXcQ')
  await popup.getByText('Length 00:20. What students watch can be counted.').waitFor()
  await popup.getByLabel('Title').fill('Why the sea falls')
  expect(await axe(page)).toEqual([])
  await picture(page, 'embed-video')
  await popup.getByRole('button', { name: 'Embed', exact: true }).click()
  await popup.waitFor({ state: 'detached' })
  await dialog.getByRole('list', { name: 'Files of this activity' }).getByText('Why the sea falls').waitFor()
  await dialog.getByLabel('Percentage to watch until done').fill('5')
  await dialog.getByRole('switch', { name: 'Publish at once' }).check()
  await picture(page, 'embedded-in-form')
  await dialog.getByRole('button', { name: 'Add activity', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Video, YouTube, 00:20').first().waitFor()

  const student = await windowOf('student', { phone: true, theme: 'dark' })
  await student.page.goto(`/course/${course}/content`)
  await student.page.getByRole('link', { name: 'Why the sea falls' }).first().click()
  await student.page.getByText('“Why the sea falls” is done').waitFor()
  await picture(student.page, 'embedded-video', true)
  await student.page.goto(`/course/${course}/content`)
  await student.page.getByRole('combobox', { name: 'Kind of content' }).selectOption({ label: 'With a link to a video' })
  await student.page.getByRole('list', { name: 'With a link to a video' }).getByRole('link', { name: 'Why the sea falls' }).waitFor()
  expect(await axe(student.page)).toEqual([])
  await picture(student.page, 'content-list-phone')
  expect([faults, student.faults]).toEqual([[], []])
})

test('the film of a school that lets nobody else in waits for a click, and nothing is counted', async () => {
  await allow([])
  const student = await windowOf('student')
  const { activities } = await they.call('GET /api/courses/:id/content', { params: { id: course } })
  await student.page.goto(`/course/${course}/learning-activity#/${activities[0]?.id}`)
  const play = student.page.getByRole('button', { name: 'Play from YouTube' })
  await play.waitFor()
  expect(student.page.frames().length).toBe(1)
  expect(await axe(student.page)).toEqual([])
  await picture(student.page, 'embedded-waits')
  await play.click()
  await student.page.frameLocator('iframe').getByText('film').waitFor()
  expect(student.faults).toEqual([])
})

test('a material of several files: sorted while it is made, later one is added and one taken out; its description is read', {
  skip: !long,
}, async () => {
  const { page, faults } = await windowOf('teacher')
  const dialog = await startAdding(page, 'Material')
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdf()) })
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles([file('Shores.pdf'), file('Tides.pdf')])
  const files = dialog.getByRole('list', { name: 'Files of this activity' })
  const names = async (list = files) => (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0])
  await expect.poll(() => names()).toEqual(['Shores.pdf', 'Tides.pdf'])
  await dialog
    .getByRole('button', { name: /Tides\.pdf/ })
    .first()
    .press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(() => names()).toEqual(['Tides.pdf', 'Shores.pdf'])
  await dialog.getByRole('button', { name: 'Add a description' }).click()
  await dialog.getByRole('textbox', { name: 'Description' }).pressSequentially('Read both.')
  expect(await axe(page)).toEqual([])
  await picture(page, 'material-files')
  await dialog.getByRole('button', { name: 'Add activity', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for Shores', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit activity' })
  const present = edit.getByRole('list', { name: 'Files of this activity' })
  await expect.poll(() => names(present)).toEqual(['Tides.pdf', 'Shores.pdf'])
  await edit
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles([file('Dunes.pdf')])
  await edit.getByRole('button', { name: 'Take out Shores.pdf' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Shores' }).first().click()
  await page.getByRole('list', { name: 'Files' }).getByText('Dunes.pdf').waitFor()
  await page.getByText('Read both.').waitFor()
  await picture(page, 'material-with-files')
  expect(faults).toEqual([])
})
