// Links: kept without bytes, renamed, shared by right, in the bin, told without their address, erased with it.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { FilesHeldSchema } from '@lyceum/proto/activity'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, teacher: Actor, other: Actor, student: Actor, activity: TestProducer, identity: TestProducer
const course = newId()
const address = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher, other, student } = env.school)
  activity = await testProducer(env.world, 'activity')
  identity = await testProducer(env.world, 'identity')
  const { db, org } = env.school
  await db.query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, 'Marine Biology', 'MB1', 1, true, false, 1)`,
    [course, org],
  )
  await db.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $3, $2, 'instructor', 'active', 1)`,
    [course, org, other.person],
  )
})
afterAll(async () => {
  await activity?.stop()
  await identity?.stop()
  await env?.stop()
})
const keep = (draft: object = {}, who = teacher) =>
  env.declareUpload(who, { name: 'Tides: why the sea falls/rises', original_url: address, duration: 212, ...draft })
const emittedLink = async (id: string) =>
  (await env.school.db.query('select value from kit.outbox where key = $1 order by seq', [`upload:${id}`])).rows.map(({ value }) => value)

test('kept ready and without bytes; told with provider and length, never with its address', async () => {
  const link = await keep()
  expect(link).toMatchObject({
    name: 'Tides: why the sea falls/rises',
    type: 'link',
    status: 'ready',
    size: 0,
    duration: 212,
    provider: 'youtube',
    original_url: address,
    upload_url: null,
  })
  const [fact] = await emittedLink(link.id)
  expect(JSON.parse(fact).upload).toMatchObject({ type: 'link', provider: 'youtube', duration: 212, status: 'ready' })
  expect(fact).not.toMatch(/dQw4w9WgXcQ|youtube\.com/)
  const view = (await env.call(teacher, 'GET', `/api/uploads/${link.id}/view`)).body
  expect(view).toMatchObject({
    kind: 'link',
    download: false,
    urls: { file: null, hls: null, preview: null },
    link: {
      provider: 'youtube',
      original_url: address,
      embed_url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&playsinline=1',
    },
  })
  expect((await env.call(teacher, 'GET', `/api/uploads/${link.id}/blob`)).status).toBe(409)
  expect((await env.call(teacher, 'PUT', `/api/uploads/${link.id}/captions/en`, { text: 'WEBVTT' })).body.code).toBe('upload.notMedia')
  expect((await env.call(teacher, 'POST', '/api/video-links', { original_url: address })).body).toEqual(view.link)
})

test('listed among my files, renamed to any title, seen by who teaches with it and by nobody else', async () => {
  const link = await keep()
  const listed = (await env.call(teacher, 'GET', `/api/uploads?conditions=${encodeURIComponent('{"type":"link"}')}`)).body.items
  expect(listed.map(({ id }: { id: string }) => id)).toContain(link.id)
  expect((await env.call(teacher, 'PUT', `/api/uploads/${link.id}`, { name: 'Tides 2.0' })).body.name).toBe('Tides 2.0')
  expect((await env.call(other, 'GET', `/api/uploads/${link.id}/view`)).status).toBe(403)
  await activity.emit(
    FilesHeldSchema,
    { key: `course:${course}`, org: env.school.org },
    { holder: `activity:${newId()}`, orgId: env.school.org, courseId: course, uploadIds: [link.id], byRight: true, version: 1n },
  )
  await until(async () => (await env.call(other, 'GET', `/api/uploads/${link.id}/view`)).status === 200)
  expect((await env.call(student, 'GET', `/api/uploads/${link.id}/view`)).status).toBe(403)
})

test('deleted into the bin and brought back; purged with its address', async () => {
  const link = await keep()
  expect((await env.call(teacher, 'DELETE', `/api/uploads/${link.id}`)).status).toBe(204)
  const restored = (await env.call(teacher, 'POST', '/api/uploads/restore', { upload_ids: [link.id] })).body.items
  expect(restored).toMatchObject([{ id: link.id, original_url: address }])
  await env.call(teacher, 'DELETE', `/api/uploads/${link.id}?purge=true`)
  const row = async () => (await env.school.db.query('select link_url, film_id from uploads where id = $1', [link.id])).rows[0]
  await until(async () => (await row()).link_url === null)
  expect(await row()).toEqual({ link_url: null, film_id: null })
})

test('refused at its field: an address that is no film, a title of blanks, what only files have; a length of a file', async () => {
  const errors = async (draft: object) => {
    const { status, body } = await env.call(teacher, 'POST', '/api/uploads', draft)
    return [status, Object.entries(body.details ?? {}).map(([field, [first]]: any) => `${field}: ${first.code}`)]
  }
  const link = { name: 'Tides', original_url: address }
  expect(await errors({ ...link, original_url: 'https://127.0.0.1/a.mp4' })).toEqual([400, ['original_url: upload.linkNotSupported']])
  expect(await errors({ ...link, original_url: 'javascript:alert(1)' })).toEqual([400, ['original_url: upload.linkNotHttps']])
  expect(await errors({ ...link, name: ' ' })).toEqual([400, ['name: fileUpload.nameError']])
  expect(await errors({ ...link, size: 5 })).toEqual([400, ['size: field.unknown']])
  expect(await errors({ ...link, storage_type: 'chunked' })).toEqual([400, ['storage_type: field.unknown']])
  expect(await errors({ name: 'a.mp4', size: 5, duration: 9 })).toEqual([400, ['duration: field.unknown']])
})

test('erased with its owner', async () => {
  const link = await keep({}, other)
  await identity.emit(PersonErasedSchema, { key: `person:${other.person}`, org: env.school.org }, null)
  const row = async () =>
    (await env.school.db.query('select name, link_url, film_id, purged_at is not null as gone from uploads where id = $1', [link.id]))
      .rows[0]
  await until(async () => (await row()).gone)
  expect(await row()).toEqual({ name: '', link_url: null, film_id: null, gone: true })
})

test('the page that plays files is framed by our pages alone, and loads nothing but films', async () => {
  const answer = await env.bytes('/bytes/player')
  expect(answer.status).toBe(200)
  const policy = answer.headers.get('content-security-policy')!
  expect(policy).toMatch(/default-src 'none'; media-src https:; script-src 'sha256-\S+'; style-src 'sha256-\S+';/)
  expect(policy).toMatch(/frame-ancestors http:\/\/127\.0\.0\.1:\*; sandbox allow-scripts$/)
  expect(answer.headers.get('set-cookie')).toBeNull()
})
