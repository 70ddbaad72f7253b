// Events: who makes them for whom, who sees and changes them; over a real database, through the calls.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { verifyGrant } from '@lyceum/upload/mirror/grant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultAlert, newEvent, newMeeting, newTimetable, timetableColour } from '../defaults.ts'
import { type Calendar, openCalendar } from '../test/calendar.ts'

let env: Calendar
let course: string
let other: string
beforeAll(async () => {
  env = await openCalendar()
  course = await env.course('Marine Biology II')
  other = await env.course('Databases', { published: false })
})
afterAll(() => env?.close())

const at = (time: string) => `2026-12-0${time.length > 5 ? '' : '1T'}${time}:00.000Z`
const draft = (more: object = {}) => ({ title: 'Study group', start_time: at('09:00'), end_time: at('10:00'), ...more })
const make = (actor: Actor, more: object = {}) => env.ok(actor, 'POST /api/calendar-events', draft(more))
const titles = async (actor: Actor) =>
  (await env.entries(actor, '2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z')).map(({ title }) => title).sort()

test.each([
  ['an event', newEvent, '2026-11-24T10:24:30Z', '2026-11-24T11:00:00Z', 60],
  ['an event at a full hour', newEvent, '2026-11-24T10:00:00Z', '2026-11-24T11:00:00Z', 60],
  ['a timetable', newTimetable, '2026-11-24T10:24:30Z', '2026-11-24T11:00:00Z', 120],
  ['a meeting', newMeeting, '2026-11-24T10:24:30Z', '2026-11-24T10:35:00Z', 60],
] as const)('%s begins and lasts as the specification says', (_, make, now, start, minutes) => {
  const span = make(new Date(now))
  expect(span.start).toEqual(new Date(start))
  expect((span.end.getTime() - span.start.getTime()) / 60_000).toBe(minutes)
})
test('the alert is 100, the colour of timetables one orange, and a full hour is one of the reader’s zone', async () => {
  expect([defaultAlert, timetableColour]).toEqual([100, 'orange'])
  expect(newEvent(new Date('2026-11-24T10:24:30Z'), 5.5 * 3_600_000).start).toEqual(new Date('2026-11-24T10:30:00Z'))
  expect(await env.ok(env.school.student, 'GET /api/calendar-alerts')).toMatchObject({
    default_id: 100,
    alerts: expect.arrayContaining([{ id: 100, minutes: 15 }]),
  })
  const made = await env.ok(env.school.student, 'POST /api/calendar-events', { title: 'Now' })
  expect(Date.parse(made.end_time) - Date.parse(made.start_time)).toBe(3_600_000)
  expect(made).toMatchObject({ target_type: 'self', color: 'teal', alert_id: null, editable: true, uploads: [] })
  // the present day may be one of those that other tests look at
  await env.ok(env.school.student, `DELETE /api/calendar-events/${made.id}?version=${made.version}`)
})

test('one’s own event is seen by oneself alone, changed, deleted and restored', async () => {
  const { student, teacher } = env.school
  const mine = await make(student, { title: '  Dentist ', description: 'Bring the card' })
  expect(mine.title).toBe('Dentist')
  expect([await titles(student), await titles(teacher)]).toEqual([['Dentist'], []])
  expect(await env.fault(teacher, `GET /api/calendar-events/${mine.id}`)).toBe('404 calendarEvent.notFound')
  const moved = await env.ok(student, `PUT /api/calendar-events/${mine.id}`, {
    start_time: at('11:00'),
    end_time: at('12:00'),
    version: mine.version,
  })
  expect(moved).toMatchObject({ title: 'Dentist', start_time: at('11:00'), description: 'Bring the card' })
  expect(await env.fault(student, `PUT /api/calendar-events/${mine.id}`, { title: 'X', version: mine.version })).toBe(
    '409 calendarEvent.newer',
  )
  await env.ok(student, `DELETE /api/calendar-events/${mine.id}?version=${moved.version}`)
  expect(await titles(student)).toEqual([])
  expect(await env.fault(teacher, `PUT /api/calendar-events/${mine.id}/restore`)).toBe('404 calendarEvent.notFound')
  expect(await env.ok(student, `PUT /api/calendar-events/${mine.id}/restore`)).toMatchObject({ title: 'Dentist' })
  expect(await titles(student)).toEqual(['Dentist'])
  const facts = (await env.facts('EventChanged')).filter(({ value }) => value.id === mine.id)
  expect(facts.every(({ value, key }) => value.title === '' && key === `person:${student.person}`)).toBe(true)
  expect(facts.map(({ value }) => value.deleted)).toEqual([false, false, true, false])
})

