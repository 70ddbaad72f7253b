// Changes of a series of lessons: one alone, those that follow, another weekday, cancelled, deleted; over a real database, through the calls.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'
import { allLessons, weeklyLessons } from '../test/weekly-lessons.ts'

let env: Calendar
beforeAll(async () => {
  env = await openCalendar({ zone: 'Europe/Berlin' })
})
afterAll(() => env?.close())
const { taught, make, put, remove, lessons } = weeklyLessons(() => env)

test('a lesson that is changed alone leaves its series and does not repeat; changed again it is itself', async () => {
  const { id, version } = await make()
  const change = { start_time: '2026-10-29T13:00:00Z', end_time: '2026-10-29T14:00:00Z', location: 'Room 9' }
  const moved = await put(id, {
    ...change,
    repeat_type: 'week',
    repeat_weekly_days: '4',
    update_scope: 'current',
    occurrence_date: '2026-10-28',
    version,
  })
  expect(moved).toMatchObject({ repeat_type: 'no_repeat', repeat_weekly_days: '', repeat_end_date: null, location: 'Room 9' })
  expect(moved.id).not.toBe(id)
  expect(await lessons(true)).toEqual([...allLessons.map((one) => (one === '10-28T08:00' ? '10-29T13:00 Room 9' : `${one} Hall B`))].sort())
  expect(
    await env.fault(env.school.teacher, `PUT /api/calendar-timetables/${id}`, {
      update_scope: 'current',
      occurrence_date: '2026-10-28',
      version: 9e15,
    }),
  ).toBe('400 occurrence_date timetable.notThen')
  const again = await put(moved.id, { location: 'Room 10', update_scope: 'current', occurrence_date: '2026-10-29', version: moved.version })
  expect(again).toMatchObject({ id: moved.id, location: 'Room 10', start_time: '2026-10-29T13:00:00.000Z' })
  expect((await lessons()).length).toBe(6)
})

test('this and those that follow: the series is cut, what was left out of it stays left out, its lessons keep their week', async () => {
  const { id, version } = await make()
  await remove(id, { update_scope: 'current', occurrence_date: '2026-11-04', version })
  const later = await put(id, {
    start_time: '2026-10-27T13:00:00Z',
    end_time: '2026-10-27T15:00:00Z',
    location: 'Hall C',
    update_scope: 'current_and_after',
    occurrence_date: '2026-10-26',
    version: 9e15,
  })
  // the Monday became a Tuesday, the Wednesday stays one
  expect(later).toMatchObject({ repeat_type: 'week', repeat_weekly_days: '2,3', repeat_end_date: '2026-11-06' })
  expect(await lessons(true)).toEqual([
    '10-19T07:00 Hall B',
    '10-21T07:00 Hall B',
    '10-27T13:00 Hall C',
    '10-28T13:00 Hall C',
    '11-03T13:00 Hall C',
  ])
  const first = await env.ok(env.school.teacher, `GET /api/calendar-timetables/${id}`)
  expect(first.repeat_end_date).toBe('2026-10-25')
  // from its first lesson on it changes as a whole
  const whole = await put(id, { location: 'Hall D', version: first.version })
  expect(whole.id).toBe(id)
  expect(await env.fault(env.school.teacher, `PUT /api/calendar-timetables/${id}`, { location: 'X', version: first.version })).toBe(
    '409 timetable.newer',
  )
})

test('moved to another weekday from a day on: no lesson is lost or held twice, what was cancelled or moved alone is so in its week', async () => {
  const { id, version } = await make({ repeat_weekly_days: '1', repeat_end_date: '2026-11-30' })
  const cancelled = await remove(id, { update_scope: 'current', occurrence_date: '2026-11-09', version })
  const alone = { start_time: '2026-11-18T08:00:00Z', end_time: '2026-11-18T10:00:00Z', location: 'Room 9' }
  const moved = await put(id, { ...alone, update_scope: 'current', occurrence_date: '2026-11-16', version: cancelled.timetable.version })
  const tuesday = { start_time: '2026-11-03T08:00:00Z', end_time: '2026-11-03T10:00:00Z' }
  const later = await put(id, { ...tuesday, occurrence_date: '2026-11-02', version: 9e15 })
  expect(later).toMatchObject({ repeat_weekly_days: '2', repeat_end_date: '2026-12-01' })
  expect(await lessons(true)).toEqual([
    '10-19T07:00 Hall B',
    '10-26T08:00 Hall B',
    '11-03T08:00 Hall B',
    '11-18T08:00 Room 9',
    '11-24T08:00 Hall B',
    '12-01T08:00 Hall B',
  ])
  // the one that was moved alone is of the later part, on its new day
  const { rows } = await env.school.db.query('select origin_id, origin_day::text as day from timetables where id = $1', [moved.id])
  expect(rows).toEqual([{ origin_id: later.id, day: '2026-11-17' }])
})

