// Lessons by course for who plans: planned and held hours, the next one, and whom they would have in two places.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'

let at: Calendar
let office: Awaited<ReturnType<Calendar['school']['person']>>
beforeAll(async () => {
  at = await openCalendar()
  office = await at.school.person('Mei Lin', 'admin')
})
afterAll(() => at?.close())

const hour = 3_600_000
const base = Math.floor(Date.now() / hour) * hour
const when = (hours: number) => new Date(base + hours * hour).toISOString()
const span = `start=${when(-200)}&end=${when(200)}&page_size=100`
const plan = async (more = '', who = office) => (await at.ok(who, `GET /api/management/lessons?${span}${more}`)).items as any[]
const lesson = (course: string, from: number, to: number, more: object = {}) =>
  at.ok(at.school.teacher, 'POST /api/calendar-timetables', {
    course_id: course,
    start_time: when(from),
    end_time: when(to),
    time_zone: 'Asia/Bangkok',
    ...more,
  })

test('hours are counted by course, those held apart', async () => {
  const course = await at.course('Tides', { code: 'TIDE1' })
  await at.course('Without lessons')
  await lesson(course, -50, -48)
  await lesson(course, 50, 51)
  const [tides, ...others] = await plan()
  expect(others).toEqual([])
  expect(tides).toMatchObject({
    course: { id: course, name: 'Tides', course_code: 'TIDE1' },
    planned: { lessons: 2, minutes: 180 },
    held: { lessons: 1, minutes: 120 },
    next: when(50),
    clash_count: 0,
  })
  expect(tides.teachers).toHaveLength(1)
  expect(await plan(`&conditions=${encodeURIComponent('{"keyword":"tide1"}')}`)).toHaveLength(1)
  expect(await plan(`&conditions=${encodeURIComponent('{"keyword":"none"}')}`)).toEqual([])
  expect(await plan(`&conditions=${encodeURIComponent(`{"department_id":"${newId()}"}`)}`)).toEqual([])
})

test('a teacher of two courses at one time is a clash of both, a series never of itself', async () => {
  const [reefs, dunes] = [await at.course('Reefs'), await at.course('Dunes')]
  const weekly = { repeat_type: 'week', repeat_weekly_days: '1,2,3,4,5,6,7', repeat_end_date: when(240).slice(0, 10) }
  await lesson(reefs, 60, 62, weekly)
  expect((await plan()).find(({ course }) => course.id === reefs)).toMatchObject({ clash_count: 0, clashes: [] })
  await lesson(dunes, 61, 63)
  const found = await plan()
  const of = (id: string) => found.find(({ course }) => course.id === id)
  expect(of(reefs)).toMatchObject({ clash_count: 1, clashes: [{ with: 'Dunes', students: 1 }] })
  expect(of(dunes).clashes[0]).toMatchObject({ with: 'Reefs', people: [{ id: at.school.teacher.person }] })
})

test('a span that is too long and people who plan nothing are refused; other schools are not seen', async () => {
  const long = `start=${when(0)}&end=${when(24 * 500)}`
  expect(await at.fault(office, `GET /api/management/lessons?${long}`)).toBe('400 end calendar.spanTooLong')
  expect(await at.fault(at.school.teacher, `GET /api/management/lessons?${span}`)).toBe('403 forbidden')
  expect(await at.fault(office, `GET /api/management/lessons?${span}&conditions={"week":1}`)).toBe('400 conditions.week field.unknown')
  await at.school.db.query('update mirror.courses set org_id = $1', [newId()])
  expect(await plan()).toEqual([])
})
