// Timetables: the repeat fields as the specification has them, series that are cut, holidays; over a real database, through the calls.
import { newId } from '@lyceum/kit/ids'
import { testProducer, type TestProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { TermChangedSchema } from '@lyceum/proto/course'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'
import { mostTimes } from './rules.ts'

let env: Calendar
let courses: TestProducer
let course: string
beforeAll(async () => {
  env = await openCalendar({ zone: 'Europe/Berlin' })
  courses = await testProducer(env.it.world, 'course')
})
afterAll(async () => {
  await courses?.stop()
  await env?.close()
})

/** Mondays and Wednesdays at nine in Berlin, over the end of summer time. */
const weekly = (more: object = {}) => ({
  course_id: course,
  start_time: '2026-10-19T07:00:00Z',
  end_time: '2026-10-19T09:00:00Z',
  repeat_type: 'week',
  repeat_weekly_days: '1,3',
  repeat_end_date: '2026-11-06',
  location: 'Hall B',
  ...more,
})
const make = async (more: object = {}) => {
  course = await env.course('Linear Algebra')
  return await env.ok(env.school.teacher, 'POST /api/calendar-timetables', weekly(more))
}
const put = (id: string, body: object) => env.ok(env.school.teacher, `PUT /api/calendar-timetables/${id}`, body)
const remove = (id: string, body: object) => env.ok(env.school.teacher, `PUT /api/calendar-timetables/${id}/delete`, body)
/** Lessons of the course: day and hour in UTC, and where. */
const lessons = async (where = false) =>
  (await env.entries(env.school.student, '2026-10-01T00:00:00Z', '2026-12-31T00:00:00Z'))
    .filter(({ course_id }) => course_id === course)
    .map(({ start_time, location }) => start_time.slice(5, 16) + (where ? ` ${location}` : ''))
const all = ['10-19T07:00', '10-21T07:00', '10-26T08:00', '10-28T08:00', '11-02T08:00', '11-04T08:00']

test('a series: its lessons keep their hour over the change of the clocks, its colour is the one orange', async () => {
  const made = await make({ color: 'plum', repeat_frequency: 3 })
  expect(made).toMatchObject({
    course_title: 'Linear Algebra',
    instructors_names: ['Elena Petrova'],
    repeat_type: 'week',
    repeat_frequency: 1,
    repeat_weekly_days: '1,3',
    repeat_end_date: '2026-11-06',
    time_zone: 'Europe/Berlin',
    color: 'orange',
    editable: true,
  })
  expect(await lessons()).toEqual(all)
  const read = await env.ok(env.school.student, `GET /api/calendar-timetables/${made.id}`)
  expect(read.editable).toBe(false)
  expect(await env.fault(env.school.stranger, `GET /api/calendar-timetables/${made.id}`)).toBe('403 forbidden')
})

test('no_repeat drops the repeat fields, day drops frequency and weekdays, custom keeps both', async () => {
  expect(await make({ repeat_type: 'no_repeat' })).toMatchObject({ repeat_frequency: null, repeat_weekly_days: '', repeat_end_date: null })
  expect(await lessons()).toEqual(['10-19T07:00'])
  expect(await make({ repeat_type: 'day', repeat_frequency: 5, repeat_end_date: '2026-10-21' })).toMatchObject({
    repeat_frequency: null,
    repeat_weekly_days: '',
  })
  expect(await lessons()).toEqual(['10-19T07:00', '10-20T07:00', '10-21T07:00'])
  expect(await make({ repeat_type: 'custom', repeat_frequency: 2 })).toMatchObject({ repeat_frequency: 2, repeat_weekly_days: '1,3' })
  expect(await lessons()).toEqual(['10-19T07:00', '10-21T07:00', '11-02T08:00', '11-04T08:00'])
  // its first lesson is on the first of its weekdays
  expect(await make({ repeat_weekly_days: '5' })).toMatchObject({ start_time: '2026-10-23T07:00:00.000Z' })
})

test('400 at the field for what cannot be; of repeats at their weekdays', async () => {
  course = await env.course('Faults')
  const fault = (more: object) => env.fault(env.school.teacher, 'POST /api/calendar-timetables', weekly(more))
  for (const repeat_type of ['week', 'custom'])
    expect(await fault({ repeat_type, repeat_frequency: 1, repeat_weekly_days: null })).toBe(
      '400 repeat_weekly_days timetable.weekdaysMissing',
    )
  for (const days of ['8', '0', '1,8', 'Mon', '1;3', '1,,3'])
    expect(await fault({ repeat_weekly_days: days })).toBe('400 repeat_weekly_days timetable.weekdayWrong')
  expect(await fault({ end_time: '2026-10-19T06:00:00Z' })).toBe('400 end_time timetable.endBeforeStart')
  expect(await fault({ end_time: '2026-10-21T06:00:00Z' })).toBe('400 end_time timetable.tooLong')
  expect(await fault({ repeat_end_date: '2026-10-18' })).toBe('400 repeat_end_date timetable.endsBeforeStart')
  expect(await fault({ repeat_end_date: null })).toBe('400 repeat_end_date field.required')
  expect(await fault({ repeat_weekly_days: '7', repeat_end_date: '2026-10-20' })).toBe('400 repeat_end_date timetable.never')
  expect(await fault({ repeat_type: 'custom', repeat_frequency: 0 })).toBe('400 repeat_frequency field.tooSmall')
  expect(await fault({ time_zone: 'Mars/Olympus' })).toBe('400 time_zone field.timeZone')
  expect(await fault({ course_id: newId() })).toBe('400 course_id timetable.courseUnknown')
  expect(await env.fault(env.school.student, 'POST /api/calendar-timetables', weekly())).toBe('403 forbidden')
  // 10,000 days, and as many as the limit less one
  const { status, body } = await env.call(
    env.school.teacher,
    'POST /api/calendar-timetables',
    weekly({ repeat_type: 'day', repeat_end_date: '2054-03-06' }),
  )
  expect([status, body.details.repeat_end_date]).toEqual([400, [{ code: 'timetable.tooManyTimes', params: { most: mostTimes } }]])
  expect(await fault({ repeat_type: 'day', repeat_end_date: '2029-07-15' })).toBe('400 repeat_end_date timetable.tooManyTimes')
})

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
  expect(await lessons(true)).toEqual([...all.map((one) => (one === '10-28T08:00' ? '10-29T13:00 Room 9' : `${one} Hall B`))].sort())
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
      .filter(({ course_id }) => course_id === course)
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
  const mine = taken.filter(({ course_id }) => course_id === course)
  expect(mine.length).toBeGreaterThanOrEqual(13)
  expect(mine.every(({ end_time }) => Date.parse(end_time) <= Date.now())).toBe(true)
  expect(await env.fault(env.school.teacher, `PUT /api/calendar-timetables/${made.id}/delete`, { version: left.timetable.version })).toBe(
    '409 timetable.over',
  )
  const one = await remove(made.id, { update_scope: 'current', version: left.timetable.version })
  expect(one.timetable).not.toBeNull()
})