test('a lesson that goes past others of its week takes none of them along, forwards or back', async () => {
  const first = await make()
  const friday = { start_time: '2026-10-30T08:00:00Z', end_time: '2026-10-30T10:00:00Z' }
  const later = await put(first.id, { ...friday, occurrence_date: '2026-10-26', version: first.version })
  expect(later.repeat_weekly_days).toBe('3,5')
  expect(await lessons()).toEqual(['10-19T07:00', '10-21T07:00', '10-28T08:00', '10-30T08:00', '11-04T08:00', '11-06T08:00'])
  const second = await make({ repeat_weekly_days: '3,5' })
  const monday = { start_time: '2026-10-26T08:00:00Z', end_time: '2026-10-26T10:00:00Z' }
  const earlier = await put(second.id, { ...monday, occurrence_date: '2026-10-30', version: second.version })
  expect(earlier.repeat_weekly_days).toBe('1,3')
  expect(await lessons()).toEqual(['10-21T07:00', '10-23T07:00', '10-26T08:00', '10-28T08:00', '11-02T08:00', '11-04T08:00'])
  // weekdays that are named without that of the day begin with the week all the same
  const third = await make({ repeat_weekly_days: '1' })
  const tuesday = { start_time: '2026-10-27T08:00:00Z', end_time: '2026-10-27T10:00:00Z' }
  await put(third.id, { ...tuesday, repeat_weekly_days: '1', occurrence_date: '2026-10-26', version: third.version })
  expect(await lessons()).toEqual(['10-19T07:00', '10-26T08:00', '11-02T08:00'])
})

test('cancelled alone, and from a day on; a moved lesson of that part goes with it', async () => {
  const { id, version } = await make({
    start_time: '2126-10-21T08:00:00Z',
    end_time: '2126-10-21T10:00:00Z',
    repeat_end_date: '2126-11-08',
  })
  const days = async () =>
    (await env.entries(env.school.student, '2126-10-01T00:00:00Z', '2126-12-01T00:00:00Z'))
      .filter(({ course_id }) => course_id === taught.course)
      .map(({ start_time }) => start_time.slice(5, 10))
  expect(await days()).toEqual(['10-21', '10-23', '10-28', '10-30', '11-04', '11-06'])
  const once = await remove(id, { update_scope: 'current', occurrence_date: '2126-10-23', version })
  await put(id, {
    start_time: '2126-11-05T08:00:00Z',
    end_time: '2126-11-05T09:00:00Z',
    update_scope: 'current',
    occurrence_date: '2126-11-04',
    version: once.timetable.version,
  })
  expect(await days()).toEqual(['10-21', '10-28', '10-30', '11-05', '11-06'])
  const rest = await remove(id, { update_scope: 'current_and_after', occurrence_date: '2126-10-30', version: 9e15 })
  expect(rest.timetable).toMatchObject({ id, repeat_end_date: '2126-10-29' })
  expect(await days()).toEqual(['10-21', '10-28'])
  expect(await remove(id, { version: rest.timetable.version })).toEqual({ timetable: null })
  expect(await days()).toEqual([])
})

test('lessons that have taken place stay when a series is deleted, unless they are cancelled one by one', async () => {
  const day = 86_400_000
  const monday = new Date(Math.floor(Date.now() / day) * day - 14 * day)
  const iso = (time: number) => new Date(time).toISOString()
  const begins = monday.getTime() + 8 * 3_600_000
  const made = await make({
    repeat_type: 'day',
    start_time: iso(begins),
    end_time: iso(begins + 3_600_000),
    repeat_end_date: iso(begins + 28 * day).slice(0, 10),
  })
  const left = await remove(made.id, { update_scope: 'current_and_after', version: made.version })
  expect(left.timetable.id).toBe(made.id)
  const taken = await env.entries(env.school.student, iso(begins - day), iso(begins + 40 * day))
  const mine = taken.filter(({ course_id }) => course_id === taught.course)
  expect(mine.length).toBeGreaterThanOrEqual(13)
  expect(mine.every(({ end_time }) => Date.parse(end_time) <= Date.now())).toBe(true)
  expect(await env.fault(env.school.teacher, `PUT /api/calendar-timetables/${made.id}/delete`, { version: left.timetable.version })).toBe(
    '409 timetable.over',
  )
  const one = await remove(made.id, { update_scope: 'current', version: left.timetable.version })
  expect(one.timetable).not.toBeNull()
})
