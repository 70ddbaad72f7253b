// Guest preview: people without a session read public courses of organisations that allow it, and nothing else of them.
import { emitOrgChanged } from '@lyceum/identity/facts'
import { plain } from '@lyceum/kit/database/database'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { newSchool, product } from './product.ts'
import type { Person, School } from './school.ts'
import { send } from './send.ts'

const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
let school: School
let teacher: Person
let course: string
let page: string
let draft: string
const guest = (path: string, init: RequestInit = {}) => fetch(product().url + path, init)
const status = async (path: string, init?: RequestInit) => (await guest(path, init)).status

async function allowGuests(org: string, allowed: boolean): Promise<void> {
  const client = new pg.Client(product().databases.identity)
  await client.connect()
  await client.query('begin')
  await client.query('update organisations set settings = settings || $2 where id = $1', [org, { guest_preview: allowed }])
  await emitOrgChanged(plain(client), org)
  await client.query('commit')
  await client.end()
}

beforeAll(async () => {
  school = await newSchool()
  teacher = await school.signIn('teacher')
  await allowGuests(school.id, true)
  course = (await teacher.call('POST /api/course', { body: { name: 'Open estuaries', public_scope: 'public' } })).id
  const params = { id: course }
  const { id: picture } = await send(teacher, 'chart.png', dot, 'local')
  const body = `<p>Low tide.</p><img data-upload="${picture}">`
  const add = async (title: string, published: boolean) =>
    (await teacher.call('POST /api/courses/:id/activities', { params, body: { type: 'page', title, body, published } })).id
  page = await add('Field notes', true)
  draft = await add('Not ready', false)
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
})

test('a public course, its content and its pictures are read, drafts and members are not', async () => {
  await expect.poll(() => status(`/anonymous-api/activities/${page}`)).toBe(200)
  const seen = await (await guest(`/anonymous-api/courses/${course}`)).json()
  expect(seen).toMatchObject({ name: 'Open estuaries', role: null, can: { teach: false, simulate: false, manage: false } })
  // neither who teaches it nor what is said of it inside
  expect(seen).toMatchObject({ instructors: [], imported_from: null, allow_clone: false })
  expect(JSON.stringify(seen)).not.toContain(teacher.id)
  const content = await (await guest(`/anonymous-api/courses/${course}/all-activities`)).json()
  expect(content.activities.map(({ title }: { title: string }) => title)).toEqual(['Field notes'])
  const { nav_setting } = await (await guest(`/anonymous-api/courses/${course}/nav-setting`)).json()
  expect(nav_setting.flatMap(({ key, visible }: { key: string; visible: boolean }) => (visible ? [key] : []))).toEqual([
    'content',
    'outline',
  ])
  expect(await status(`/anonymous-api/activities/${draft}`)).toBe(404)
  expect(await status(`/anonymous-api/courses/${course}/members`)).toBe(404)
  expect(await status(`/anonymous-api/courses/${course}/publish`, { method: 'PUT' })).toBe(404)
  expect(await status(`/api/courses/${course}`)).toBe(401)
  // a session that there is does not count
  expect(await status(`/anonymous-api/activities/${draft}`, { headers: { cookie: teacher.cookie } })).toBe(404)
})

test('401 for what is not public, not published or of an organisation without guest preview; grants end with it', async () => {
  const members = (await teacher.call('POST /api/course', { body: { name: 'For members' } })).id
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: members }, body: { published: true } })
  const hidden = (await teacher.call('POST /api/course', { body: { name: 'Hidden', public_scope: 'public' } })).id
  expect([await status(`/anonymous-api/courses/${members}`), await status(`/anonymous-api/courses/${hidden}`)]).toEqual([401, 401])
  expect(await status('/anonymous-api/courses/01900000-0000-7000-8000-000000000001')).toBe(404)
  const { items } = await (await guest(`/anonymous-api/activities/${page}/pictures`)).json()
  const bytes = async () => (await fetch(product().bytes + items[0].url)).status
  await expect.poll(bytes).toBe(200)
  await allowGuests(school.id, false)
  await expect.poll(() => status(`/anonymous-api/courses/${course}`)).toBe(401)
  await expect.poll(bytes).toBeGreaterThan(400)
})
