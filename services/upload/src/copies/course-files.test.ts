// The files of a course in its copies: rows of their own over shared bytes, which stay while one of them is not purged.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { scaled, until } from '@lyceum/kit/test/wait'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { film } from '../test/films.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'
import { courseCopies } from '../test/course-copies.ts'

vi.setConfig({ testTimeout: scaled(60_000) })
let env: TestUploads, courses: TestProducer, identity: TestProducer
let teacher: Actor, student: Actor, source: string

beforeAll(async () => {
  env = await openUploads()
  courses = await testProducer(env.world, 'course')
  identity = await testProducer(env.world, 'identity')
})
afterAll(async () => {
  await courses?.stop()
  await identity?.stop()
  await env?.stop()
})
beforeEach(async () => {
  ;({ teacher, source } = await newSource())
  student = env.school.student
})

const send = async (file: Uint8Array, name: string, parent?: string, more: object = {}): Promise<string> =>
  (await env.send(teacher, file, { ...inCourse(name, parent), ...more } as never)).id
/** Bytes of the file, its preview or the first piece of a film; 0: it does not open. */
async function opened(who: Actor, id: string): Promise<number> {
  const { status, body } = await env.call(who, 'GET', `/api/uploads/${id}/view`)
  if (status !== 200) return 0
  const answer = await env.bytes(body.urls.hls ?? body.urls.file)
  if (answer.status !== 200) return 0
  if (!body.urls.hls) return (await answer.arrayBuffer()).byteLength
  const line = (await answer.text()).split('\n').find((one) => one && !one.startsWith('#'))!
  const base = body.urls.hls.replace('master.m3u8', '')
  const segment = (await (await env.bytes(base + line)).text()).split('\n').find((one) => one && !one.startsWith('#'))!
  return (await (await env.bytes(base + line.replace('index.m3u8', segment))).arrayBuffer()).byteLength
}
const used = async (who: Actor): Promise<number> => (await env.call(who, 'GET', '/api/user/storage-used')).body.storage_used
const purge = async (id: string) => {
  await query(`update uploads set deleted_at = now() - interval '31 days' where id = $1`, [id])
  await query(`update kit.jobs set run_at = now() where kind = 'sweepUploads'`)
  await until(async () => (await query('select from uploads where id = $1 and purged_at is not null', [id])).length === 1, scaled(30_000))
  await query(`update kit.jobs set run_at = now() where kind = 'cleanUpload'`)
  await until(async () => (await query(`select from kit.jobs where kind = 'cleanUpload'`)).length === 0, scaled(30_000))
}
const { query, newSource, join, inCourse, folder, begin, copied, names, idOf, remove } = courseCopies(() => ({
  env,
  courses,
  teacher,
  source,
}))

