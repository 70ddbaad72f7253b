// A weekly series of lessons for tests: made, changed, deleted and read through the calls.
import type { Calendar } from './calendar.ts'

/** Hours in UTC of the lessons of the series as it is made. */
export const allLessons = ['10-19T07:00', '10-21T07:00', '10-26T08:00', '10-28T08:00', '11-02T08:00', '11-04T08:00']

/** The environment is read by each call: it is there only when the test file has begun. */
export function weeklyLessons(env: () => Calendar) {
  /** The course of the last series. */
  const taught = { course: '' }
  /** Mondays and Wednesdays at nine in Berlin, over the end of summer time. */
  const weekly = (more: object = {}) => ({
    course_id: taught.course,
    start_time: '2026-10-19T07:00:00Z',
    end_time: '2026-10-19T09:00:00Z',
    repeat_type: 'week',
    repeat_weekly_days: '1,3',
    repeat_end_date: '2026-11-06',
    location: 'Hall B',
    ...more,
  })
  return {
    taught,
    weekly,
    make: async (more: object = {}) => {
      taught.course = await env().course('Linear Algebra')
      return await env().ok(env().school.teacher, 'POST /api/calendar-timetables', weekly(more))
    },
    put: (id: string, body: object) => env().ok(env().school.teacher, `PUT /api/calendar-timetables/${id}`, body),
    remove: (id: string, body: object) => env().ok(env().school.teacher, `PUT /api/calendar-timetables/${id}/delete`, body),
    /** Lessons of the course: day and hour in UTC, and where. */
    lessons: async (where = false) =>
      (await env().entries(env().school.student, '2026-10-01T00:00:00Z', '2026-12-31T00:00:00Z'))
        .filter(({ course_id }) => course_id === taught.course)
        .map(({ start_time, location }) => start_time.slice(5, 16) + (where ? ` ${location}` : '')),
  }
}
