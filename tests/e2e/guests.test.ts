// A guest at a public course: its content without a session, and the way to the sign-in page and back. Any other course asks to sign in.
import { emitOrgChanged } from '@lyceum/identity/facts'
import { plain } from '@lyceum/kit/database/database'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product } from '../flows/product.ts'
import type { Person, School } from '../flows/school.ts'
import { send, settled as transcoded } from '../flows/send.ts'
import { film, pdf } from '../media.ts'
import { axe, launch, open, picture, signInByForm } from './browser.ts'
import { address, settled, stayingBars, tooWide } from './visit.ts'

let browser: Browser
let school: School
let teacher: Person
let course: string
let closed: string
/** By their titles. */
const activities: Record<string, string> = {}
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
  teacher = await school.signIn('teacher')
  const make = async (name: string, more: { public_scope?: 'public' } = {}) => {
    const { id } = await teacher.call('POST /api/course', { body: { name, ...more } })
    await teacher.call('PUT /api/courses/:id/publish', { params: { id }, body: { published: true } })
    return id
  }
  ;[course, closed] = await Promise.all([make('Open estuaries', { public_scope: 'public' }), make('Closed estuaries')])
  const { id: module } = await teacher.call('POST /api/courses/:id/modules', { params: { id: course }, body: { name: 'Tides' } })
  const [chart, notes, deep] = await Promise.all([
    send(teacher, 'Chart.pdf', pdf()),
    send(teacher, 'Notes.md', Buffer.from('# Slack water')),
    send(teacher, 'Deep water.mp4', await film(6, '640x360')),
  ])
  const add = async (title: string, body: object) => {
    const { id } = await teacher.call('POST /api/courses/:id/activities', {
      params: { id: course },
      body: { title, module_id: module, published: true, ...body } as never,
    })
    activities[title] = id
    return id
  }
  await add('Field notes', { type: 'page', body: '<p>Low tide.</p>' })
  await add('Charts', { type: 'material', upload_ids: [chart.id, notes.id] })
  const watched = await add('Why deep water sinks', { type: 'online_video', upload_ids: [deep.id] })
  await add('After the film', { type: 'page', body: '<p>High tide.</p>', prerequisite_ids: [watched] })
  await transcoded(teacher, deep.id)
  await teacher.call('PUT /api/uploads/:id/captions/:language', {
    params: { id: deep.id, language: 'en' },
    body: { text: 'WEBVTT\n\n00:01.000 --> 00:03.000\nSalt makes water heavy.' },
  })
  await until(async () => {
    const answer = await fetch(`${product().url}/anonymous-api/activities/${watched}/files`)
    return answer.ok && (await answer.json()).items.length === 1
  })
})
afterAll(() => browser?.close())

test('sees the content of a public course, and signs in to it', async () => {
  const { page, context, faults } = await open(browser, url())
  const place = `/course/${course}/content`
  await page.goto(place)
  expect(await settled(page, place)).toBe('Open estuaries')
  await page.getByRole('heading', { name: 'Tides' }).waitFor()
  await page.getByText('Field notes').waitFor()
  expect(await page.getByRole('link', { name: 'After the film' }).count()).toBe(0)
  await page.getByText('Locked').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'guest')
  await teacher.call('POST /api/courses/:id/syllabuses', { params: { id: course }, body: { syllabuses: [{ name: 'First week' }] } })
  await page.goto(`/course/${course}/outline`)
  await page.getByRole('heading', { name: 'First week' }).waitFor()
  await page.getByRole('heading', { name: 'Also in this course' }).waitFor()
  await page.goto(place)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login?next=*')
  await signInByForm(page, school.people.teacher.login, school.password)
  await page.waitForURL(`**${place}`)
  await page.getByRole('link', { name: 'Field notes' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('opens a text, files and a film, but nothing that waits for others', async () => {
  const { page, context, faults } = await open(browser, url())
  const at = (title: string) => `/course/${course}/learning-activity#/${activities[title]}`
  await page.goto(`/course/${course}/content`)
  await page.getByRole('link', { name: 'Field notes' }).click()
  expect(await settled(page, at('Field notes'))).toBe('Field notes')
  await page.getByText('Low tide.').waitFor()

  await page.getByRole('link', { name: /^Next/ }).click()
  expect(await settled(page, at('Charts'))).toBe('Charts')
  await page.getByRole('group', { name: 'Page 1 of 1' }).locator('canvas').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'guest-document')
  await page.getByRole('button', { name: 'Notes.md' }).click()
  await page.getByText('# Slack water').waitFor()

  await page.getByRole('link', { name: /^Next/ }).click()
  expect(await settled(page, at('Why deep water sinks'))).toBe('Why deep water sinks')
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await until(async () => await page.evaluate<boolean>(`document.querySelector('video')?.currentTime > 0.5`))
  await page.getByRole('button', { name: /Salt makes water heavy/ }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'guest-film')
  // nothing of a guest is recorded, and nobody else's tools are shown
  expect(await page.getByText('Watched').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)

  await page.goto(at('After the film'))
  await page.getByText('It opens once other activities are done.').waitFor()
  expect(await settled(page, at('After the film'))).toBe('After the film')
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone a document is as wide as the page, and a draft asks to sign in', async () => {
  const { page, context } = await open(browser, url(), { width: 390, phone: true })
  const place = `/course/${course}/learning-activity#/${activities.Charts}`
  await page.goto(place)
  expect(await settled(page, place)).toBe('Charts')
  await page.locator('canvas').first().waitFor()
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  await picture(page, 'guest-document-phone')
  await page.setViewportSize({ width: 320, height: 256 })
  await expect.poll(() => stayingBars(page)).toEqual([])
  const { id } = await teacher.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'page', title: 'Draft', body: '<p>Neap.</p>' },
  })
  await page.goto(`/course/${course}/learning-activity#/${id}`)
  await page.waitForURL('**/login?next=*')
  await context.close()
})

