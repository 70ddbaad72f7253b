// The work of copying a course’s content: while the source changes, after a failure, and of two hundred activities.
import { newId } from '@lyceum/kit/ids'
import { scaled, until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { courseCopies } from '../../test/course-copies.ts'

let env: TestCourse
/** A course of its own for each test. */
let source: string
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())
beforeEach(async () => {
  source = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Tides', time_zone: 'Europe/Berlin' })).body.id
})

/** Pages at once, without calls. */
const fill = (count: number, module: string | null = null) =>
  env.db.query(
    `insert into activities (id, org_id, course_id, module_id, type, title, sort, published, criterion_key, upload_ids, created_by, version, updated_at, body)
     select gen_random_uuid(), $1, $2, $3, 'page', 'Page ' || lpad(n::text, 3, '0'), n, true, 'read', '{}', $4, 1, now(), '<p>Text</p>' from generate_series(1, $5) n`,
    [env.org, source, module, env.teacher.person, count],
  )
const { add, activity, begin, ended, copied, content, titles } = courseCopies(
  () => env,
  () => source,
)

test('while the source changes: deleted things are left out, changed ones come as they are by then, new ones stay behind', async () => {
  const module = await add('modules', { name: 'Waves' })
  await fill(60, module.id)
  const sources = new Map<string, string>((await content(source)).activities.map(({ title, id }) => [title, id]))
  const lock = Number.parseInt(newId().slice(-6), 16)
  await env.db.query(`create function wait_for_test() returns trigger language plpgsql as $$ begin
    if new.course_id <> '${source}' then perform pg_advisory_xact_lock_shared(${lock}); end if; return new; end $$`)
  await env.db.query('create trigger wait_for_test before insert on activities for each row execute function wait_for_test()')
  await env.db.query('select pg_advisory_lock($1)', [lock])
  const course = await begin()
  await until(async () => (await env.db.query('select 1 from copied_items where course_id = $1', [course])).rowCount! > 0)
  // these are not in the first batch
  await env.ok(env.teacher, 'DELETE', `/api/activities/${sources.get('Page 058')}`)
  await env.ok(env.teacher, 'PUT', `/api/activities/${sources.get('Page 059')}`, { title: 'Changed' })
  const after = await add('modules', { name: 'Made meanwhile' })
  await env.ok(env.teacher, 'PUT', `/api/activities/${sources.get('Page 060')}`, { module_id: after.id })
  await activity({ title: 'New', module_id: module.id })
  await env.db.query('select pg_advisory_unlock($1)', [lock])
  expect(await ended(course)).toBe(1)
  await env.db.query('drop trigger wait_for_test on activities; drop function wait_for_test()')
  const { activities } = await content(course)
  const names = activities.map(({ title }) => title)
  expect(names.length).toBe(59)
  expect(names).toEqual(expect.arrayContaining(['Page 001', 'Page 057', 'Changed', 'Page 060']))
  expect(names).not.toContain('Page 058')
  expect(names).not.toContain('New')
  expect(activities.find(({ title }) => title === 'Page 060')!.module_id).toBeNull()
  expect((await env.facts('ContentCopied')).at(-1)).toMatchObject({ activities: 59, skipped: 1 })
})

test('broken off after the first batch it goes on, and copies nothing twice; given up it says so', async () => {
  await fill(120)
  const breakAt = (count: number) =>
    env.db.query(`create or replace function break_copy() returns trigger language plpgsql as $$ begin
      if new.course_id <> '${source}' and new.sort > ${count} then raise exception 'no disk'; end if; return new; end $$`)
  await breakAt(50)
  await env.db.query('create trigger break_copy before insert on activities for each row execute function break_copy()')
  const course = await begin()
  const failed = `select 1 from kit.jobs where kind = 'copyContent' and payload->>'course' = $1 and error is not null`
  await until(async () => (await env.db.query(failed, [course])).rowCount === 1)
  expect((await titles(course)).length).toBe(50)
  await env.db.query('drop trigger break_copy on activities')
  expect(await ended(course)).toBe(1)
  expect((await titles(course)).toSorted()).toEqual(Array.from({ length: 120 }, (_, nth) => `Page ${String(nth + 1).padStart(3, '0')}`))
  await env.db.query('create trigger break_copy before insert on activities for each row execute function break_copy()')
  const lost = await begin()
  await until(async () => (await env.db.query(failed, [lost])).rowCount === 1)
  // the next try is the last
  await env.db.query(`update kit.jobs set run_at = now(), tries = 100 where kind = 'copyContent'`)
  await until(async () => {
    const { body } = await env.courses.call(env.teacher, 'GET', `/api/courses/${lost}`)
    return body.course_attributes.data.course_importer_status === 2
  }, scaled(30_000))
  await env.db.query('drop trigger break_copy on activities; drop function break_copy()')
  expect((await env.facts('ContentCopied')).at(-1)).toMatchObject({ course_id: lost, failed: true })
})

test('two hundred activities within five seconds', async () => {
  await fill(200)
  const began = performance.now()
  const course = await copied({ shift_days: 182 })
  const seconds = (performance.now() - began) / 1000
  expect((await titles(course)).length).toBe(200)
  console.info(`a course of 200 activities is copied in ${seconds.toFixed(2)} s`)
  expect(seconds).toBeLessThan(scaled(5000) / 1000)
})
