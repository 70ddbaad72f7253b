// Drafts of texts: kept for their writer alone, one for each place, gone with the writer, the activity and time.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { purgeBin } from '../../course-life/bin/bin.ts'
import { eraseDrafts, sweepDrafts } from './drafts.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const as = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = env.teacher) => env.call(who, method, path, body)
const addPage = async (body = '<p>High water.</p>') =>
  (await as('POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Tides', body, published: true })).body
const write = (path: string, body: string, more: object = {}) => as('PUT', path, { title: 'Tides', body, base_version: 0, ...more })
const picture = (upload: string) => `<p><img data-upload="${upload}" alt="" /></p>`
const held = async () => (await env.facts('FilesHeld')).filter(({ holder }) => holder.startsWith('draft:'))

test('a draft comes back to its writer alone, and the text that others read stays', async () => {
  const { id, version } = await addPage()
  const path = `/api/activities/${id}/draft`
  expect((await as('GET', path)).body).toEqual({ draft: null })
  const written = await write(path, '<p>Low <script>x</script>water.</p>', { base_version: version, version: 0 })
  expect(written).toEqual(expect.objectContaining({ status: 200, body: { version: expect.any(Number), updated_at: expect.any(String) } }))
  expect((await as('GET', path)).body.draft).toEqual({ title: 'Tides', body: '<p>Low water.</p>', base_version: version, ...written.body })
  expect((await as('GET', `/api/activities/${id}`, undefined, env.student)).body.body).toBe('<p>High water.</p>')
  expect((await as('GET', path, undefined, env.student)).status).toBe(403)
  expect((await write(path, 'x', { version: 0 })).body).toMatchObject({ code: 'draft.newer', params: { version: written.body.version } })
  expect((await write(path, '<p>Ebb.</p>', { version: written.body.version })).status).toBe(200)
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [env.other.person], role: 'instructor' })
  expect((await as('GET', path, undefined, env.other)).body).toEqual({ draft: null })
  const { version: present } = (await as('GET', path)).body.draft
  const newer = await as('DELETE', `${path}?version=${written.body.version}`)
  expect(newer).toMatchObject({ status: 409, body: { code: 'draft.newer', params: { version: present } } })
  expect((await as('DELETE', `${path}?version=${present}`)).status).toBe(204)
  expect((await as('DELETE', `${path}?version=${present}`)).status).toBe(204)
  await write(path, '<p>Ebb.</p>')
  expect([(await as('DELETE', path)).status, (await as('DELETE', path)).status]).toEqual([204, 204])
  expect((await as('GET', path)).body).toEqual({ draft: null })
})

test('a new activity has one draft for each type, also when two windows begin it', async () => {
  const path = `/api/courses/${env.course}/drafts/page`
  const answers = await Promise.all([write(path, '<p>One</p>', { version: 0 }), write(path, '<p>Two</p>', { version: 0 })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await as('GET', `/api/courses/${env.course}/drafts/learning_activity`)).body).toEqual({ draft: null })
  expect(
    (await as('PUT', `/api/courses/${env.course}/drafts/circus`, { title: '', body: '', base_version: 0 })).body.details.type[0].code,
  ).toBe('field.choice')
  await as('DELETE', path)
})

test('a draft holds its pictures until it is deleted; those of others are refused', async () => {
  const [mine, foreign] = [await env.upload(env.teacher, { type: 'image' }), await env.upload(env.student, { type: 'image' })]
  const path = `/api/courses/${env.course}/drafts/page`
  expect((await write(path, picture(foreign))).body.details.body[0].code).toBe('upload.unknown')
  expect((await write(path, picture(mine))).status).toBe(200)
  expect((await held()).at(-1)).toMatchObject({ upload_ids: [mine], hold: false, by_right: false })
  const { length } = await held()
  await write(path, `<p>More</p>${picture(mine)}`)
  expect(await held()).toHaveLength(length)
  await as('DELETE', path)
  expect((await held()).at(-1)?.upload_ids ?? []).toEqual([])
})

test('it stays while its activity is in the bin, and goes with it, with its writer, and after 90 days', async () => {
  const tx = plain(env.db)
  const { id } = await addPage()
  const mine = await env.upload(env.teacher, { type: 'image' })
  await write(`/api/activities/${id}/draft`, picture(mine))
  await as('DELETE', `/api/activities/${id}`)
  expect((await as('GET', `/api/activities/${id}/draft`)).status).toBe(404)
  await as('PUT', `/api/activities/${id}/restore`)
  expect((await as('GET', `/api/activities/${id}/draft`)).body.draft.body).toContain(mine)
  await as('DELETE', `/api/activities/${id}`)
  await purgeBin(tx, new Date(Date.now() + 31 * 86_400_000), 500)
  expect((await held()).at(-1)?.upload_ids ?? []).toEqual([])

  const kept = await addPage()
  const path = `/api/activities/${kept.id}/draft`
  await write(path, '<p>Old</p>')
  await sweepDrafts(tx, new Date(Date.now() + 89 * 86_400_000), 500)
  expect((await as('GET', path)).body.draft).not.toBeNull()
  await sweepDrafts(tx, new Date(Date.now() + 91 * 86_400_000), 500)
  expect((await as('GET', path)).body.draft).toBeNull()
  await write(path, '<p>Mine</p>')
  await eraseDrafts(tx, newId())
  expect((await as('GET', path)).body.draft).not.toBeNull()
  await eraseDrafts(tx, env.teacher.person)
  expect((await as('GET', path)).body.draft).toBeNull()
})
