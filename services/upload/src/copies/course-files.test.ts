// The files of a course in its copies: rows of their own over shared bytes, which stay while one of them is not purged.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { scaled, until } from '@lyceum/kit/test/wait'
import { CourseCreatedSchema } from '@lyceum/proto/course'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { film } from '../test/films.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

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
const query = async (sql: string, values: unknown[] = []) => (await env.school.db.query(sql, values)).rows
const join = (course: string, who: Actor, role: string) =>
  query(`insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, $4, 'active', 1)`, [
    course,
    who.person,
    env.school.org,
    role,
  ])
beforeEach(async () => {
  teacher = await env.school.person('Ada Birk', 'instructor')
  student = env.school.student
  source = newId()
  await query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, 'Tides', 'T', 1, true, false, 1)`,
    [source, env.school.org],
  )
  await join(source, teacher, 'instructor')
})

const inCourse = (name: string, parent_id = source) => ({ name, parent_type: parent_id === source ? 'course' : 'folder', parent_id })
const folder = async (name: string, parent?: string): Promise<string> =>
  (await env.declareUpload(teacher, { ...inCourse(name, parent), is_folder: true })).id
const send = async (file: Uint8Array, name: string, parent?: string, more: object = {}): Promise<string> =>
  (await env.send(teacher, file, { ...inCourse(name, parent), ...more } as never)).id
const begin = async (who: Actor, { from = source, files = true } = {}): Promise<string> => {
  const course = newId()
  await courses.emit(
    CourseCreatedSchema,
    { key: `course:${course}`, org: env.school.org },
    {
      course: { id: course, orgId: env.school.org, name: 'Again', published: true, publicScope: 'members', version: 1n },
      copy: { fromId: from, all: true, shiftDays: 0, timeZone: 'UTC', personId: who.person, files },
    },
  )
  await join(course, who, 'instructor')
  return course
}
const whole = (course: string) =>
  until(
    async () => (await query('select from file_copies where course_id = $1 and finished_at is not null', [course])).length === 1,
    scaled(40_000),
  )
const copied = async (who: Actor, options = {}): Promise<string> => {
  const course = await begin(who, options)
  await whole(course)
  return course
}
const list = async (who: Actor, course: string, parent?: string): Promise<any> => {
  const path = `/api/courses/${course}/resources?page_size=100${parent ? `&parent_id=${parent}` : ''}`
  return (await env.call(who, 'GET', path)).body
}
const names = async (who: Actor, course: string, parent?: string) => (await list(who, course, parent)).items.map((item: any) => item.name)
const idOf = async (who: Actor, course: string, name: string, parent?: string): Promise<string> =>
  (await list(who, course, parent)).items.find((item: any) => item.name === name).id
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
const remove = async (who: Actor, id: string) => expect((await env.call(who, 'DELETE', `/api/uploads/${id}?force=true`)).status).toBe(204)
const purge = async (id: string) => {
  await query(`update uploads set deleted_at = now() - interval '31 days' where id = $1`, [id])
  await query(`update kit.jobs set run_at = now() where kind = 'sweepUploads'`)
  await until(async () => (await query('select from uploads where id = $1 and purged_at is not null', [id])).length === 1, scaled(30_000))
  await query(`update kit.jobs set run_at = now() where kind = 'cleanUpload'`)
  await until(async () => (await query(`select from kit.jobs where kind = 'cleanUpload'`)).length === 0, scaled(30_000))
}

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

/** Files at once, without bytes. */
const fill = (count: number, parent: string) =>
  query(
    `insert into uploads (id, org_id, owner_id, key, name, type, size, status, etag, stored_at, parent_type, parent_id, course_id, storage_type, version)
     select i, $1, $2, 'files/' || i, 'File ' || lpad(n::text, 4, '0') || '.png', 'image', 1, 'ready', 'e', now(), 'folder', $3, $4, 'local', n
     from (select gen_random_uuid() as i, n from generate_series(1, $5::int) n) f`,
    [env.school.org, teacher.person, parent, source, count],
  )
const countOf = async (course: string): Promise<number> =>
  (await query('select count(*)::int as n from uploads where course_id = $1 and not is_folder', [course]))[0].n

test('broken off in the middle it goes on, copies nothing twice, and leaves out what was deleted meanwhile', async () => {
  const shelf = await folder('Shelf')
  await fill(250, shelf)
  await query(`create or replace function break_copy() returns trigger language plpgsql as $$ begin
    if new.course_id <> '${source}' and not new.is_folder and new.name >= 'File 0150' then raise exception 'no disk'; end if; return new; end $$`)
  await query('create trigger break_copy before insert on uploads for each row execute function break_copy()')
  const course = await begin(teacher)
  const failed = `select from kit.jobs where kind = 'copyFiles' and payload->>'course' = $1 and error is not null`
  await until(async () => (await query(failed, [course])).length === 1)
  expect(await countOf(course)).toBe(99)
  // a copy of the copy waits for it
  const next = await begin(teacher, { from: course })
  await until(async () => (await query(failed, [next])).length === 1)
  await remove(teacher, (await query(`select id::text from uploads where course_id = $1 and name = 'File 0200.png'`, [source]))[0].id)
  await query('drop trigger break_copy on uploads; drop function break_copy()')
  await whole(course)
  expect(await countOf(course)).toBe(249)
  await whole(next)
  expect(await countOf(next)).toBe(249)
  const distinct = await query(
    'select count(distinct name)::int as names, count(distinct parent_id)::int as folders from uploads where course_id = $1 and not is_folder',
    [course],
  )
  expect(distinct).toEqual([{ names: 249, folders: 1 }])
  expect((await list(teacher, course, await idOf(teacher, course, 'Shelf'))).items[0].name).toBe('File 0250.png')
  // told or run again after its end it makes nothing
  await query(
    `insert into kit.jobs (id, kind, key, run_at, created_at, payload)
     select gen_random_uuid(), 'copyFiles', 'again', now(), now(), jsonb_build_object('course', $1::text, 'org', $2::text, 'from', $3::text, 'person', $4::text, 'task', 'upload.none', 'endures', true)`,
    [course, env.school.org, source, teacher.person],
  )
  await until(async () => (await query(`select from kit.jobs where key = 'again'`)).length === 0, scaled(30_000))
  expect(await countOf(course)).toBe(249)
})

test('given up it says so, what is there stays, and a copy of it is made of that', async () => {
  await fill(120, await folder('Shelf'))
  await query(`create or replace function break_copy() returns trigger language plpgsql as $$ begin
    if new.name = 'File 0110.png' then raise exception 'no disk'; end if; return new; end $$`)
  await query('create trigger break_copy before insert on uploads for each row execute function break_copy()')
  const course = await begin(teacher)
  const failed = `select from kit.jobs where kind = 'copyFiles' and payload->>'course' = $1 and error is not null`
  await until(async () => (await query(failed, [course])).length === 1)
  // the next try is the last
  await query(`update kit.jobs set run_at = now(), tries = 100 where kind = 'copyFiles'`)
  await whole(course)
  await query('drop trigger break_copy on uploads; drop function break_copy()')
  await until(async () => (await env.call(teacher, 'GET', '/internal-api/tasks')).body.items[0].state === 'failed')
  expect(await countOf(course)).toBe(99)
  expect(await countOf(await copied(teacher, { from: course }))).toBe(99)
})

test('a thousand files within fifteen seconds', async () => {
  await fill(1000, await folder('Shelf'))
  const began = performance.now()
  const course = await begin(teacher)
  await whole(course)
  const seconds = (performance.now() - began) / 1000
  expect(await countOf(course)).toBe(1000)
  console.info(`a thousand files are copied in ${seconds.toFixed(2)} s`)
  expect(seconds).toBeLessThan(scaled(15_000) / 1000)
})
