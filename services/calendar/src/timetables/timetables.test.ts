// Timetables: the repeat fields as the specification has them, holidays, timetables of a term; over a real database, through the calls.
import { newId } from '@lyceum/kit/ids'
import { testProducer, type TestProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { TermChangedSchema } from '@lyceum/proto/course'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'
import { mostTimes } from './rules.ts'
import { allLessons, weeklyLessons } from '../test/weekly-lessons.ts'

let env: Calendar
let courses: TestProducer
beforeAll(async () => {
  env = await openCalendar({ zone: 'Europe/Berlin' })
  courses = await testProducer(env.it.world, 'course')
})
afterAll(async () => {
  await courses?.stop()
  await env?.close()
})
const { taught, weekly, make, put, remove, lessons } = weeklyLessons(() => env)

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
  expect(await lessons()).toEqual(allLessons)
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
  taught.course = await env.course('Faults')
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
    .filter(({ value }) => value.timetable.course_id === taught.course)
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
  expect(await lessons()).toEqual(allLessons)
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