test('folders in their order, a film with captions and chapters, a document, a link: rows of who copies, with the bytes of the source', async () => {
  const week = await folder('Week 1')
  const deep = await folder('Reading', week)
  await folder('Week 2')
  const film1 = await send(await film({ seconds: 4, rate: 5 }), 'Waves.mp4', week)
  expect((await env.until(teacher, film1, ({ status }) => status !== 'processing', 60)).status).toBe('ready')
  const text = 'WEBVTT\n\n00:00.000 --> 00:01.000\nThe tide\n'
  expect((await env.call(teacher, 'PUT', `/api/uploads/${film1}/captions/en`, { text })).status).toBeLessThan(300)
  const chapters = [{ title: 'Ebb', second: 1 }]
  expect((await env.call(teacher, 'PUT', `/api/uploads/${film1}/chapters`, { chapters })).status).toBeLessThan(300)
  const paper = await send(somePdf(700), 'Paper.pdf', deep)
  const plan = await send(somePdf(300), 'Plan.pdf', source, { storage_type: 'chunked' })
  // the count of its pages is a change of the file, which moves it to the front of the list
  const counted = 'select from uploads where id = $1 and (pages is not null or pages_unknown is not null)'
  await until(async () => (await query(counted, [plan])).length === 1, scaled(30_000))
  await env.declareUpload(teacher, { ...inCourse('Elsewhere'), original_url: 'https://youtu.be/dQw4w9WgXcQ' })
  await env.declareUpload(teacher, { ...inCourse('not sent.pdf'), size: 10 })
  await remove(teacher, await send(somePdf(50), 'Deleted.pdf'))
  const before = [await env.keys('files/'), await env.keys('hls/')]
  const other = env.school.other
  const course = await copied(other)
  // newest change first, as in the source
  expect(await names(other, course)).toEqual((await names(teacher, source)).filter((name: string) => name !== 'not sent.pdf'))
  expect(await names(other, course)).toEqual(['Week 2', 'Week 1', 'Elsewhere', 'Plan.pdf'])
  const week1 = await idOf(other, course, 'Week 1')
  expect(await names(other, course, week1)).toEqual(['Reading', 'Waves.mp4'])
  const film2 = await idOf(other, course, 'Waves.mp4', week1)
  const paper2 = await idOf(other, course, 'Paper.pdf', await idOf(other, course, 'Reading', week1))
  expect([film2, paper2]).not.toContain(film1)
  const view = (await env.call(other, 'GET', `/api/uploads/${film2}/view`)).body
  expect(view).toMatchObject({ mine: true, captions: [{ language: 'en' }], chapters })
  expect((await env.get(other, film2)).videos).toEqual((await env.get(teacher, film1)).videos)
  expect(await opened(other, film2)).toBeGreaterThan(1000)
  expect([await opened(other, paper2), await opened(other, await idOf(other, course, 'Plan.pdf'))]).toEqual([700, 300])
  expect((await env.get(other, await idOf(other, course, 'Elsewhere'))).original_url).toContain('dQw4w9WgXcQ')
  expect([await env.keys('files/'), await env.keys('hls/')]).toEqual(before)
  expect([await used(other), await used(teacher)]).toEqual([0, Number((await env.get(teacher, film1)).size) + 1010])
  const facts = await query(`select type, value::jsonb->'upload' as upload from kit.outbox where key = $1`, [`upload:${paper2}`])
  expect(facts).toMatchObject([
    {
      type: 'lyceum.upload.v1.UploadCreated',
      upload: { person_id: other.person, name: 'Paper.pdf', status: 'ready', size: expect.anything() },
    },
  ])
  await join(course, student, 'student')
  expect(await opened(student, film2)).toBeGreaterThan(1000)
  // each is its own from now on
  await env.call(other, 'PUT', `/api/uploads/${paper2}`, { name: 'Other.pdf' })
  expect((await env.get(teacher, paper)).name).toBe('Paper.pdf')
  await remove(teacher, week)
  expect(await names(other, course, week1)).toEqual(['Reading', 'Waves.mp4'])
  const tasks = (await env.call(other, 'GET', '/internal-api/tasks')).body.items
  expect(tasks).toMatchObject([{ kind: 'copyFiles', subject: `course:${course}`, state: 'finished', result: { files: 7, skipped: 0 } }])
})

test('purged in the source it opens in the copy, and the other way round; the last one takes the bytes along', async () => {
  const film1 = await send(await film({ seconds: 4, rate: 5 }), 'Waves.mp4')
  await env.until(teacher, film1, ({ status }) => status === 'ready', 60)
  const paper1 = await send(somePdf(700), 'Paper.pdf', source, { storage_type: 'chunked' })
  const course = await copied(teacher)
  const [film2, paper2] = [await idOf(teacher, course, 'Waves.mp4'), await idOf(teacher, course, 'Paper.pdf')]
  const again = await copied(teacher, { from: course })
  const [film3, paper3] = [await idOf(teacher, again, 'Waves.mp4'), await idOf(teacher, again, 'Paper.pdf')]
  for (const id of [film1, paper1]) {
    await remove(teacher, id)
    await purge(id)
  }
  for (const id of [film2, film3]) expect(await opened(teacher, id)).toBeGreaterThan(1000)
  expect(await opened(teacher, paper3)).toBe(700)
  // a copy of the copy goes before the copy
  for (const id of [film3, paper3]) {
    await remove(teacher, id)
    await purge(id)
  }
  expect(await opened(teacher, film2)).toBeGreaterThan(1000)
  expect(await opened(teacher, paper2)).toBe(700)
  for (const id of [film2, paper2]) {
    await remove(teacher, id)
    await purge(id)
  }
  for (const id of [film1, film2, film3, paper1, paper2, paper3])
    for (const kind of ['files', 'hls']) expect(await env.keys(`${kind}/${id}`)).toEqual([])
})

