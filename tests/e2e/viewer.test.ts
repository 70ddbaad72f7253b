// The previewer: every type of file, by keyboard and pointer, in light and dark, on a phone; files that may not be downloaded.
import { scaled } from '@lyceum/kit/test/wait'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { chinesePdf, film, timesPdf } from '../media.ts'
import { docxOf, linked, paragraph, textCell, xlsxOf } from '../../web/src/viewer/office/test/office-files.ts'
import { axe, launch, long, type Look, open, picture, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser, teacher: Person, course: string, material: string
const files: Record<string, string> = {}
const bytes = (text: string | Uint8Array) => Buffer.from(text as string) as Buffer<ArrayBuffer>
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGP4z8AARwzIHAAx9gP9wLCqfwAAAABJRU5ErkJggg==',
  'base64',
) as Buffer<ArrayBuffer>

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teacher = await school.signIn('teacher')
  const put = async (name: string, content: Buffer<ArrayBuffer>) => {
    files[name] = (await send(teacher, name, content)).id
  }
  const lines = Array.from({ length: 12 }, (_, nth) => (nth === 7 ? '冬天的海水很冷' : `第${nth + 1}页`))
  await put('海洋.pdf', chinesePdf(lines))
  await put('times.pdf', timesPdf('Salt, cold and the weight of water'))
  await put('notes.txt', Buffer.from('bac3d1f3c9facef1d1a7cac7d1d0bebfbaa3d1f3b5c4bfc6d1a7a1a3', 'hex') as Buffer<ArrayBuffer>)
  await put('tide.py', bytes('def tide(hours):\n    return hours * 2  # metres\n'))
  await put('chart.png', png)
  await put('report.docx', bytes(docxOf(paragraph('High tide at Brest') + linked('Times of the tide'), 'javascript:document.title=1')))
  const rows = Array.from(
    { length: 3000 },
    (_, nth) => `<row r="${nth + 1}">${textCell(`A${nth + 1}`, `Day ${nth + 1}`)}<c r="B${nth + 1}" s="1"><v>0.5</v></c></row>`,
  )
  await put('heights.xlsx', bytes(xlsxOf(rows.join(''))))
  // what the page draws by itself may be downloaded unless somebody switches that off
  for (const name of ['report.docx', 'heights.xlsx'])
    await teacher.call('PUT /api/uploads/:id', { params: { id: files[name]! }, body: { allow_download: false } })
  await put('broken.docx', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)]) as Buffer<ArrayBuffer>)
  await put('slides.pptx', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(1500)]) as Buffer<ArrayBuffer>)
  await put('surf.mp4', await film(6, '640x360'))
  course = (await teacher.call('POST /api/course', { body: { name: 'Tides', course_code: 'T1' } })).id
  await teacher.call('POST /api/courses/:id/enrollments', {
    params: { id: course },
    body: { person_ids: [school.people.student.id], role: 'student' },
  })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  const body = {
    type: 'material' as const,
    title: 'To read',
    upload_ids: ['海洋.pdf', 'notes.txt', 'report.docx', 'heights.xlsx', 'slides.pptx'].map((name) => files[name]!),
    published: true,
  }
  material = (await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })).id
  await settled(teacher, files['surf.mp4']!)
})
afterAll(() => browser?.close())

const who = (person: 'teacher' | 'student') => ({ login: school.people[person].login, password: school.password })
async function seen(name: string, look: Look = {}) {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, who('teacher'))
  await window.page.goto(`/note-bene/pdf-viewer?uploadId=${files[name]}`)
  return window
}
const zoomOf = (page: Page) => page.getByRole('status', { name: 'Zoom' }).innerText()

test('the address of a file opens it for a student who may open an activity with it, and for nobody else', async () => {
  const { page, context } = await open(browser, product.url)
  await signInBy(context, product.url, who('student'))
  for (const address of ['note-bene/pdf-viewer', 'pdf/editor']) {
    await page.goto(`/${address}?uploadId=${files['海洋.pdf']}`)
    await page.locator('canvas').first().waitFor()
  }
  await page.goto(`/note-bene/aliyun-office-viewer?uploadId=${files['report.docx']}`)
  await page.getByText('High tide at Brest').waitFor()
  await page.goto(`/note-bene/pdf-viewer?uploadId=${files['times.pdf']}`)
  await page.getByRole('alert').first().waitFor()
  await context.close()
})

