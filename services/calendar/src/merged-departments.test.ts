// Tests of events for departments that were merged into another one, and of merges that were taken back.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveDepartment } from './merged-departments.ts'
import { type Calendar, openCalendar } from './test/calendar.ts'

let env: Calendar
beforeAll(async () => {
  env = await openCalendar()
})
afterAll(() => env?.close())

const day = { start_time: '2026-12-01T09:00:00.000Z', end_time: '2026-12-01T10:00:00.000Z' }
const make = (actor: Actor, more: object) => env.ok(actor, 'POST /api/calendar-events', { ...day, ...more })
const titles = async (actor: Actor) =>
  (await env.entries(actor, '2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z')).map(({ title }) => title).sort()

test('an event for a department that was merged into another is in the calendar of the other', async () => {
  const { school } = env
  const [old, into] = [newId(), newId()]
  const [earlier, third] = [newId(), newId()]
  for (const id of [old, into, earlier, third])
    await school.db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'Sea', $3, '', false, 1)`,
      [id, school.org, [id]],
    )
  const reader = await school.person('Rui Costa', 'student')
  await school.db.query('update mirror.memberships set department_id = $2 where person_id = $1', [reader.person, into])
  const draftOf = (ids: string[]) => ({ target_type: 'department', target_data: { department_ids: ids } })
  await make(school.manager, { title: 'Geology day', ...draftOf([old]) })
  await make(school.manager, { title: 'Both', ...draftOf([old, into]) })
  expect(await titles(reader)).toEqual(['Both'])
  await moveDepartment(plain(school.db), { id: old, mergedInto: into })
  expect(await titles(reader)).toEqual(['Both', 'Geology day'])
  const { rows } = await school.db.query('select department_ids from events where $1 = any(department_ids)', [into])
  expect(rows.map(({ department_ids }) => department_ids)).toEqual([[into], [into]])
  // taken back: for the old one again, and for both where it was for both
  await moveDepartment(plain(school.db), { id: old })
  expect(await titles(reader)).toEqual(['Both'])
  const places = await school.db.query('select department_ids from events where $1 = any(department_ids)', [old])
  expect(places.rows.map(({ department_ids }) => department_ids.toSorted()).toSorted((a, b) => a.length - b.length)).toEqual([
    [old],
    [old, into].toSorted(),
  ])
  await school.db.query('update mirror.memberships set department_id = $2 where person_id = $1', [reader.person, old])
  expect((await titles(reader)).toSorted()).toEqual(['Both', 'Geology day'])
  await school.db.query('update mirror.memberships set department_id = $2 where person_id = $1', [reader.person, into])
  await moveDepartment(plain(school.db), { id: old, mergedInto: into })
  // facts of a chain of merges come in any order
  await make(school.manager, { title: 'Rocks', ...draftOf([earlier]) })
  await school.db.query('update mirror.memberships set department_id = $2 where person_id = $1', [reader.person, third])
  await school.db.query('update mirror.departments set merged_into = $2 where id = $1', [into, third])
  await moveDepartment(plain(school.db), { id: into, mergedInto: third })
  await moveDepartment(plain(school.db), { id: earlier, mergedInto: into })
  expect((await titles(reader)).toSorted()).toEqual(['Both', 'Geology day', 'Rocks'])
  // and is taken back link by link
  const rocks = async () => (await school.db.query(`select department_ids from events where title = 'Rocks'`)).rows[0].department_ids
  await moveDepartment(plain(school.db), { id: into })
  expect(await rocks()).toEqual([into])
  await moveDepartment(plain(school.db), { id: earlier })
  expect(await rocks()).toEqual([earlier])
})
