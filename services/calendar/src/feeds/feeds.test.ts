// Feeds: addresses that nobody guesses, that end when they are revoked and with their person; over a real database.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'

let env: Calendar
let course: string
beforeAll(async () => {
  env = await openCalendar()
  course = await env.course('Marine Biology II')
})
afterAll(() => env?.close())

const bff: Actor = { kind: 'job', person: '', org: '', roles: [], session: '' }
const ask = (token: string, known?: string) =>
  env.call(bff, 'POST /internal-api/calendar-feed', { token, ...(known !== undefined && { known }) })
const open = async (token: string) => {
  const { status, body } = await ask(token)
  return { status, body: body.content }
}
const tokenIn = (path: string) => /^\/api\/calendar-feed\/([\w-]{43})\.ics$/.exec(path)![1]!
const day = 86_400_000
const time = (ms: number) => new Date(Date.now() + ms).toISOString()

test('an address shows what its person sees, of one course what is of it, and ends when it is revoked', async () => {
  const { student, teacher, stranger } = env.school
  await env.ok(student, 'POST /api/calendar-events', { title: 'Dentist', start_time: time(day), end_time: time(day + 3_600_000) })
  await env.ok(teacher, 'POST /api/calendar-timetables', {
    course_id: course,
    start_time: time(2 * day),
    end_time: time(2 * day + 3_600_000),
    repeat_type: 'day',
    repeat_end_date: time(9 * day).slice(0, 10),
  })
  const made = await env.ok(student, 'POST /api/calendar-feeds', { name: ' My  phone ' })
  expect(made.feed).toMatchObject({ name: 'My phone', course_id: null, read_at: null })
  const token = tokenIn(made.path)
  const { body } = await open(token)
  expect(body.entries.map(({ title }: { title: string }) => title)).toEqual(['Dentist'])
  expect(body.series).toMatchObject([{ title: 'Marine Biology II', repeat_type: 'day', time_zone: 'Asia/Bangkok' }])
  const ofCourse = await env.ok(student, 'POST /api/calendar-feeds', { name: 'Course', course_id: course })
  const one = (await open(tokenIn(ofCourse.path))).body
  expect([one.name, one.entries.length, one.series.length]).toEqual(['Marine Biology II', 0, 1])
  const { feeds } = await env.ok(student, 'GET /api/calendar-feeds')
  expect(feeds.map(({ name, read_at }: { name: string; read_at: string | null }) => [name, read_at !== null])).toEqual([
    ['Course', true],
    ['My phone', true],
  ])
  expect(JSON.stringify(feeds)).not.toContain(token)
  expect(await env.fault(stranger, `DELETE /api/calendar-feeds/${made.feed.id}`)).toBe('404 calendarFeed.notFound')
  await env.ok(student, `DELETE /api/calendar-feeds/${made.feed.id}`)
  expect((await open(token)).status).toBe(404)
})