test('a Chinese PDF is searched, turned and zoomed to both ends by keyboard', async () => {
  const { page, context, faults } = await seen('海洋.pdf')
  const pages = page.getByRole('region', { name: 'Pages of the document' })
  await pages.getByRole('group', { name: 'Page 1 of 12' }).locator('canvas').waitFor()
  await page.getByRole('searchbox', { name: 'Search the document' }).fill('海水')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await pages.getByRole('group', { name: 'Page 8 of 12' }).getByText('冬天的海水很冷').waitFor({ state: 'attached' })
  await expect.poll(() => page.getByLabel('Page number').inputValue()).toBe('8')
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('pdf-here')?.size)).toBe(1)
  await picture(page, 'viewer-pdf-search')
  // far pages are empty sheets
  expect(await page.locator('[data-page] canvas').count()).toBeLessThan(8)

  await pages.focus()
  await page.keyboard.press('End')
  await expect.poll(() => page.getByLabel('Page number').inputValue()).toBe('12')
  const before = await pages.getByRole('group', { name: 'Page 12 of 12' }).boundingBox()
  await page.keyboard.press('r')
  await expect.poll(async () => (await pages.getByRole('group', { name: 'Page 12 of 12' }).boundingBox())!.width > before!.width).toBe(true)
  await page.keyboard.press('Shift+R')
  for (let n = 0; n < 30; n++) await page.keyboard.press('-')
  expect(await zoomOf(page)).toMatch(/^20\s?%$/)
  await page.keyboard.press('+')
  expect(await zoomOf(page)).toMatch(/^40\s?%$/)
  for (let n = 0; n < 30; n++) await page.keyboard.press('+')
  expect(await zoomOf(page)).toMatch(/^500\s?%$/)
  expect(await page.getByRole('button', { name: 'Zoom in' }).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('0')
  await page.getByRole('button', { name: 'Thumbnails' }).click()
  await page.getByRole('navigation', { name: 'Thumbnails' }).getByRole('button', { name: 'Page 3 of 12' }).click()
  await expect.poll(() => page.getByLabel('Page number').inputValue()).toBe('3')
  await picture(page, 'viewer-pdf-small-pages')
  expect(faults).toEqual([])
  await context.close()
})

test('a standard font that is not in the file is drawn in letters of the same width, whatever the device has', {
  skip: !long,
}, async () => {
  const { page, context, faults } = await seen('chart.png')
  // read by the viewer, which turns it into what browsers draw; none takes it as it is
  const font = page.waitForRequest(
    (request) => request.url().endsWith('standard_fonts/FoxitSerif.pfb') && request.resourceType() !== 'font',
  )
  await page.goto(`/note-bene/pdf-viewer?uploadId=${files['times.pdf']}`)
  await font
  expect(faults).toEqual([])
  await context.close()
})

test('texts keep their letters, code its colours, pictures turn; details stand beside, 290 wide', async () => {
  const { page, context, faults } = await seen('notes.txt')
  await page.getByText('海洋的科学').waitFor()
  expect(await page.getByLabel('Encoding').inputValue()).toBe('gb18030')
  await page.getByLabel('Encoding').selectOption('big5')
  await page.getByText('海洋的科学').waitFor({ state: 'detached' })
  await page.goto(`/note-bene/pdf-viewer?uploadId=${files['tide.py']}`)
  const code = page.getByRole('textbox', { name: 'tide.py' })
  await code.waitFor()
  expect(await code.locator('span[class]').count()).toBeGreaterThan(2)
  await code.focus()
  await page.keyboard.type('x')
  expect(await code.innerText()).toContain('def tide(hours):')
  await page.goto(`/note-bene/pdf-viewer?uploadId=${files['chart.png']}`)
  const drawn = page.getByRole('img', { name: 'chart.png' })
  await drawn.waitFor()
  await page.getByRole('button', { name: 'Turn right' }).click()
  await expect.poll(async () => (await drawn.boundingBox())!.height).toBeGreaterThan((await drawn.boundingBox())!.width)
  await page.getByRole('button', { name: 'Details' }).click()
  const side = page.getByRole('complementary', { name: 'Details' })
  await side.getByText('No activity uses it').waitFor()
  expect((await side.boundingBox())!.width).toBe(290)
  await side.getByRole('button', { name: 'Close the details' }).focus()
  await page.keyboard.press('Escape')
  await side.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Details')
  expect(faults).toEqual([])
  await context.close()
})

