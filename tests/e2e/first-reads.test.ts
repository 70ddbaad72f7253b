// The first reads of each page come with its HTML: web/build.mjs names them, bff/src/first-reads.ts makes them. A read that is added to one
// of these pages but not to that table fails here. The page calls for first reads that came too late, so a named read may also be called.
import { readFileSync } from 'node:fs'
import { pathOf } from '@lyceum/kit/calls/client'
import type { Read } from '../../bff/src/first-reads.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { launch, open, signInBy } from './browser.ts'

const product = started()
let school: School, browser: Browser
let course = ''
let reading = ''
beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'Currents', course_code: 'C1' } })).id
  const params = { id: course }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  const { id: module_id } = await teacher.call('POST /api/courses/:id/modules', { params, body: { name: 'Twice a day' } })
  const body = { type: 'page' as const, module_id, title: 'High water', body: '<p>Twice a day.</p>', published: true }
  reading = (await teacher.call('POST /api/courses/:id/activities', { params, body })).id
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
})
afterAll(() => browser?.close())

/** Calls after the page is complete, about the person and not about the page. */
const afterwards = ['/api/bulletins/unread?page_size=100', '/api/my-join-requests']
const { pages } = JSON.parse(readFileSync(new URL('../../web/dist/preloads.json', import.meta.url), 'utf8')) as {
  pages: Record<string, { reads: Read[] }>
}
const named = (address: string) =>
  pages[address]!.reads.map(([call, query]) => pathOf(call, { params: { id: course }, ...(query && { query }) })[1])

test.each([
  // the browser alone knows the reader's day
  ['/user/index', ['/api/calendar-entries?']],
  ['/user/courses', []],
  ['/course/:id/content', []],
  // the BFF does not see the part of an address behind its #
  ['/course/:id/learning-activity', ['/api/activities/']],
] as const)('%s asks for nothing that is not named', async (address, own) => {
  const { page, context } = await open(browser, product.url)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/') && pathname !== '/api/events') asked.push(pathname + search)
  })
  try {
    await signInBy(context, product.url, { login: school.people.student.login, password: school.password })
    const last = page.waitForResponse((response) => response.url().includes('/api/bulletins/unread'))
    await page.goto(`${product.url}${address.replace(':id', course)}${address.endsWith('/learning-activity') ? `#/${reading}` : ''}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await last
    const expected = [...afterwards, ...named(address)]
    expect(asked.filter((path) => !expected.includes(path) && !own.some((start) => path.startsWith(start)))).toEqual([])
  } finally {
    await context.close()
  }
})