test('the course is told where whoever changes it wants that, once, in their words', async () => {
  const made = await make({ send_ntf: true, ntf_content: ' Welcome  back ' })
  await put(made.id, {
    location: 'Hall E',
    update_scope: 'current_and_after',
    occurrence_date: '2026-10-26',
    version: made.version,
    send_ntf: true,
    ntf_content: 'New hall',
  })
  await remove(made.id, { update_scope: 'current', occurrence_date: '2026-10-21', version: 9e15 })
  const facts = (await env.facts('TimetableChanged'))
    .filter(({ value }) => value.timetable.course_id === course)
    .flatMap(({ value }) => value.notice ?? [])
  expect(facts).toEqual([
    { what: 'made', start_time: '2026-10-19T07:00:00.000Z', location: 'Hall B', content: 'Welcome back' },
    { what: 'moved', start_time: '2026-10-26T08:00:00.000Z', location: 'Hall E', content: 'New hall' },
  ])
})

test('lessons of a holiday are left out, single ones are not', async () => {
  await make()
  const holiday = (version: bigint, deleted = false) =>
    courses.emit(
      TermChangedSchema,
      { key: `org:${env.school.org}`, org: env.school.org },
      {
        id: '01900000-0000-7000-8000-000000000009',
        orgId: env.school.org,
        startDate: '2026-09-01',
        endDate: '2026-12-31',
        holidays: [{ name: 'Autumn', startDate: '2026-10-26', endDate: '2026-10-30' }],
        deleted,
        version,
      },
    )
  await holiday(1n)
  await until(async () => (await lessons()).length === 4)
  await env.ok(
    env.school.teacher,
    'POST /api/calendar-timetables',
    weekly({ repeat_type: 'no_repeat', start_time: '2026-10-27T08:00:00Z', end_time: '2026-10-27T09:00:00Z' }),
  )
  expect(await lessons()).toContain('10-27T08:00')
  await holiday(2n, true)
  await until(async () => (await lessons()).length === 7)
})

test('an organisation without timetables has none, and none can be made', async () => {
  const made = await make()
  const settings = (toggles: string[]) =>
    env.school.db.query(`update mirror.orgs set settings = settings || $2 where id = $1`, [env.school.org, JSON.stringify({ toggles })])
  await settings([])
  expect(await lessons()).toEqual([])
  expect(await env.fault(env.school.teacher, 'POST /api/calendar-timetables', weekly())).toBe('409 timetable.off')
  expect(await env.fault(env.school.teacher, `PUT /api/calendar-timetables/${made.id}`, { version: made.version })).toBe(
    '409 timetable.off',
  )
  await settings(['timetables'])
  expect(await lessons()).toEqual(all)
})