test('a film plays; an office file that cannot be read is offered as a file', { skip: !long }, async () => {
  const { page, context, faults } = await seen('surf.mp4')
  await page.locator('video').waitFor()
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
  await page.goto(`/note-bene/aliyun-office-viewer?uploadId=${files['broken.docx']}`)
  await page.getByText('No preview could be made of this file').waitFor({ timeout: scaled(60_000) })
  await page.getByRole('link', { name: 'Download' }).first().waitFor()
  await page.goto('/note-bene/pdf-viewer?uploadId=nothing')
  await page.getByText('There is no file at this address').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a student reads from file to file, office files too, and is given no whole file', async () => {
  const { page, context, faults } = await open(browser, product.url)
  await signInBy(context, product.url, who('student'))
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/file') && request.method() === 'GET') asked.push(request.headers().range ?? 'whole')
  })
  await page.goto(`/course/${course}/learning-activity#/${material}`)
  await page.getByRole('group', { name: 'Page 1 of 12' }).locator('canvas').waitFor()
  expect(await page.getByRole('link', { name: 'Download' }).count()).toBe(0)
  const next = page.getByRole('button', { name: 'Next file' })
  await next.click()
  await page.getByText('海洋的科学').waitFor()
  await next.click()
  const text = page.getByRole('region', { name: 'report.docx' })
  await text.getByText('High tide at Brest').waitFor()
  expect(await text.locator('a').getAttribute('href')).toBeNull()
  await picture(page, 'viewer-docx')
  await next.click()
  const grid = page.getByRole('grid', { name: /^heights\.xlsx/ })
  await grid.getByRole('gridcell', { name: '50%' }).first().waitFor()
  expect(await grid.getByRole('row').count()).toBeLessThan(100)
  await grid.focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  expect(await page.getByText(/^B\d{2}$/).count()).toBe(1)
  expect(await axe(page)).toEqual([])
  await picture(page, 'viewer-xlsx')
  expect(asked.length).toBeGreaterThan(2)
  expect(asked).not.toContain('whole')
  await next.click()
  await page.getByText('Presentation · PPTX · 1.5 KB').waitFor()
  await page.getByRole('link', { name: 'Download' }).first().waitFor()
  expect(await next.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Previous file' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByText('4 of 5', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a file that a teacher forbids to download stays so, and says so', async () => {
  const params = { id: files['slides.pptx']! }
  await teacher.call('PUT /api/uploads/:id', { params, body: { allow_download: false } })
  const { page, context } = await open(browser, product.url, { phone: true, theme: 'dark' })
  await signInBy(context, product.url, who('student'))
  await page.goto(`/course/${course}/learning-activity#/${material}`)
  const pages = page.getByRole('region', { name: 'Pages of the document' })
  await pages.getByRole('group', { name: 'Page 1 of 12' }).locator('canvas').waitFor()
  // on a phone the pages scroll with the page, not in a box of their own
  expect(await pages.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  await page.getByLabel('Page number').fill('9')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1500)
  await pages.getByRole('group', { name: 'Page 9 of 12' }).locator('canvas').waitFor()
  await expect.poll(() => page.getByLabel('Page number').inputValue()).toBe('9')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await picture(page, 'viewer-pdf-flowing')
  await page.getByRole('button', { name: 'slides.pptx' }).click()
  await page.getByText('Download is off for this file').waitFor()
  await picture(page, 'viewer-pptx-off')
  await context.close()
  const theirs = await open(browser, product.url)
  await signInBy(theirs.context, product.url, who('teacher'))
  await theirs.page.goto(`/course/${course}/learning-activity#/${material}`)
  await theirs.page.getByRole('button', { name: 'slides.pptx' }).click()
  await theirs.page.getByText('Students cannot open it: its download is off.').waitFor()
  await theirs.page.getByRole('button', { name: 'Allow download' }).click()
  await theirs.page.getByText('Students download it').waitFor()
  await theirs.context.close()
})

test.each<[string, Look]>([
  ['dark phone', { phone: true, theme: 'dark' }],
  ...(long
    ? ([
        ['light', { locale: 'zh-CN' }],
        ['dark', { theme: 'dark' }],
      ] as [string, Look][])
    : []),
])('nothing that axe objects to: %s', async (name, look) => {
  const { page, context, faults } = await seen('海洋.pdf', look)
  await page.locator('canvas').first().waitFor()
  await page.getByRole('button', { name: /^(Details|详细信息)$/ }).click()
  await page.getByRole('complementary', { name: /^(Details|详细信息)$/ }).waitFor()
  await picture(page, `viewer-${name}`)
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await page.goto(`/note-bene/pdf-viewer?uploadId=${files['tide.py']}`)
  await page.getByRole('textbox', { name: 'tide.py' }).waitFor()
  await picture(page, `viewer-code-${name}`)
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('from my files: over the page, next within the list, and the focus comes back', { skip: !long }, async () => {
  const { page, context, faults } = await open(browser, product.url)
  await signInBy(context, product.url, who('teacher'))
  await page.goto('/user/resources')
  const name = page.getByRole('row', { name: /tide\.py/ }).getByRole('button', { name: 'tide.py', exact: true })
  await name.click()
  const window = page.getByRole('dialog', { name: 'tide.py' })
  await window.getByRole('textbox', { name: 'tide.py' }).waitFor()
  // the newest is first, and these were sent together
  const names = (await page.locator('tbody tr').allInnerTexts()).map((row) => row.trim().split(/\s/)[0])
  const place = names.indexOf('tide.py')
  const [way, other] = place + 1 < names.length ? ['Next file', names[place + 1]] : ['Previous file', names[place - 1]]
  await window.getByRole('button', { name: way }).click()
  await page.getByRole('dialog', { name: other! }).waitFor()
  await picture(page, 'viewer-window')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('tide.py')
  expect(faults).toEqual([])
  await context.close()
})