test('the number of an event comes with the calendar, and an event without one has none', async () => {
  const { student } = env.school
  const on = (from: string, to: string) => ({ start_time: `2026-12-20T${from}:00Z`, end_time: `2026-12-20T${to}:00Z`, alert_id: null })
  await make(student, { title: 'Numbered', tag_id: 12, ...on('09:00', '10:00') })
  await make(student, { title: 'Plain', ...on('11:00', '12:00') })
  const tags = async () =>
    (await env.entries(student, '2026-12-20T00:00:00Z', '2026-12-21T00:00:00Z')).map((entry) => [entry.title, entry.tag_id])
  expect(await tags()).toEqual([
    ['Numbered', 12],
    ['Plain', undefined],
  ])
  // as it was kept by the first look
  expect((await tags())[0]).toEqual(['Numbered', 12])
})

test('400 at the field for what cannot be', async () => {
  const { student, teacher, manager } = env.school
  const fault = (actor: Actor, more: object) => env.fault(actor, 'POST /api/calendar-events', draft(more))
  expect(await fault(student, { end_time: at('08:00') })).toBe('400 end_time calendarEvent.endBeforeStart')
  expect(await fault(student, { end_time: at('09:00') })).toBe('400 end_time calendarEvent.endBeforeStart')
  expect(await fault(student, { end_time: '2028-12-01T09:00:00Z' })).toBe('400 end_time calendarEvent.tooLong')
  expect(await fault(student, { all_day: true })).toBe('400 start_time calendarEvent.wholeDays')
  expect(await fault(student, { title: ' \u200b ' })).toBe('400 title field.required')
  expect(await fault(student, { alert_id: 7 })).toBe('400 alert_id calendarEvent.alertUnknown')
  expect(await fault(student, { upload_ids: [newId()] })).toBe('400 upload_ids upload.unknown')
  expect(await fault(manager, { target_type: 'department' })).toBe('400 department_ids calendarEvent.departmentsMissing')
  expect(await fault(manager, { target_type: 'department', target_data: { department_ids: [newId()] } })).toBe(
    '400 department_ids calendarEvent.departmentUnknown',
  )
  expect(await fault(teacher, { target_type: 'course', target_data: {} })).toBe('400 course_id calendarEvent.courseMissing')
  expect(await fault(teacher, { target_type: 'course', target_data: { course_id: newId() } })).toBe(
    '400 course_id calendarEvent.courseUnknown',
  )
  expect(await fault(teacher, { target_type: 'course', target_data: { course_id: course, group_ids: [newId()] } })).toBe(
    '400 group_ids calendarEvent.groupUnknown',
  )
  expect(await fault(teacher, { target_type: 'course', target_data: { course_id: course, user_ids: [newId()] } })).toBe(
    '400 user_ids calendarEvent.personUnknown',
  )
  expect(await fault(student, { target_type: 'course', target_data: { course_id: course } })).toBe('403 forbidden')
  expect(await fault(student, { target_type: 'department', target_data: { department_ids: [newId()] } })).toBe('403 forbidden')
  expect(await fault(student, { target_type: 'course', target_data: { all_courses: true } })).toBe(
    '400 course_id calendarEvent.courseMissing',
  )
  expect(await env.fault(student, 'GET /api/calendar-events?start=2026-01-01T00:00:00Z&end=2027-12-01T00:00:00Z')).toBe(
    '400 end calendar.spanTooLong',
  )
})

test('whole days are stored with the day after the last one, 29 February too', async () => {
  const leap = await make(env.school.student, {
    title: 'Leap',
    all_day: true,
    start_time: '2028-02-28T00:00:00Z',
    end_time: '2028-03-01T00:00:00Z',
  })
  expect(leap).toMatchObject({ all_day: true, end_time: '2028-03-01T00:00:00.000Z' })
  const day = async (from: string, to: string) => (await env.entries(env.school.student, from, to)).map(({ title }) => title)
  expect(await day('2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z')).toEqual(['Leap'])
  expect(await day('2028-03-01T00:00:00Z', '2028-03-02T00:00:00Z')).toEqual([])
})

