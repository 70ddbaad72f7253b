// A package of lessons in a course: added by a teacher, played, left midway, resumed and completed by a student; a hostile one reaches nothing of ours.
import { until } from '@lyceum/kit/test/wait'
import { smallPackage, manifest12 } from '@lyceum/upload/test/packages'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { sendBytes } from '../flows/send.ts'
import { axe, launch, type Look, open, picture, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser, teacher: Person, course: string

/** A lesson of six pages that keeps its page, and completes at the last one. */
const lesson = `<!doctype html><title>Lesson</title><p id="page"></p><button id="turn">Turn</button><script>
let api, above = window
while (!(api = above.API) && above !== above.parent) above = above.parent
api.LMSInitialize('')
let page = Number(api.LMSGetValue('cmi.core.lesson_location') || 0)
const show = () => { document.getElementById('page').textContent = 'Page ' + page + ' of 6, ' + api.LMSGetValue('cmi.core.entry') }
show()
document.getElementById('turn').onclick = () => {
  page++
  api.LMSSetValue('cmi.core.lesson_location', String(page))
  api.LMSSetValue('cmi.core.lesson_status', page < 6 ? 'incomplete' : 'passed')
  if (page === 6) api.LMSSetValue('cmi.core.score.raw', '85')
  api.LMSCommit('')
  show()
}
</script>`
/** Each of its attempts, and the outcome. */
const hostile = `<!doctype html><title>Hostile</title><pre id="out"></pre><script>
const out = {}
const attempt = async (name, act) => { try { out[name] = String(await act()) } catch (error) { out[name] = 'refused' } }
void (async () => {
  await attempt('page', () => top.document.title)
  await attempt('cookie', () => { document.cookie = 'lyceum=EVIL; path=/'; document.cookie = 'lyceum=EVIL; path=/api'; return document.cookie })
  await attempt('worker', () => navigator.serviceWorker.register('worker.js').then(() => 'registered'))
  await attempt('network', () => fetch('PAGE/api/session', { credentials: 'include' }).then(({ status }) => status))
  await attempt('storage', () => Object.keys(localStorage).filter((key) => key.includes('secret')).length)
  await attempt('forged', () => { top.postMessage({ what: 'set', seq: 1, sco: 'i0', set: { 'cmi.core.lesson_status': 'passed' }, at: 1 }, '*'); return 'sent' })
  document.getElementById('out').textContent = JSON.stringify(out)
})()
</script>`

async function sendPackage(name: string, bytes: Buffer): Promise<string> {
  const ticket = await teacher.call('POST /api/uploads', { body: { name, size: bytes.length, is_scorm: true } })
  await sendBytes(ticket, bytes as Buffer<ArrayBuffer>)
  await teacher.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  await until(
    async () => (await teacher.call('GET /api/uploads/scorm/:id', { params: { id: ticket.id }, query: {} })).status_code !== 'opening',
  )
  return ticket.id
}
async function add(title: string, upload: string): Promise<string> {
  const body = { type: 'scorm' as const, title, upload_ids: [upload], published: true, points: '10' }
  return (await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })).id
}
beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Safety', course_code: 'S1' } })).id
  const person_ids = [school.people.student.id]
  await teacher.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids, role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
})
afterAll(() => browser?.close())

const at = (activity: string) => `/course/${course}/learning-activity#/${activity}`
async function seen(who: 'student' | 'teacher', address: string, look: Look = {}) {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  await window.page.goto(address)
  return window
}
/** The frame of the running item, inside that of ours. */
const inner = (page: Page) => page.frameLocator('iframe[sandbox]').frameLocator('iframe')
const turn = (page: Page) => inner(page).getByRole('button', { name: 'Turn' }).click()

test('a package is added, played, left midway, resumed and completed; its teacher sees the score', async () => {
  const buffer = smallPackage({ 'imsmanifest.xml': manifest12(['one.html', 'two/two.html']), 'one.html': lesson })
  const writer = await seen('teacher', `/course/${course}/content`)
  await writer.page.getByRole('button', { name: 'Add', exact: true }).click()
  await writer.page.getByRole('menuitem', { name: 'Package', exact: true }).click()
  const dialog = writer.page.getByRole('dialog').first()
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Safety in the laboratory.zip', mimeType: 'application/zip', buffer })
  await dialog.getByRole('switch', { name: 'Publish at once' }).check()
  expect(await axe(writer.page)).toEqual([])
  await picture(writer.page, 'package-form')
  await dialog.getByRole('button', { name: 'Add activity', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const { activities } = await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const activity = activities.find(({ type }) => type === 'scorm')!.id
  expect(writer.faults).toEqual([])
  await writer.context.close()
  const { page, context, faults } = await seen('student', at(activity))
  await page.getByRole('button', { name: 'Start' }).click()
  await inner(page).getByText('Page 0 of 6, ab-initio').waitFor()
  for (let n = 0; n < 4; n++) await turn(page)
  await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor()
  expect(await axe(page, { leaveOut: 'iframe' })).toEqual([])
  await picture(page, 'package')

  // without a connection it is kept on the device, and sent with the next opening
  await context.setOffline(true)
  await turn(page)
  await page.getByText('Kept on this device', { exact: true }).waitFor()
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Go on' }).click()
  await inner(page).getByText('Page 5 of 6, resume').waitFor()
  await turn(page)
  await page.getByRole('treeitem', { name: /Lesson 1.*Passed/ }).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await inner(page).getByText('Two').waitFor()
  await page.getByRole('button', { name: 'Exit' }).click()
  await page.getByRole('button', { name: 'Go on' }).waitFor()
  expect(faults).toEqual([])
  await context.close()

  const other = await seen('teacher', at(activity))
  const row = other.page.getByRole('row').filter({ hasText: school.people.student.name })
  await row.getByText('85').waitFor()
  await row.getByRole('button', { name: 'What was reported' }).click()
  await other.page.getByText('cmi.core.score.raw = 85').waitFor()
  await picture(other.page, 'package-attempts')
  await other.context.close()
})

test('a hostile package reaches neither the page, its cookies, its calls nor a worker, and forged messages count nothing', async () => {
  const file = smallPackage({
    'imsmanifest.xml': manifest12(['one.html']),
    'one.html': hostile.replace('PAGE', product.url),
    'worker.js': 'self.onfetch = () => {}',
  })
  const activity = await add('Hostile', await sendPackage('hostile.zip', file))
  const { page, context } = await seen('student', at(activity))
  await page.getByRole('button', { name: 'Start' }).click()
  const out = inner(page).locator('#out')
  await expect.poll(() => out.textContent()).not.toBe('')
  const { page: title, cookie, worker, network, storage } = JSON.parse((await out.textContent()) ?? '')
  expect([title, worker, network, storage]).toEqual(['refused', 'refused', 'refused', '0'])
  expect(cookie).not.toContain('lyceum_session')
  const ours = (await context.cookies(product.url)).filter(({ value }) => value === 'EVIL')
  expect(ours).toEqual([])
  await page.getByRole('button', { name: 'Exit' }).click()
  await page.getByRole('button', { name: 'Go on' }).waitFor()
  const { items } = await teacher.call('GET /api/activities/:id/package-attempts', { params: { id: activity }, query: {} })
  expect(items.flatMap(({ attempts }) => attempts.map(({ success }) => success))).toEqual(['unknown'])
  await context.close()
})