test('whoever knows the version of a feed is told no more than that; every change that the feed shows is another version', async () => {
  const { teacher, manager } = env.school
  const reader = await env.school.person('Reader', 'student')
  const own = await env.course('Dynamics')
  const { path } = await env.ok(reader, 'POST /api/calendar-feeds', { name: 'Watch' })
  const token = tokenIn(path)
  let known = ''
  /** Whether it is another version than before; its content. */
  const changed = async () => {
    const { body } = await ask(token, known)
    const other = body.version !== known
    expect(body.content !== null).toBe(other)
    known = body.version
    return other
  }
  expect(await changed()).toBe(true)
  expect(await changed()).toBe(false)
  let event: { id: string; version: number }
  let lesson: { id: string; version: number }
  const { db, org } = env.school
  const shown = { start_time: time(day), end_time: time(day + 3_600_000) }
  const changes: [string, () => Promise<unknown>][] = [
    ['an event', async () => (event = await env.ok(reader, 'POST /api/calendar-events', { title: 'Dentist', ...shown }))],
    [
      'its title',
      async () => (event = await env.ok(reader, `PUT /api/calendar-events/${event.id}`, { title: 'Optician', version: event.version })),
    ],
    ['no event', () => env.ok(reader, `DELETE /api/calendar-events/${event.id}?version=${event.version}`)],
    ['a course', () => env.enrol(own, reader, 'student')],
    ['its lesson', async () => (lesson = await env.ok(teacher, 'POST /api/calendar-timetables', { course_id: own, ...shown }))],
    [
      'its place',
      async () =>
        (lesson = await env.ok(teacher, `PUT /api/calendar-timetables/${lesson.id}`, { location: 'Hall E', version: lesson.version })),
    ],
    ['its name', () => db.query(`update mirror.courses set name = 'Kinetics' where id = $1`, [own])],
    ['a meeting of the school', () => env.ok(manager, 'POST /api/calendar-meeting', { title: 'Open day', ...shown })],
    [
      'a holiday',
      () =>
        db.query(`insert into terms (id, org_id, holidays, deleted, version) values ($1, $2, $3, false, 1)`, [
          newId(),
          org,
          JSON.stringify([{ name: 'Spring', start_date: '2027-03-01', end_date: '2027-03-05' }]),
        ]),
    ],
    ['no timetables', () => db.query(`update mirror.orgs set settings = settings || '{"toggles":[]}' where id = $1`, [org])],
    ['and again', () => db.query(`update mirror.orgs set settings = settings || '{"toggles":["timetables"]}' where id = $1`, [org])],
    ['suspended elsewhere', () => db.query('update mirror.persons set suspended_in = $2 where id = $1', [reader.person, [newId()]])],
    ['left', () => db.query(`delete from mirror.members where course_id = $1 and person_id = $2`, [own, reader.person])],
    ['a language', () => db.query(`update mirror.persons set locale = 'th' where id = $1`, [reader.person])],
  ]
  for (const [what, change] of changes) {
    await change()
    expect([what, await changed(), await changed()]).toEqual([what, true, false])
  }
})

test('a course of a school that is suspended, or has suspended its person, is in no address of theirs, nor in their months', async () => {
  const { student, teacher, org, db } = env.school
  const own = await env.course('Rip currents')
  const span = { start_time: time(day), end_time: time(day + 3_600_000) }
  await env.ok(teacher, 'POST /api/calendar-timetables', { course_id: own, ...span })
  const { path } = await env.ok(student, 'POST /api/calendar-feeds', { name: 'Course', course_id: own })
  const shown = async () => {
    const { body } = await ask(tokenIn(path))
    const entries = await env.entries(student, time(0), time(2 * day))
    return [body.content.series.length, entries.filter(({ course_id }) => course_id === own).length]
  }
  const before = (await ask(tokenIn(path))).body.version
  expect(await shown()).toEqual([1, 1])
  await db.query('update mirror.persons set suspended_in = $2 where id = $1', [student.person, [org]])
  expect(await shown()).toEqual([0, 0])
  expect((await ask(tokenIn(path), before)).body.version).not.toBe(before)
  expect(await env.fault(student, 'POST /api/calendar-feeds', { name: 'Again', course_id: own })).toBe(
    '400 course_id timetable.courseUnknown',
  )
  await db.query(`update mirror.persons set suspended_in = '{}' where id = $1`, [student.person])
  expect(await shown()).toEqual([1, 1])
  await db.query(`update mirror.orgs set state = 'suspended' where id = $1`, [org])
  expect(await shown()).toEqual([0, 0])
  expect(await env.fault(student, 'POST /api/calendar-feeds', { name: 'Again', course_id: own })).toBe(
    '400 course_id timetable.courseUnknown',
  )
  await db.query(`update mirror.orgs set state = 'active' where id = $1`, [org])
})

