// Rooms: made by who plans, chosen in lessons, events and meetings, with their bookings and those that clash.
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

const now = Date.now()
const hours = (count: number) => new Date(Math.floor(now / 3_600_000 + count) * 3_600_000).toISOString()
const make = (name: string, more: object = {}) => at.ok(office, 'POST /api/management/rooms', { name, ...more })
const rooms = async (query = '') => (await at.ok(office, `GET /api/management/rooms?page_size=100${query}`)).items as any[]
const bookings = async (id: string) =>
  (await at.ok(office, `GET /api/management/rooms/${id}/bookings?start=${hours(0)}&end=${hours(24 * 30)}`)).items as any[]

test('a name is one room of the organisation, in any case', async () => {
  const hall = await make('Hall A', { place: 'North wing', seats: 240, remote_address: 'https://meet.example.edu/hall-a' })
  expect(hall).toMatchObject({ name: 'Hall A', place: 'North wing', seats: 240, bookings: 0, clashes: 0, next: null })
  const fault = (body: object) => at.fault(office, 'POST /api/management/rooms', body)
  expect(await fault({ name: 'hall a' })).toBe('400 name room.nameTaken')
  expect(await fault({ name: '  ' })).toBe('400 name field.required')
  expect(await fault({ name: 'B', seats: -1 })).toContain('400 seats')
  expect(await fault({ name: 'B', remote_address: 'javascript:alert(1)' })).toBe('400 remote_address meeting.addressWrong')
  expect(await at.fault(at.school.teacher, 'POST /api/management/rooms', { name: 'B' })).toBe('403 forbidden')
  expect((await rooms('&keyword=north')).map(({ name }) => name)).toEqual(['Hall A'])
  expect(await rooms('&keyword=50%25_')).toEqual([])
})

test('lessons, events and meetings are held in a room, and those at the same time clash', async () => {
  const { id } = await make('Lab 1')
  const course = await at.course('Marine Biology')
  const { teacher, student } = at.school
  const lesson = { course_id: course, start_time: hours(30), end_time: hours(32), time_zone: 'Asia/Bangkok', room_id: id }
  const weekly = { repeat_type: 'week', repeat_weekly_days: '1,2,3,4,5,6,7', repeat_end_date: hours(24 * 20).slice(0, 10) }
  const made = await at.ok(teacher, 'POST /api/calendar-timetables', { ...lesson, ...weekly })
  expect(made).toMatchObject({ location: 'Lab 1', room_id: id })
  await at.ok(student, 'POST /api/calendar-events', { title: 'Secret study', start_time: hours(31), end_time: hours(33), room_id: id })
  const meeting = { title: 'Committee', start_time: hours(40), end_time: hours(41), room_id: id, room: 'elsewhere' }
  expect(await at.ok(teacher, 'POST /api/calendar-meeting', meeting)).toMatchObject({ room: 'Lab 1', room_id: id })
  const held = await bookings(id)
  expect(held.slice(0, 3).map(({ kind, title, clash, waiting }) => [kind, title, clash, waiting])).toEqual([
    ['lesson', 'Marine Biology', true, false],
    ['event', '', true, false],
    ['meeting', 'Committee', false, true],
  ])
  expect(held.length).toBeGreaterThan(15)
  expect((await rooms()).find((one) => one.id === id)).toMatchObject({ clashes: 2, next: { title: 'Marine Biology' } })
  const free = async (start: string, end: string) =>
    (await at.ok(student, `GET /api/rooms?keyword=lab&start=${start}&end=${end}`)).items.map((one: any) => [one.name, one.taken])
  expect(await free(hours(31), hours(32))).toEqual([['Lab 1', true]])
  expect(await free(hours(33), hours(34))).toEqual([['Lab 1', false]])
  // the meeting of this hour is the one that is changed
  const meetings = (await at.ok(teacher, `GET /api/calendar-meeting?start=${hours(40)}&end=${hours(41)}`)).items
  expect(await free(hours(40), hours(41))).toEqual([['Lab 1', true]])
  expect(await free(hours(40), `${hours(41)}&without=${meetings[0].id}`)).toEqual([['Lab 1', false]])
  expect(JSON.stringify(await at.ok(student, 'GET /api/rooms'))).not.toContain('remote_address')
})

test('another text takes an entry out of its room, another day leaves it there', async () => {
  const { id } = await make('Lab 2')
  const { student } = at.school
  const event = { title: 'Study', start_time: hours(50), end_time: hours(51), room_id: id }
  const made = await at.ok(student, 'POST /api/calendar-events', event)
  const put = (version: number, body: object) => at.ok(student, `PUT /api/calendar-events/${made.id}`, { version, ...body })
  const moved = await put(made.version, { start_time: hours(52), end_time: hours(53), location: 'Lab 2' })
  expect(moved).toMatchObject({ location: 'Lab 2', room_id: id })
  const out = await put(moved.version, { location: 'Library' })
  expect(out).toMatchObject({ location: 'Library', room_id: null })
  expect(await bookings(id)).toEqual([])
  expect(await at.fault(student, 'POST /api/calendar-events', { title: 'X', room_id: newId() })).toBe('400 room_id room.unknown')
})

test('a new name stands in what is still to come; a deleted room comes back with its bookings', async () => {
  const room = await make('Studio')
  const { student } = at.school
  const event = await at.ok(student, 'POST /api/calendar-events', {
    title: 'Recording',
    start_time: hours(60),
    end_time: hours(61),
    room_id: room.id,
  })
  const at1 = `/api/management/rooms/${room.id}`
  const renamed = await at.ok(office, `PUT ${at1}`, { name: 'Studio 1', version: room.version })
  expect((await at.ok(student, `GET /api/calendar-events/${event.id}`)).location).toBe('Studio 1')
  expect(await at.fault(office, `PUT ${at1}`, { name: 'Studio 2', version: room.version })).toBe('409 room.newer')
  await at.ok(office, `DELETE ${at1}?version=${renamed.version}`)
  expect(await at.fault(office, `GET ${at1}/bookings?start=${hours(0)}&end=${hours(2)}`)).toBe('404 room.notFound')
  // its entry is still changed
  const body = { title: 'Recording 2', room_id: room.id, location: 'Studio 1', version: event.version }
  expect(await at.ok(student, `PUT /api/calendar-events/${event.id}`, body)).toMatchObject({ location: 'Studio 1' })
  expect(await at.ok(office, `PUT ${at1}/restore`)).toMatchObject({ name: 'Studio 1', bookings: 1 })
  expect(await at.fault(office, `PUT ${at1}/restore`)).toBe('404 room.notFound')
})

test('a room of another school is neither seen nor chosen', async () => {
  const id = newId()
  await at.school.db.query(`insert into rooms (id, org_id, name, version) values ($1, $2, 'Away', 1)`, [id, newId()])
  expect((await rooms()).some(({ name }) => name === 'Away')).toBe(false)
  expect(await at.fault(office, `PUT /api/management/rooms/${id}`, { name: 'Mine', version: 1 })).toBe('404 room.notFound')
  expect(await at.fault(at.school.student, 'POST /api/calendar-events', { title: 'X', room_id: id })).toBe('400 room_id room.unknown')
})
