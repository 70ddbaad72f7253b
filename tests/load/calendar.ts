// A month of the calendar over forty courses, and feeds that are polled and have not changed.
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { inBoth, type Spent } from './cpu.ts'
import { type Figure, ms, perSecond } from './figures.ts'
import { pound } from './pound.ts'
import { queried } from './queried.ts'

const [courses, eventsOfCourse, polledInMinute] = [40, 6, 1000]
const day = 86_400_000
const first = Date.UTC(2027, 2, 1)
const at = (days: number, hour: number) => new Date(first + days * day + hour * 3_600_000).toISOString()

export async function calendar(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const [teacher, student, admin] = [await school.signIn('teacher'), await school.signIn('student'), await school.signIn('admin')]
  await admin.call('PUT /api/org/settings', { body: { toggles: ['timetables'], time_zone: 'Asia/Bangkok' } })
  for (let nth = 0; nth < courses; nth++) {
    const { id } = await teacher.call('POST /api/course', { body: { name: `Course ${nth}` } })
    const params = { id }
    await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [student.id], role: 'student' } })
    await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
    const lesson = { start_time: at(0, nth % 10), end_time: at(0, (nth % 10) + 2), repeat_type: 'week' as const, repeat_weekly_days: '1,3' }
    await teacher.call('POST /api/calendar-timetables', { body: { course_id: id, ...lesson, repeat_end_date: at(60, 0).slice(0, 10) } })
    for (let event = 0; event < eventsOfCourse; event++) {
      const times = { start_time: at((nth + event * 5) % 31, 8), end_time: at((nth + event * 5) % 31, 9) }
      await teacher.call('POST /api/calendar-events', {
        body: { title: `Event ${event}`, ...times, target_type: 'course', target_data: { course_id: id } },
      })
    }
  }
  const span = `start=${at(0, 0)}&end=${at(31, 0)}`
  const headers = { cookie: student.cookie, 'request-scope': student.org }
  const { entries } = await student.call('GET /api/calendar-entries', { query: { start: at(0, 0), end: at(31, 0) } })
  const running = { pid: product.process?.pid, url: product.url, clients: 4, warm: 3 }
  const month = await pound({ ...running, shots: [{ path: `/api/calendar-entries?${span}` }], headers })
  const joined = await pound({ ...running, shots: [{ path: `/api/calendar?${span}` }], headers })
  const bare = await queried(product.databases.calendar!, placesSql, [at(0, 0), at(31, 0)])
  const { path } = await student.call('POST /api/calendar-feeds', { body: { name: 'Phone' } })
  const etag = (await fetch(product.url + path)).headers.get('etag') ?? ''
  const changed = await pound({ ...running, shots: [{ path }] })
  const polled = await pound({ ...running, shots: [{ path }], headers: { 'if-none-match': etag } })
  const core = (cpu: typeof polled.cpu) => (((cpu?.own ?? 0) + (cpu?.others ?? 0)) * polledInMinute) / 60_000
  return [
    {
      name: `a month of ${courses} courses, ${entries.length} entries, 4 clients`,
      value: `${perSecond(month.rps)}, p50 ${ms(month.p50)}, p97.5 ${ms(month.p97)}`,
      baseline: `their places by one statement ${perSecond(bare)}`,
      ratio: bare / month.rps,
      aim: '300/s, p95 30 ms',
      met: month.rps >= 300 && month.p97 <= 30,
      ...spent(month.cpu),
    },
    {
      name: 'the same with dates and classes of activities',
      value: `${perSecond(joined.rps)}, p50 ${ms(joined.p50)}, p97.5 ${ms(joined.p97)}`,
      baseline: `their places by one statement ${perSecond(bare)}`,
      ratio: bare / joined.rps,
    },
    {
      name: `${polledInMinute.toLocaleString('en')} feeds of such calendars polled in a minute, unchanged`,
      value: `${perSecond(polled.rps)}, ${(core(polled.cpu) * 100).toFixed(1)} % of a core`,
      baseline: `feeds that are built: ${perSecond(changed.rps)}, ${(core(changed.cpu) * 100).toFixed(1)} % of a core`,
      ratio: polled.rps / changed.rps,
      aim: '10 % of a core',
      met: core(polled.cpu) <= 0.1,
    },
  ]
}

/** Counts that a busy machine does not change. */
const spent = (cpu: Spent | undefined) => (cpu ? { note: `of processor time ${inBoth(cpu)} a call.` } : {})

const placesSql = 'select p.kind, p.item_id, p.starts, p.ends from places p where p.ends > $1 and p.starts < $2'
