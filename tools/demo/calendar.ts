// The calendar of the demo school: a term's timetable of its courses, events of a course, a department and one student, and meetings in every state.
import { instantOf, localOf } from '@lyceum/kit/text/time-zones'
import { onceKnown, type Person, signIn } from './client.ts'
import type { Ground, Made } from './make-course.ts'
import type { School } from './school.ts'

type Slot = { days: string; from: string; minutes: number; where: string }
/** By the course's code. Penulisan Akademik and 丝绸之路艺术 overlap, so that the calendar has something to warn of. */
const slots: Record<string, Slot[]> = {
  'MATH 130': [
    { days: '1,2', from: '09:00', minutes: 90, where: 'Hall B' },
    { days: '4', from: '09:00', minutes: 90, where: 'Exercise, 0.12' },
  ],
  'MBIO 214': [
    { days: '2', from: '11:00', minutes: 90, where: 'Lab 2.14' },
    { days: '4', from: '11:00', minutes: 120, where: 'Hall C' },
  ],
  'LANG 201': [{ days: '3', from: '10:00', minutes: 120, where: 'Room 1.08' }],
  'ART 115': [{ days: '3', from: '11:00', minutes: 90, where: 'Museum hall' }],
  'COMP 220': [
    { days: '1', from: '13:00', minutes: 120, where: 'Online' },
    { days: '2', from: '14:00', minutes: 90, where: 'Online' },
  ],
  'STAT 101': [{ days: '3', from: '14:00', minutes: 120, where: 'Hall A' }],
}
/** As makeSchool sets it. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const dayMs = 86_400_000
const weeks = 12

/** Days are counted from the Monday of the present week, by the clock of the school. */
export function clockOf(now: Date, zone: string) {
  const today = Math.floor(localOf(zone, now.getTime()) / dayMs) * dayMs
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs
  return {
    monday,
    date: (days: number) => new Date(monday + days * dayMs).toISOString().slice(0, 10),
    at: (days: number, clock: string, minutes = 0) => {
      const [hour = 0, minute = 0] = clock.split(':').map(Number)
      return new Date(instantOf(zone, monday + days * dayMs + (hour * 60 + minute + minutes) * 60_000)).toISOString()
    },
  }
}

/** The next quarter of an hour that is at least half an hour away. */
export const soon = (now: Date): Date => new Date(Math.ceil((now.getTime() + 1_800_000) / 900_000) * 900_000)

/** Lessons of the present weeks, and one within the hour. A course that has some already keeps them. */
export async function addTimetable({ teacher: { call }, course, given, ground }: Made): Promise<void> {
  const own = slots[given.code]
  if (!own || given.template) return
  const { at, date } = clockOf(ground.now, zone)
  const query = { start: at(-7 * 4, '00:00'), end: at(7 * weeks, '00:00'), page_size: 100 }
  const there = await onceKnown([400, 403], () => call('GET /api/calendar-timetables', { query }))
  if (there.items.some(({ course_id }) => course_id === course)) return
  for (const { days, from, minutes, where } of own) {
    const first = -7 * 3 + Number(days[0]) - 1
    const body = {
      course_id: course,
      start_time: at(first, from),
      end_time: at(first, from, minutes),
      time_zone: zone,
      repeat_type: 'week' as const,
      repeat_weekly_days: days,
      repeat_end_date: date(7 * weeks),
      location: where,
    }
    await onceKnown([400, 403, 409], () => call('POST /api/calendar-timetables', { body }))
  }
  if (!given.asked?.quiz) return
  const start = soon(ground.now)
  const body = {
    course_id: course,
    start_time: start.toISOString(),
    end_time: new Date(start.getTime() + 3_600_000).toISOString(),
    time_zone: zone,
    repeat_type: 'no_repeat' as const,
    location: 'Lab 2.14',
  }
  await onceKnown([400, 403, 409], () => call('POST /api/calendar-timetables', { body }))
}

/** Events and meetings around the present week. */
export async function addEvents(made: readonly Made[], ground: Ground): Promise<void> {
  const { at, date } = clockOf(ground.now, zone)
  const biology = made.find(({ given }) => given.name === 'Marine Biology II')
  const span = { start: at(-7, '00:00'), end: at(21, '00:00') }
  const missing = async ({ call }: Person, title: string) =>
    !(await call('GET /api/calendar-entries', { query: span })).entries.some((entry) => entry.title === title)
  const manager = await personOf(ground.school, 'M1002', ground.address)
  const student = await personOf(ground.school, '261001', ground.address)
  if (biology && (await missing(biology.teacher, 'Field trip: tidal flats'))) {
    const body = {
      title: 'Field trip: tidal flats',
      location: 'Bus at 09:30, west gate',
      start_time: at(5, '10:00'),
      end_time: at(5, '13:00'),
    }
    const target = { target_type: 'course' as const, target_data: { course_id: biology.course }, alert_id: 105 }
    await onceKnown([400, 403], () => biology.teacher.call('POST /api/calendar-events', { body: { ...body, ...target } }))
    await biology.teacher.call('POST /api/instruction-team/meeting', {
      body: {
        title: 'Marking: lab reports',
        course_id: biology.course,
        start_time: at(3, '15:00'),
        end_time: at(3, '16:00'),
        room: 'Lab office',
      },
    })
    await biology.teacher.call('POST /api/calendar-meeting', {
      body: { title: 'Curriculum committee', start_time: at(8, '10:00'), end_time: at(8, '11:00'), room: 'Senate room' },
    })
  }
  if (manager && (await missing(manager, 'Open days for schools'))) {
    const departments = [...ground.school.departments.values()]
    const body = {
      title: 'Open days for schools',
      all_day: true,
      start_time: `${date(2)}T00:00:00Z`,
      end_time: `${date(4)}T00:00:00Z`,
      color: 'olive' as const,
    }
    await onceKnown([400], () =>
      manager.call('POST /api/calendar-events', {
        body: { ...body, target_type: 'department', target_data: { department_ids: departments } },
      }),
    )
    await manager.call('POST /api/calendar-meeting', {
      body: {
        title: 'Heads of department',
        start_time: at(1, '16:00'),
        end_time: at(1, '17:00'),
        join_url: 'https://meet.example.edu/heads',
      },
    })
  }
  if (student && (await missing(student, 'Study group')))
    for (const [title, location, days, from, to] of [
      ['Study group', 'Library, room 3', 0, '16:00', '17:00'],
      ['Choir', 'Main hall', 1, '17:00', '18:30'],
    ] as const)
      await student.call('POST /api/calendar-events', {
        body: { title, location, start_time: at(days, from), end_time: at(days, to), color: title === 'Choir' ? 'orange' : 'plum' },
      })
}

async function personOf(school: School, no: string, address: string): Promise<Person | undefined> {
  const person = school.people.get(no)
  return person ? await signIn(address, { org: school.org, person }) : undefined
}
