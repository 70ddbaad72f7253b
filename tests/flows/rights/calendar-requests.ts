// The requests of calendar's calls in the rights matrix.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { listedBy, type Place } from './places.ts'
import type { Request, Try } from './request.ts'

const span = { start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' }
const inSpan: Request = () => ({ query: span })
const lesson = { start_time: '2027-03-01T09:00:00Z', end_time: '2027-03-01T10:00:00Z' }
const csvOf = (code: string) => `course_code,weekdays,start,end,first_day,last_day\n${code},1,09:00,10:00,2027-02-01,2027-05-28`
const ics =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261124T090000Z\r\nSUMMARY:A\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'

const timetables = new Map<string, Promise<string>>()
/** A lesson of the place's course, where timetables are turned on for it; one that is not there in another school. */
const timetableOf = ({ place, home }: Try): Promise<string> => {
  const known = timetables.get(place.course) ?? (place.org === home.id ? makeTimetable(place, home) : Promise.resolve(newId()))
  timetables.set(place.course, known)
  return known
}
async function makeTimetable({ teacher, course }: Place, home: Try['home']): Promise<string> {
  await (await home.signIn('admin')).call('PUT /api/org/settings', { body: { toggles: ['timetables'] } })
  let made: string | undefined
  await until(async () => {
    made = await teacher.call('POST /api/calendar-timetables', { body: { course_id: course, ...lesson } }).then(
      ({ id }) => id,
      () => undefined,
    )
    return made !== undefined
  })
  return made!
}
const inTimetable =
  (body?: object): Request =>
  async (tried) => ({ params: { id: await timetableOf(tried) }, ...(body && { body }) })
/** A version of long ago shows the right and changes nothing. */
const old = { version: 0 }
/** A thing that is nobody's. */
const unknown =
  (body?: object, query?: Record<string, string>): Request =>
  () => ({ params: { id: newId() }, ...(body && { body }), ...(query && { query }) })

const meetingOf = (place: Place): Promise<string> =>
  listedBy('GET /api/management/calendar-meeting', place, async () => {
    const { id } = await place.teacher.call('POST /api/calendar-meeting', { body: { title: 'Committee' } })
    return id
  })

const rooms = new Map<string, ReturnType<typeof makeRoom>>()
const roomOf = (home: Try['home']) => {
  const made = rooms.get(home.id) ?? makeRoom(home)
  rooms.set(home.id, made)
  return made
}
/** One sign-in for all: so many of one person are refused. */
const admins = new Map<string, ReturnType<Try['home']['signIn']>>()
const adminOf = (home: Try['home']) => {
  const known = admins.get(home.id) ?? home.signIn('admin')
  admins.set(home.id, known)
  return known
}
const makeRoom = async (home: Try['home']) => (await adminOf(home)).call('POST /api/management/rooms', { body: { name: newId() } })
/** Another one for each try: it comes back only once. */
const deletedRoom = async (home: Try['home']): Promise<string> => {
  const { id, version } = await makeRoom(home)
  await (await adminOf(home)).call('DELETE /api/management/rooms/:id', { params: { id }, query: { version } })
  return id
}

export const calendarRequests: Record<string, Request> = {
  'GET /api/calendar': inSpan,
  'GET /api/calendar-feed/:token': () => ({ params: { token: 'x'.repeat(43) } }),
  'GET /api/activity/calendar': inSpan,
  'GET /api/activity/cloud-classroom': inSpan,
  'GET /api/calendar-entries': inSpan,
  'GET /api/calendar-events': inSpan,
  'GET /api/calendar-timetables': inSpan,
  'POST /api/calendar-events': () => ({ body: { title: 'Study group' } }),
  'GET /api/calendar-events/:id': unknown(),
  'PUT /api/calendar-events/:id': unknown({ title: 'X', ...old }),
  'DELETE /api/calendar-events/:id': unknown(undefined, { version: '0' }),
  'PUT /api/calendar-events/:id/restore': unknown(),
  'GET /api/calendar-events/:id/files': unknown(),
  'POST /api/calendar-timetables': ({ place }) => ({ body: { course_id: place.course, ...lesson } }),
  'GET /api/calendar-timetables/:id': inTimetable(),
  'PUT /api/calendar-timetables/:id': inTimetable(old),
  'PUT /api/calendar-timetables/:id/delete': inTimetable(old),
  'POST /api/calendar-timetables/import/preview': async (tried) => {
    // lessons of the course show that the service has it
    await timetableOf(tried)
    return { body: { csv: csvOf(tried.place.courseCode) } }
  },
  'POST /api/calendar-timetables/import': () => ({ body: { csv: csvOf('NONE') } }),
  'GET /api/management/lessons': async (tried) => {
    await timetableOf(tried)
    return { query: { start: '2027-02-01T00:00:00Z', end: '2027-04-01T00:00:00Z' } }
  },
  'POST /api/management/rooms': () => ({ body: { name: newId() } }),
  'PUT /api/management/rooms/:id': async ({ home }) => ({ params: { id: (await roomOf(home)).id }, body: { name: 'X', ...old } }),
  'DELETE /api/management/rooms/:id': async ({ home }) => ({ params: { id: (await roomOf(home)).id }, query: { version: '0' } }),
  'PUT /api/management/rooms/:id/restore': async ({ home }) => ({ params: { id: await deletedRoom(home) } }),
  'GET /api/management/rooms/:id/bookings': async ({ home }) => ({ params: { id: (await roomOf(home)).id }, query: span }),
  'GET /api/calendar-meeting/next': () => ({ query: { group_ids: newId() } }),
  'POST /api/calendar-meeting': () => ({ body: { title: 'Committee' } }),
  'GET /api/calendar-meeting/:id': unknown(),
  'PUT /api/calendar-meeting/:id': unknown({ title: 'X', ...old }),
  'DELETE /api/calendar-meeting/:id': unknown(undefined, { version: '0' }),
  'GET /api/management/calendar-meeting': async ({ place }) => {
    await meetingOf(place)
    return {}
  },
  'PUT /api/management/calendar-meeting/:id': async ({ place }) => ({
    params: { id: await meetingOf(place) },
    body: { audit_status: 'agree', version: 0 },
  }),
  'POST /api/instruction-team/meeting': ({ place }) => ({ body: { title: 'Marking', course_id: place.course } }),
  'GET /api/instruction-team/meeting/:id': unknown(),
  'PUT /api/instruction-team/meeting/:id': unknown({ title: 'X', ...old }),
  'DELETE /api/instruction-team/meeting/:id': unknown(undefined, { version: '0' }),
  'PUT /api/courses/:id/calendar-colour': ({ place }) => ({ params: { id: place.course }, body: { color: 'plum' } }),
  'POST /api/calendar-feeds': () => ({ body: { name: 'Phone' } }),
  'DELETE /api/calendar-feeds/:id': unknown(),
  'POST /api/calendar-imports/preview': () => ({ body: { ics } }),
  'POST /api/calendar-imports': () => ({ body: { ics } }),
  'POST /internal-api/calendar-feed': () => ({ body: { token: 'x' } }),
  'POST /internal-api/activity-dates': () => ({ body: { person_id: newId(), course_id: null, ...span } }),
}