test('a guessed address is none, and nothing of it is stored that could be read back', async () => {
  const { path } = await env.ok(env.school.student, 'POST /api/calendar-feeds', { name: 'Laptop' })
  const token = tokenIn(path)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  for (const guess of ['', 'x', token.slice(0, -1), `${token}A`, token.toLowerCase(), newId()])
    expect((await open(guess)).status, guess).toBe(404)
  const { rows } = await env.school.db.query(`select encode(hash, 'base64') as hash, row_to_json(f)::text as row from feeds f`)
  for (const { hash, row } of rows) {
    expect(hash).not.toContain(token.slice(0, 20))
    expect(row).not.toContain(token)
  }
  const kept = await env.school.db
    .query('select answer::text as answer from kit.idempotency where answer::text like $1', [`%${token}%`])
    .catch(() => ({ rows: [] }))
  expect(kept.rows).toEqual([])
})

test('refusals: another course than one’s own, more than twenty; whoever is not the BFF opens none', async () => {
  const { stranger, student } = env.school
  expect(await env.fault(stranger, 'POST /api/calendar-feeds', { name: 'X', course_id: course })).toBe(
    '400 course_id timetable.courseUnknown',
  )
  for (let n = 0; n < 20; n++) await env.ok(stranger, 'POST /api/calendar-feeds', { name: `Device ${n}` })
  expect(await env.fault(stranger, 'POST /api/calendar-feeds', { name: 'One more' })).toBe('409 calendarFeed.tooMany')
  expect((await env.call(student, 'POST /internal-api/calendar-feed', { token: 'x' })).status).toBe(403)
})

test('the feeds of an erased person, and of one who left the school, are dead; nothing of theirs is left', async () => {
  const identity = await testProducer(env.it.world, 'identity')
  const gone = await env.school.person('Gone', 'student')
  const left = await env.school.person('Left', 'student')
  await env.enrol(course, gone, 'student')
  await env.ok(gone, 'POST /api/calendar-events', { title: 'Secret' })
  await env.ok(gone, `PUT /api/courses/${course}/calendar-colour`, { color: 'plum' })
  const [mine, theirs] = [
    await env.ok(gone, 'POST /api/calendar-feeds', { name: 'A' }),
    await env.ok(left, 'POST /api/calendar-feeds', { name: 'B' }),
  ]
  expect((await open(tokenIn(mine.path))).status).toBe(200)
  await identity.emit(PersonErasedSchema, { key: `person:${gone.person}`, org: env.school.org }, null)
  await until(async () => (await open(tokenIn(mine.path))).status === 404)
  const { db } = env.school
  const counted = async (sql: string) => Number((await db.query(sql, [gone.person])).rows[0].n)
  for (const sql of [
    'select count(*) as n from events where created_by = $1',
    'select count(*) as n from feeds where person_id = $1',
    'select count(*) as n from places where place_id = $1',
    'select count(*) as n from course_colours where person_id = $1',
  ])
    expect(await counted(sql), sql).toBe(0)
  await db.query('delete from mirror.memberships where person_id = $1', [left.person])
  expect((await open(tokenIn(theirs.path))).status).toBe(404)
  await identity.stop()
})

test('reads, writes and feeds at the same time are all answered: none waits for a second connection', async () => {
  const { teacher } = env.school
  const reader = await env.school.person('Busy', 'student')
  const token = tokenIn((await env.ok(reader, 'POST /api/calendar-feeds', { name: 'Phone' })).path)
  const span = `start=${time(-day)}&end=${time(day)}`
  const round = (n: number) => [
    env.call(reader, `GET /api/calendar-entries?${span}`),
    ask(token),
    env.call(reader, 'POST /api/calendar-events', { title: `Study ${n}` }),
    env.call(teacher, 'POST /api/calendar-meeting', { title: `Meeting ${n}` }),
    env.call(teacher, 'POST /api/calendar-timetables', { course_id: course }),
  ]
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => round(n)).flat())
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201])
})