test('an event of a course is seen by its people, or by the chosen of them, and changed by who teaches', async () => {
  const { teacher, student, stranger, other: outside } = env.school
  const assistant = await env.school.person('Aid', 'instructor')
  await env.enrol(course, assistant, 'instructor_assistant')
  const second = await env.school.person('Second', 'student')
  await env.enrol(course, second, 'student')
  const trip = await make(teacher, { title: 'Field trip', target_type: 'course', target_data: { course_id: course } })
  for (const actor of [teacher, student, assistant]) expect(await titles(actor)).toContain('Field trip')
  for (const actor of [stranger, outside]) expect(await titles(actor)).not.toContain('Field trip')
  const [mine] = await env.entries(student, '2026-12-01T08:59:00Z', '2026-12-01T09:01:00Z')
  expect(mine).toMatchObject({ kind: 'event', course_id: course, course_name: 'Marine Biology II', editable: false })
  expect(await env.fault(student, `PUT /api/calendar-events/${trip.id}`, { title: 'Beach', version: trip.version })).toBe('403 forbidden')
  expect(await env.ok(assistant, `PUT /api/calendar-events/${trip.id}`, { title: 'Field trip 2', version: trip.version })).toMatchObject({
    editable: true,
  })
  await make(teacher, { title: 'For one', target_type: 'course', target_data: { course_id: course, user_ids: [second.person] } })
  await make(teacher, {
    title: 'For teachers',
    target_type: 'course',
    target_data: { course_id: course, role_ids: ['instructor_assistant'] },
  })
  expect(await titles(student)).not.toContain('For one')
  expect(await titles(second)).toContain('For one')
  expect(await titles(assistant)).toEqual(expect.arrayContaining(['For one', 'For teachers']))
  const all = await make(teacher, { title: 'Everywhere', target_type: 'course', target_data: { all_courses: true } })
  expect(all.target_data).toMatchObject({ all_courses: true, course_ids: [course, other].sort() })
  const [fact] = (await env.facts('EventChanged')).filter(({ value }) => value.id === trip.id)
  expect(fact!.value).toMatchObject({ title: 'Field trip', course_ids: [course] })
  expect(fact!.hint?.people).toEqual(expect.arrayContaining([student.person, second.person]))
  // a course that students do not see yet is silent for them
  await make(teacher, { title: 'Hidden', target_type: 'course', target_data: { course_id: other } })
  expect(await titles(student)).not.toContain('Hidden')
})

test('the author of an event of a course or a department changes it only while they have the right there', async () => {
  const { manager, db, org } = env.school
  const place = await env.course('Left by its teacher')
  const leaver = await env.school.person('Leaver', 'instructor')
  await env.enrol(place, leaver, 'instructor')
  const target = { target_type: 'course', target_data: { course_id: place } }
  const [kept, gone] = [await make(leaver, { title: 'Kept', ...target }), await make(leaver, { title: 'Gone', ...target })]
  await env.ok(leaver, `DELETE /api/calendar-events/${gone.id}?version=${gone.version}`)
  await db.query(`update mirror.members set state = 'left' where course_id = $1 and person_id = $2`, [place, leaver.person])
  expect((await env.ok(leaver, `GET /api/calendar-events/${kept.id}`)).editable).toBe(false)
  const [entry] = (await env.entries(leaver, at('09:00'), at('10:00'))).filter(({ id }) => id === kept.id)
  expect(entry.editable).toBe(false)
  for (const change of [{ title: 'X' }, { start_time: at('08:00') }, { target_type: 'self' }])
    expect(await env.fault(leaver, `PUT /api/calendar-events/${kept.id}`, { ...change, version: kept.version })).toBe('403 forbidden')
  expect(await env.fault(leaver, `DELETE /api/calendar-events/${kept.id}?version=${kept.version}`)).toBe('403 forbidden')
  expect(await env.fault(leaver, `PUT /api/calendar-events/${gone.id}/restore`)).toBe('403 forbidden')
  // nothing holds on to a course that is gone
  await db.query('update mirror.courses set deleted = true where id = $1', [place])
  await env.ok(leaver, `DELETE /api/calendar-events/${kept.id}?version=${kept.version}`)

  const department = newId()
  await db.query(
    `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'Arts', $3, '', false, 1)`,
    [department, org, [department]],
  )
  const day = await make(manager, { title: 'Arts day', target_type: 'department', target_data: { department_ids: [department] } })
  const former = { ...manager, roles: ['instructor'] }
  expect(await env.fault(former, `PUT /api/calendar-events/${day.id}`, { title: 'X', version: day.version })).toBe('403 forbidden')
  expect(await env.fault(former, `DELETE /api/calendar-events/${day.id}?version=${day.version}`)).toBe('403 forbidden')
  await env.ok(manager, `DELETE /api/calendar-events/${day.id}?version=${day.version}`)
  expect(await env.fault(former, `PUT /api/calendar-events/${day.id}/restore`)).toBe('403 forbidden')
})

