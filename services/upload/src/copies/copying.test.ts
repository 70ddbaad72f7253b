// The work of copying a course’s files: broken off and gone on, given up, and of a thousand files.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { scaled, until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openUploads, type TestUploads } from '../test/uploads.ts'
import { courseCopies } from '../test/course-copies.ts'

vi.setConfig({ testTimeout: scaled(60_000) })
let env: TestUploads, courses: TestProducer
let teacher: Actor, source: string

beforeAll(async () => {
  env = await openUploads()
  courses = await testProducer(env.world, 'course')
})
afterAll(async () => {
  await courses?.stop()
  await env?.stop()
})
beforeEach(async () => {
  ;({ teacher, source } = await newSource())
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
const { query, newSource, folder, begin, whole, copied, list, idOf, remove } = courseCopies(() => ({
  env,
  courses,
  teacher,
  source,
}))

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
