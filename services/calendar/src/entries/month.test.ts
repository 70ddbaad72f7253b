// A look at the calendar by who has looked before: the same, whatever has changed meanwhile, as by a process that keeps nothing.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { type Calendar, openCalendar } from '../test/calendar.ts'
import { keptParts } from './kept-parts.ts'
import { readMonth } from './month.ts'

let env: Calendar
let pool: pg.Pool
beforeAll(async () => {
  env = await openCalendar()
  pool = new pg.Pool({ connectionString: env.it.databaseUrl, max: 2 })
})
afterAll(async () => {
  await pool?.end()
  await env?.close()
})

const [start, end] = ['2027-03-01T00:00:00.000Z', '2027-04-01T00:00:00.000Z']
const at = (day: number, hour = 9) => `2027-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`
type Shown = { title: string; start_time: string; course_name: string | null; editable: boolean }
const look = async (actor: Actor, parts = keptParts(), span = { start, end }) => {
  const deps = { pool, parts, now: () => new Date(at(5)) } as unknown as Deps
  return JSON.parse((await readMonth(deps, actor, span)).toString()) as { entries: Shown[] }
}

test('a moment at the first instant of a span is in it, at the last it is in the next', async () => {
  const { db, teacher } = env.school
  const first = '2026-12-14T00:00:00.000Z'
  const draft = { title: 'Moment', start_time: first, end_time: '2026-12-14T01:00:00.000Z' }
  const { id } = await env.ok(teacher, 'POST /api/calendar-events', draft)
  await db.query('update events set end_time = start_time where id = $1', [id])
  await db.query('update places set ends = starts where item_id = $1', [id])
  const within = async (from: string, to: string) => (await env.entries(teacher, from, to)).some((one) => one.id === id)
  expect([await within(first, '2026-12-15T00:00:00Z'), await within('2026-12-13T00:00:00Z', first)]).toEqual([true, false])
})

test('a kept month is never older than the rows, and rights are each reader’s own', async () => {
  const { teacher, student, manager, db, org } = env.school
  const course = await env.course('Tides')
  const kept = keptParts()
  let event: { id: string; version: number }
  let series: { id: string; version: number }
  let meeting: { id: string; version: number }
  const ofCourse = { target_type: 'course', target_data: { course_id: course } }
  const changes: [string, () => Promise<unknown>][] = [
    ['nothing', async () => {}],
    [
      'an event',
      async () =>
        (event = await env.ok(teacher, 'POST /api/calendar-events', {
          title: 'Trip',
          start_time: at(2),
          end_time: at(2, 10),
          ...ofCourse,
        })),
    ],
    [
      'its title',
      async () => (event = await env.ok(teacher, `PUT /api/calendar-events/${event.id}`, { title: 'Boat', version: event.version })),
    ],
    [
      'lessons',
      async () =>
        (series = await env.ok(teacher, 'POST /api/calendar-timetables', {
          course_id: course,
          start_time: at(1),
          end_time: at(1, 11),
          repeat_type: 'week',
          repeat_weekly_days: '1,3',
          repeat_end_date: '2027-05-01',
        })),
    ],
    [
      'one of them less',
      () =>
        env.ok(teacher, `PUT /api/calendar-timetables/${series.id}`, {
          version: series.version,
          update_scope: 'current',
          occurrence_date: '2027-03-08',
          start_time: at(9),
        }),
    ],
    ['a name', () => db.query(`update mirror.courses set name = 'Currents' where id = $1`, [course])],
    [
      'a holiday',
      () =>
        db.query(`insert into terms (id, org_id, holidays, deleted, version) values ($1, $2, $3, false, 1)`, [
          newId(),
          org,
          JSON.stringify([{ name: 'Spring', start_date: '2027-03-15', end_date: '2027-03-19' }]),
        ]),
    ],
    ['another holiday', () => db.query(`update terms set holidays = '[]', version = 2 where org_id = $1`, [org])],
    [
      'a meeting',
      async () =>
        (meeting = await env.ok(manager, 'POST /api/calendar-meeting', { title: 'Open day', start_time: at(6), end_time: at(6, 10) })),
    ],
    ['no meeting', () => env.ok(manager, `DELETE /api/calendar-meeting/${meeting.id}?version=${meeting.version}`)],
    ['without a version', () => db.query(`update events set title = 'Ferry' where id = $1`, [event.id])],
    [
      'a right less',
      () => db.query(`update mirror.members set role = 'student' where person_id = $1 and course_id = $2`, [teacher.person, course]),
    ],
    ['no timetables', () => db.query(`update mirror.orgs set settings = settings || '{"toggles":[]}' where id = $1`, [org])],
    ['and again', () => db.query(`update mirror.orgs set settings = settings || '{"toggles":["timetables"]}' where id = $1`, [org])],
    ['no event', () => db.query(`update events set deleted_at = now() where id = $1`, [event.id])],
    ['left', () => db.query(`delete from mirror.members where person_id = $1`, [student.person])],
  ]
  for (const [what, change] of changes) {
    await change()
    for (const actor of [teacher, student, manager])
      for (const span of [
        { start, end },
        { start: at(8), end: at(20) },
      ]) {
        const fresh = await look(actor, keptParts(), span)
        expect([what, await look(actor, kept, span)]).toEqual([what, fresh])
        expect([what, await look(actor, kept, span)]).toEqual([what, fresh])
        expect(fresh.entries.map(({ start_time }) => start_time)).toEqual(fresh.entries.map(({ start_time }) => start_time).sort())
      }
    if (what === 'a name') {
      const rights = async (actor: Actor) =>
        (await look(actor, kept)).entries.map(({ title, course_name, editable }) => [title, course_name, editable])
      expect((await rights(teacher)).slice(0, 2)).toEqual([
        ['Currents', 'Currents', true],
        ['Boat', 'Currents', true],
      ])
      expect((await rights(student)).every(([, , editable]) => editable === false)).toBe(true)
    }
  }
})

test('the text is JSON as everybody writes it, colours before what is long: the BFF looks for them there', async () => {
  const { teacher, db } = env.school
  await db.query(`insert into course_colours (person_id, course_id, color) values ($1, $2, 'plum')`, [teacher.person, newId()])
  const deps = { pool, parts: keptParts(), now: () => new Date(at(5)) } as unknown as Deps
  const text = (await readMonth(deps, teacher, { start, end })).toString()
  expect(text).toBe(JSON.stringify(JSON.parse(text)))
  expect(text).toMatch(/^\{[^{]*"colours":\[\{"course_id":"[^"]+","color":"plum"\}\],"entries":\[/)
})

test('the store of kept parts has a bound: the oldest goes first', () => {
  const parts = keptParts(100)
  const value = (length: number) => ({ written: '', course: null, name: null, holidays: null, parts: [], length })
  for (const key of ['a', 'b', 'c']) parts.keep(key, value(40))
  expect(['a', 'b', 'c'].map((key) => parts.of(key) !== undefined)).toEqual([false, true, true])
  parts.keep('b', value(60))
  expect(['b', 'c'].map((key) => parts.of(key) !== undefined)).toEqual([true, true])
  parts.keep('d', value(200))
  expect(['b', 'c', 'd'].some((key) => parts.of(key) !== undefined)).toBe(false)
})