test('an event of a department reaches its people and those below it, by their roles', async () => {
  const { manager, teacher, student, db, org } = env.school
  const [top, below] = [newId(), newId()]
  for (const [id, path] of [
    [top, [top]],
    [below, [top, below]],
  ] as const)
    await db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'Sciences', $3, '', false, 1)`,
      [id, org, path],
    )
  await db.query('update mirror.memberships set department_id = $1 where person_id = $2', [below, teacher.person])
  await db.query('update mirror.memberships set department_id = $1 where person_id = $2', [top, student.person])
  await make(manager, { title: 'Open day', target_type: 'department', target_data: { department_ids: [top] } })
  await make(manager, { title: 'Staff', target_type: 'department', target_data: { department_ids: [top], role_ids: ['instructor'] } })
  await make(manager, { title: 'Lab', target_type: 'department', target_data: { department_ids: [below] } })
  expect(await titles(teacher)).toEqual(expect.arrayContaining(['Open day', 'Staff', 'Lab']))
  const seen = await titles(student)
  expect(seen).toContain('Open day')
  expect(seen).not.toContain('Staff')
  expect(seen).not.toContain('Lab')
  // its files are opened by the event, of which upload knows that it holds them
  const upload = newId()
  await db.query(`insert into uploads values ($1, $2, 'plan.pdf', 'document', 1000, 'ready', false, 1)`, [upload, manager.person])
  const target = { target_type: 'department', target_data: { department_ids: [top], user_ids: [student.person] } }
  const plan = await make(manager, { title: 'Plan', ...target, upload_ids: [upload] })
  const { items } = await env.ok(student, `GET /api/calendar-events/${plan.id}/files`)
  const keys = [Buffer.alloc(32, 7)]
  expect(verifyGrant(keys, items[0].url.split('/')[2], new Date())).toMatchObject({ upload, activity: plan.id, basis: { org } })
  expect(await env.fault(teacher, `GET /api/calendar-events/${plan.id}/files`)).toBe('404 calendarEvent.notFound')
  // who may change it reads for whom it is
  const { target_names } = await env.ok(manager, `GET /api/calendar-events/${plan.id}`)
  expect(target_names).toEqual({ [top]: 'Sciences', [student.person]: 'Maya Tan' })
  expect((await env.ok(student, `GET /api/calendar-events/${plan.id}`)).target_names).toBeUndefined()
})

test('files of an event are held, and open for who sees it', async () => {
  const { teacher, student, db } = env.school
  const upload = newId()
  await db.query(`insert into uploads values ($1, $2, 'map.pdf', 'document', 1000, 'ready', false, 1)`, [upload, teacher.person])
  const trip = await make(teacher, { title: 'Map', target_type: 'course', target_data: { course_id: course }, upload_ids: [upload] })
  expect(trip.uploads).toEqual([{ id: upload, name: 'map.pdf', type: 'document', size: 1000 }])
  expect(await env.fault(student, 'POST /api/calendar-events', draft({ upload_ids: [upload] }))).toBe('400 upload_ids upload.unknown')
  const { items } = await env.ok(student, `GET /api/calendar-events/${trip.id}/files`)
  expect(items).toMatchObject([{ upload_id: upload, url: expect.stringMatching(/^\/bytes\/.+\/file$/) }])
  const held = async () =>
    (await env.facts('FilesHeld')).filter(({ value }) => value.holder === `event:${trip.id}`).map(({ value }) => value.upload_ids)
  expect(await held()).toEqual([[upload]])
  await env.ok(teacher, `PUT /api/calendar-events/${trip.id}`, { upload_ids: [], version: trip.version })
  expect(await held()).toEqual([[upload], []])
})

test('each reader chooses the colours of courses for themselves', async () => {
  const { teacher, student, stranger } = env.school
  const choose = (actor: Actor, color: string | null) => env.call(actor, `PUT /api/courses/${course}/calendar-colour`, { color })
  const colours = async (actor: Actor) =>
    (await env.ok(actor, 'GET /api/calendar-entries?start=2026-12-01T00:00:00Z&end=2026-12-02T00:00:00Z')).colours
  await choose(student, 'plum')
  expect((await choose(student, 'olive')).body).toEqual({ color: 'olive' })
  expect([await colours(student), await colours(teacher)]).toEqual([[{ course_id: course, color: 'olive' }], []])
  expect([(await choose(stranger, 'plum')).status, (await choose(student, 'pink')).status]).toEqual([403, 400])
  await choose(student, null)
  expect(await colours(student)).toEqual([])
})