test('a term’s timetable from a file: faults by line, known lessons, and who would be in two places', async () => {
  const { teacher, manager, student } = env.school
  const [algebra, writing] = [await env.course('Algebra', { code: 'ALG-1' }), await env.course('Writing', { code: 'WRI-1' })]
  const csv = [
    'Course code;weekdays;start;end;first_day;last_day;location;every',
    'ALG-1;1,3;09:00;10:30;2027-02-01;2027-05-28;Hall B;',
    'wri-1;3;10:00;11:00;2027.2.1;2027-05-28;Room 2;2',
    'NONE;1;09:00;10:00;2027-02-01;2027-05-28;;',
    'ALG-1;8;9;08:00;2027-02-30;2027-05-28;;',
    'ALG-1;5;11:00;10:00;2027-02-01;2027-05-28;;',
  ].join('\n')
  const preview = await env.ok(manager, 'POST /api/calendar-timetables/import/preview', { csv })
  expect(preview.good).toBe(2)
  expect(preview.rows.map(({ line, faults }: any) => [line, ...faults.map(({ field, code }: any) => `${field} ${code}`)])).toEqual([
    [2],
    [3],
    [4, 'course_code timetable.courseUnknown'],
    [5, 'first_day timetable.dayWrong', 'start timetable.timeWrong', 'weekdays timetable.weekdayUnknown'],
    [6, 'end timetable.endBeforeStart'],
  ])
  const [first, second] = preview.rows
  expect([first.times, second.times]).toEqual([34, 9])
  expect(first.conflicts).toEqual([
    { at: '2027-02-03T09:00:00.000Z', with: 'Writing', with_line: 3, people: [{ id: teacher.person, name: 'Elena Petrova' }], students: 1 },
  ])
  expect(second.conflicts[0]).toMatchObject({ with: 'Algebra', with_line: 2 })
  expect(await env.ok(manager, 'POST /api/calendar-timetables/import', { csv })).toEqual({ made: 2, left_out: 3 })
  expect(await env.ok(manager, 'POST /api/calendar-timetables/import', { csv })).toEqual({ made: 0, left_out: 5 })
  const again = await env.ok(manager, 'POST /api/calendar-timetables/import/preview', { csv })
  expect([again.good, again.rows[0].known]).toEqual([0, true])
  const month = await env.entries(student, '2027-02-01T00:00:00Z', '2027-02-08T00:00:00Z')
  expect(
    month.map(({ course_id, start_time }) => [course_id === algebra ? 'A' : course_id === writing ? 'W' : '?', start_time.slice(8, 16)]),
  ).toEqual([
    ['A', '01T08:00'],
    ['A', '03T08:00'],
    ['W', '03T09:00'],
  ])
  expect(await env.fault(teacher, 'POST /api/calendar-timetables/import/preview', { csv })).toBe('403 forbidden')
  expect(await env.fault(manager, 'POST /api/calendar-timetables/import/preview', { csv: 'course_code,start\nA,09:00' })).toBe(
    '400 csv timetable.columnMissing',
  )
  const open = csv.replace('\n', '\nALG-1;"1;08:00\n')
  for (const call of ['POST /api/calendar-timetables/import/preview', 'POST /api/calendar-timetables/import'] as const)
    expect(await env.fault(manager, call, { csv: open })).toBe('400 csv field.openQuote')
  // a student’s other course, whose teacher is nobody of the file; not on a holiday
  const others = await env.course('Choir', { code: 'CHO-1' })
  await env.school.db.query(`delete from mirror.members where course_id = $1 and role <> 'student'`, [others])
  await env.enrol(others, env.school.other, 'instructor')
  const rehearsal = { course_id: others, start_time: '2027-02-02T13:00:00Z', end_time: '2027-02-02T14:00:00Z' }
  await env.ok(env.school.other, 'POST /api/calendar-timetables', {
    ...rehearsal,
    repeat_type: 'week',
    repeat_weekly_days: '2',
    repeat_end_date: '2027-02-16',
  })
  const beside = `course_code,weekdays,start,end,first_day,last_day\nALG-1,2,14:30,15:30,2027-02-01,2027-02-28`
  const clashes = async () => (await env.ok(manager, 'POST /api/calendar-timetables/import/preview', { csv: beside })).rows[0].conflicts
  const meets = { with: 'Choir', with_line: null, people: [], students: 1 }
  expect(await clashes()).toEqual([{ ...meets, at: '2027-02-02T13:30:00.000Z' }])
  await env.school.db.query(`insert into terms (id, org_id, holidays, deleted, version) values ($1, $2, $3, false, 1)`, [
    newId(),
    env.school.org,
    JSON.stringify([{ name: 'Flu', start_date: '2027-02-01', end_date: '2027-02-05' }]),
  ])
  expect(await clashes()).toEqual([{ ...meets, at: '2027-02-09T13:30:00.000Z' }])
  const many = [
    'course_code,weekdays,start,end,first_day,last_day',
    ...Array.from({ length: 501 }, () => 'A,1,09:00,10:00,2027-02-01,2027-05-28'),
  ].join('\n')
  expect(await env.fault(manager, 'POST /api/calendar-timetables/import', { csv: many })).toBe('400 csv timetable.tooManyRows')
})
