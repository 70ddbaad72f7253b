// A guest at a public course: its content without a session, and the way to the sign-in page and back. Any other course asks to sign in.
import { emitOrgChanged } from '@lyceum/identity/facts'
import { plain } from '@lyceum/kit/database/database'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { axe, launch, open, picture, signInByForm } from './browser.ts'
import { address, settled } from './visit.ts'

let browser: Browser
let school: School
let course: string
let closed: string
/** The school is shown at a host name of its own. */
const url = () => product().url.replace('127.0.0.1', 'localhost')

beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), newSchool('Open College')])
  const client = new pg.Client(product().databases.identity)
  await client.connect()
  await client.query('begin')
  await client.query(`update organisations set hosts = '{localhost}', settings = settings || '{"guest_preview": true}' where id = $1`, [
    school.id,
  ])
  await emitOrgChanged(plain(client), school.id)
  await client.query('commit')
  await client.end()
  const teacher = await school.signIn('teacher')
  const make = async (name: string, more: { public_scope?: 'public' } = {}) => {
    const { id } = await teacher.call('POST /api/course', { body: { name, ...more } })
    await teacher.call('PUT /api/courses/:id/publish', { params: { id }, body: { published: true } })
    return id
  }
  ;[course, closed] = await Promise.all([make('Open estuaries', { public_scope: 'public' }), make('Closed estuaries')])
  const { id: module } = await teacher.call('POST /api/courses/:id/modules', { params: { id: course }, body: { name: 'Tides' } })
  await teacher.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'page', title: 'Field notes', body: '<p>Low tide.</p>', module_id: module, published: true },
  })
  await until(async () => (await fetch(`${product().url}/anonymous-api/courses/${course}/all-activities`)).ok)
})
afterAll(() => browser?.close())

test('sees the content of a public course, and signs in to it', async () => {
  const { page, context, faults } = await open(browser, url())
  const place = `/course/${course}/content`
  await page.goto(place)
  expect(await settled(page, place)).toBe('Open estuaries')
  await page.getByRole('heading', { name: 'Tides' }).waitFor()
  await page.getByText('Field notes').waitFor()
  expect(await page.getByRole('link', { name: 'Field notes' }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await picture(page, 'guest')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login?next=*')
  await signInByForm(page, school.people.teacher.login, school.password)
  await page.waitForURL(`**${place}`)
  await page.getByRole('link', { name: 'Field notes' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('is asked to sign in for a course that is not public', async () => {
  const { page, context } = await open(browser, url())
  await page.goto(`/course/${closed}/content`)
  await page.waitForURL('**/login?next=*')
  expect(address(page)).toContain(closed)
  await context.close()
})
