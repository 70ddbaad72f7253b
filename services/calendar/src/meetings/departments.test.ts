// Managers of a department in the calendar: meetings, events and timetables of theirs, and of nobody else's.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'

let env: Calendar
const [reefs, corals, arts] = [newId(), newId(), newId()]
const of = (department: string): Actor => ({ ...env.school.manager, department })
beforeAll(async () => {
  env = await openCalendar()
  const { db, org, teacher } = env.school
  for (const [id, path] of [
    [reefs, [reefs]],
    [corals, [reefs, corals]],
    [arts, [arts]],
  ] as const)
    await db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'D', $3::uuid[], '', false, 1)`,
      [id, org, path],
    )
  await db.query('update mirror.memberships set department_id = $2 where person_id = $1', [teacher.person, corals])
})
afterAll(() => env?.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a meeting is of its host’s department, or of that of its course: others neither list nor decide it', async () => {
  const { db, teacher, manager } = env.school
  const draft = { title: 'Curriculum', start_time: inHours(24), end_time: inHours(25) }
  const meeting = await env.ok(teacher, 'POST /api/calendar-meeting', draft)
  const listed = async (actor: Actor) => {
    const { items, waiting } = await env.ok(actor, 'GET /api/management/calendar-meeting')
    return [items.map(({ id }: { id: string }) => id).includes(meeting.id), waiting]
  }
  expect([await listed(of(reefs)), await listed(of(arts)), await listed(manager)]).toEqual([
    [true, 1],
    [false, 0],
    [true, 1],
  ])
  const decide = (actor: Actor, version: number) =>
    env.call(actor, `PUT /api/management/calendar-meeting/${meeting.id}`, { audit_status: 'agree', version })
  const agreed = { audit_status: 'agree', version: meeting.version }
  expect(await env.fault(of(arts), `PUT /api/management/calendar-meeting/${meeting.id}`, agreed)).toBe('403 department.only')
  expect((await env.call(of(arts), `GET /api/calendar-meeting/${meeting.id}`)).status).toBe(404)
  expect((await decide(of(reefs), meeting.version)).status).toBe(200)
  const course = await env.course('Painting')
  await db.query('update mirror.courses set department_id = $2 where id = $1', [course, arts])
  await db.query('update meetings set course_id = $2 where id = $1', [meeting.id, course])
  expect([(await listed(of(reefs)))[0], (await listed(of(arts)))[0]]).toEqual([false, true])
})

test('a manager of a department asks for a meeting that somebody of another one leads; for those of theirs it is agreed at once', async () => {
  const { db, teacher, other } = env.school
  await db.query('update mirror.memberships set department_id = $2 where person_id = $1', [other.person, arts])
  const ask = async ({ person }: Actor) =>
    (
      await env.ok(of(reefs), 'POST /api/calendar-meeting', {
        title: 'Field work',
        start_time: inHours(24),
        end_time: inHours(25),
        host_user_id: person,
      })
    ).audit_status
  expect([await ask(teacher), await ask(other)]).toEqual(['agree', 'others'])
})

test('403 for an event of another department, and none of its lessons are imported', async () => {
  const event = (department_ids: string[]) => ({
    title: 'Open day',
    start_time: inHours(1),
    end_time: inHours(2),
    target_type: 'department',
    target_data: { department_ids },
  })
  for (const ids of [[arts], [corals, arts]])
    expect(await env.fault(of(reefs), 'POST /api/calendar-events', event(ids))).toBe('403 department.only')
  const made = await env.ok(of(reefs), 'POST /api/calendar-events', event([corals]))
  const change = (actor: Actor) => env.call(actor, `PUT /api/calendar-events/${made.id}`, { title: 'Open days', version: made.version })
  expect([(await change(of(arts))).status >= 403, (await change(of(reefs))).status]).toEqual([true, 200])
  const code = newId().slice(-6)
  const course = await env.course('Sculpture', { code })
  await env.school.db.query('update mirror.courses set department_id = $2 where id = $1', [course, arts])
  const csv = `course_code,weekdays,start,end,first_day,last_day\n${code},1,08:00,09:00,2027-01-04,2027-02-01\n`
  const good = async (actor: Actor) => (await env.ok(actor, 'POST /api/calendar-timetables/import/preview', { csv })).good
  expect([await good(of(reefs)), await good(of(arts)), await good(env.school.manager)]).toEqual([0, 1, 1])
})
