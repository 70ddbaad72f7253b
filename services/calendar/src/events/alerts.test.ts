// Alerts of events: their time, the people notified, and none after the fact; over a real database.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plainDatabase } from '@lyceum/kit/database/database'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'
import { remind } from './reminding.ts'
import { alertTime } from './rules.ts'

let env: Calendar
let course: string
beforeAll(async () => {
  env = await openCalendar()
  course = await env.course('Marine Biology II')
})
afterAll(() => env?.close())

const at = (time: string) => `2026-12-0${time.length > 5 ? '' : '1T'}${time}:00.000Z`
const draft = (more: object = {}) => ({ title: 'Study group', start_time: at('09:00'), end_time: at('10:00'), ...more })
const make = (actor: Actor, more: object = {}) => env.ok(actor, 'POST /api/calendar-events', draft(more))

test('the time of an alert: before its beginning, of whole days before nine in the morning there, never of what has begun', () => {
  const now = new Date('2026-12-01T00:00:00Z')
  const alertAt = (alertId: number | null, start: string, allDay = false) =>
    alertTime({ alertId, allDay, start: new Date(start) }, { zone: 'Asia/Bangkok', now })?.toISOString() ?? null
  expect(alertAt(100, '2026-12-01T09:00:00Z')).toBe('2026-12-01T08:45:00.000Z')
  expect(alertAt(105, '2026-12-05T00:00:00Z', true)).toBe('2026-12-04T02:00:00.000Z')
  expect(alertAt(104, '2026-12-01T00:30:00Z')).toBe(now.toISOString())
  expect([alertAt(null, '2026-12-01T09:00:00Z'), alertAt(100, '2026-11-30T09:00:00Z')]).toEqual([null, null])
})

test('an alert is told once, to the people of that moment, and not again for another word in the text', async () => {
  const { teacher, student } = env.school
  const soon = new Date(Date.now() + 600_000)
  const times = { start_time: soon.toISOString(), end_time: new Date(soon.getTime() + 3_600_000).toISOString() }
  const event = await make(teacher, {
    title: 'Soon',
    ...times,
    target_type: 'course',
    target_data: { course_id: course },
    alert_id: 100,
    send_email_alert: true,
  })
  const alerts = async () => (await env.facts('CalendarAlertDue')).filter(({ value }) => value.event_id === event.id)
  await until(async () => (await alerts()).length > 0)
  const [fact] = await alerts()
  expect(fact!.value).toMatchObject({ title: 'Soon', send_email_alert: true, course_id: course })
  expect(fact!.value.person_ids).toEqual(expect.arrayContaining([teacher.person, student.person]))
  // what somebody wrote for themselves is nobody's to read on the way
  const own = await make(teacher, { title: 'Dentist', location: 'Room 3', ...times, target_type: 'self', alert_id: 100 })
  await until(async () => (await env.facts('CalendarAlertDue')).some(({ value }) => value.event_id === own.id))
  const due = (await env.facts('CalendarAlertDue')).find(({ value }) => value.event_id === own.id)!
  expect([due.value.title, due.value.location, JSON.stringify(due.value).includes('Dentist')]).toEqual(['', '', false])
  expect(due.value.sealed).not.toBe('')
  const changed = await env.ok(teacher, `PUT /api/calendar-events/${event.id}`, { description: 'Bring boots', version: event.version })
  expect(changed.alert_id).toBe(100)
  const { rows } = await env.school.db.query('select alert_at from events where id = $1', [event.id])
  expect(rows[0].alert_at).toBeNull()
})

test('after a time in which nothing was told, what has begun an hour ago and whole days that are over are no news', async () => {
  const { teacher } = env.school
  const day = '2027-05-10T00:00:00.000Z'
  const made = async (title: string, more: object) => {
    const { id } = await make(teacher, { title, alert_id: 100, ...more })
    // out of the reach of the job, whose clock is the real one
    await env.school.db.query(`update events set alert_at = '2027-05-09' where id = $1`, [id])
    return id
  }
  const wholeDay = { all_day: true, start_time: day, end_time: '2027-05-12T00:00:00.000Z' }
  const nine = { start_time: '2027-05-10T09:00:00.000Z', end_time: '2027-05-10T10:00:00.000Z' }
  const alerted = async (at: string) => {
    const ids = new Map([
      [await made('Fair', wholeDay), 'Fair'],
      [await made('Talk', nine), 'Talk'],
    ])
    await remind(plainDatabase(pool), [Buffer.alloc(32, 7)], new Date(at), 100)
    const { rows } = await env.school.db.query('select from events where id = any($1) and alert_at is not null', [[...ids.keys()]])
    expect(rows).toEqual([])
    return (await env.facts('CalendarAlertDue')).flatMap(({ value }) => ids.get(value.event_id) ?? []).sort()
  }
  const pool = new pg.Pool({ connectionString: env.it.databaseUrl, max: 1 })
  // the days are those of Bangkok: the first one is over at 17:00 in UTC
  expect(await alerted('2027-05-10T09:59:00Z')).toEqual(['Fair', 'Talk'])
  expect(await alerted('2027-05-10T16:59:00Z')).toEqual(['Fair'])
  expect(await alerted('2027-05-10T17:00:00Z')).toEqual([])
  expect(await alerted('2027-05-20T00:00:00Z')).toEqual([])
  await pool.end()
})