test('a preview of an office file is shared; one that is still being made is not waited for', async () => {
  const ready = await send(somePdf(200), 'a.pdf')
  const preview = async (id: string) => (await query('select preview_status, preview_key from uploads where id = $1', [id]))[0]
  await query(`update uploads set preview_status = 'queued' where id = $1`, [ready])
  const early = await idOf(teacher, await copied(teacher), 'a.pdf')
  // no converter runs here
  expect(await preview(early)).toEqual({ preview_status: null, preview_key: null })
  await remove(teacher, early)
  await purge(early)
  // as a converter leaves it
  const key = `preview/${ready}/1.pdf`
  await env.blobs.put(key, somePdf(100), { size: 100, type: 'application/pdf' })
  await query(`update uploads set preview_status = 'ready', preview_key = $2 where id = $1`, [ready, key])
  const copy = await idOf(teacher, await copied(teacher), 'a.pdf')
  await remove(teacher, ready)
  await purge(ready)
  expect(await env.keys('preview/')).toEqual([key])
  expect(await preview(copy)).toEqual({ preview_status: 'ready', preview_key: key })
  await remove(teacher, copy)
  await purge(copy)
  expect(await env.keys('preview/')).toEqual([])
})

test('shared bytes count once: for who brought them, then for the owner of the next one that is there', async () => {
  const first = await send(somePdf(700), 'Paper.pdf')
  const other = await env.school.person('Bo Ek', 'instructor')
  const second = await idOf(other, await copied(other), 'Paper.pdf')
  const counts = async () => [await used(teacher), await used(other)]
  const restore = async (who: Actor, id: string) =>
    expect((await env.call(who, 'POST', '/api/uploads/restore', { upload_ids: [id] })).status).toBe(200)
  expect(await counts()).toEqual([700, 0])
  await remove(teacher, first)
  expect(await counts()).toEqual([0, 700])
  await restore(teacher, first)
  expect(await counts()).toEqual([0, 700])
  await remove(teacher, first)
  await remove(other, second)
  expect(await counts()).toEqual([0, 0])
  await restore(teacher, first)
  expect(await counts()).toEqual([700, 0])
  await restore(other, second)
  expect(await counts()).toEqual([700, 0])
})

test('the owner of the source erased, or of the copy: both stay and open', async () => {
  const first = await send(somePdf(700), 'Paper.pdf')
  const other = await env.school.person('Cy Maar', 'instructor')
  const course = await copied(other)
  const second = await idOf(other, course, 'Paper.pdf')
  const stays = await env.school.person('Di Gram', 'instructor')
  for (const one of [source, course]) await join(one, stays, 'instructor')
  for (const who of [teacher, other]) await identity.emit(PersonErasedSchema, { key: `person:${who.person}`, org: env.school.org }, null)
  for (const who of [teacher, other])
    await until(async () => (await query('select from mirror.persons where id = $1 and deleted', [who.person])).length === 1)
  await until(async () => (await query(`select from kit.jobs where kind in ('erasePersonFiles', 'cleanUpload')`)).length === 0)
  for (const id of [first, second]) expect(await opened(stays, id)).toBe(700)
})

test('without files, and of a course without any, nothing is begun', async () => {
  const empty = await begin(teacher)
  await until(async () => (await query('select from mirror.courses where id = $1', [empty])).length === 1)
  await send(somePdf(10), 'a.pdf')
  const without = await begin(teacher, { files: false })
  const last = await copied(teacher)
  expect(await query('select course_id::text as id from file_copies where course_id = any($1)', [[empty, without, last]])).toEqual([
    { id: last },
  ])
})
