// The lessons of an organisation by course, for who plans: planned and held hours, and people who would have to be in two places.
import { nullable, paged, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

const Person = Type.Object({ id: Type.String(), name: Type.String() })
const Clash = Type.Object({
  at: Time,
  with: Type.String({ description: 'the name of the other course' }),
  people: Type.Array(Person, { description: 'teachers of both' }),
  students: Type.Integer(),
})
export const PlannedCourse = Type.Object({
  course: Type.Object({ id: Type.String(), name: Type.String(), course_code: Type.String() }),
  department: nullable(Type.String()),
  teachers: Type.Array(Type.String(), { description: 'names, at most 20' }),
  planned: Type.Object({ lessons: Type.Integer(), minutes: Type.Integer() }),
  held: Type.Object({ lessons: Type.Integer(), minutes: Type.Integer() }),
  next: nullable(Type.String({ ...Time })),
  clashes: Type.Array(Clash, { description: 'at most 10' }),
  clash_count: Type.Integer(),
})
export type PlannedCourse = Static<typeof PlannedCourse>

export const lessonCalls = calls({
  'GET /api/management/lessons': {
    summary:
      'Courses with lessons in a span of time (at most 400 days), by name; conditions: keyword (name or code of the course), department_id (and below)',
    may: 'calendar.manage',
    management: true,
    query: pageQuery({ start: Time, end: Time, conditions: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: paged(PlannedCourse),
    errors: ['timetable.off', 'calendar.spanTooLong', 'calendarEvent.endBeforeStart', 'authCode.needed'],
  },
})