test('is what a teacher sees as a visitor, and who is no member of a public course', async () => {
  const { page, context } = await open(browser, url())
  await page.goto(`/login?next=/course/${course}/content`)
  await signInByForm(page, school.people.teacher.login, school.password)
  await page.getByRole('radio', { name: 'Student' }).click({ force: true })
  await page.getByRole('button', { name: 'See as visitor' }).click()
  await page.getByText('This is what people without an account see.').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'guest-simulated')
  await page.getByRole('link', { name: 'Why deep water sinks' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await until(async () => await page.evaluate<boolean>(`document.querySelector('video')?.currentTime > 0.5`))
  await page.goto(`/course/${course}/content`)
  await page.getByRole('button', { name: 'Back to instructor' }).click()
  await page.locator('header').getByRole('button', { name: 'Add', exact: true }).waitFor()
  await context.close()

  const outsider = await open(browser, url())
  await outsider.page.goto(`/login?next=/course/${course}/content`)
  await signInByForm(outsider.page, school.people.secondStudent.login, school.password)
  await outsider.page.getByText('You are not in this course, but it is open to guests.', { exact: false }).waitFor()
  await outsider.page.getByRole('link', { name: 'Charts' }).click()
  await outsider.page.getByRole('group', { name: 'Page 1 of 1' }).locator('canvas').waitFor()
  // the join page shows it, too
  const { access_code } = await teacher.call('GET /api/course/:id/access_code', { params: { id: course } })
  await outsider.page.goto(`/course/join/${access_code}`)
  await outsider.page.getByRole('region', { name: 'Have a look before you join' }).getByRole('link', { name: 'Field notes' }).waitFor()
  expect(await axe(outsider.page)).toEqual([])
  await picture(outsider.page, 'join-preview')
  await outsider.page.goto(`/course/${closed}/content`)
  await outsider.page.getByRole('heading', { name: 'You cannot open this' }).waitFor()
  await outsider.context.close()
})

test('is asked to sign in for a course that is not public, or no longer', async () => {
  const { page, context } = await open(browser, url())
  // a code shows the course that is open, and asks to sign in for any other
  const codeOf = async (id: string) => (await teacher.call('GET /api/course/:id/access_code', { params: { id } })).access_code
  await page.goto(`/course/join/${await codeOf(course)}`)
  await page.getByRole('heading', { name: 'Open estuaries' }).waitFor()
  await page.getByRole('link', { name: 'Sign in to join' }).waitFor()
  expect(await axe(page)).toEqual([])
  const hidden = await codeOf(closed)
  await page.goto(`/course/join/${hidden}`)
  await page.getByText(`Sign in to see which course the code ${hidden} opens`, { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Sign in to join' }).click()
  await page.waitForURL('**/login?next=*')
  expect(address(page)).toContain(hidden)
  await page.goto(`/course/${closed}/content`)
  await page.waitForURL('**/login?next=*')
  expect(address(page)).toContain(closed)
  const place = `/course/${course}/learning-activity#/${activities.Charts}`
  await page.clock.install()
  await page.goto(place)
  await page.locator('canvas').first().waitFor()
  await teacher.call('PUT /api/courses/:id', { params: { id: course }, body: { public_scope: 'members' } })
  await until(async () => (await fetch(`${product().url}/anonymous-api/courses/${course}`)).status === 401)
  // what is loaded goes from the screen by itself
  await page.clock.fastForward(31_000)
  await page.waitForURL('**/login?next=*')
  expect(decodeURIComponent(address(page))).toContain(activities.Charts)
  await context.close()
})
