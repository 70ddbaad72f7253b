// The contract table of rosters: courses and enrolments of another system's register, up to 500 rows a call.
import { Day, Id, nullable } from '@lyceum/kit/calls/shapes'
import { RosterFind, RosterFound, RosterList, RosterReply, rosterBody, rosterRow, RosterUndo, RosterUndone } from '@lyceum/kit/rosters/api'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'
import { CourseRole } from '../courses/api.ts'

/** Fields that are left out stay as they are; of a `gone` row none but the external id is read. */
export const RosterCourse = Type.Object({
  ...rosterRow,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  course_code: Type.Optional(Type.String({ maxLength: 64 })),
  academic_year: Type.Optional(Type.String({ maxLength: 64 })),
  semester: Type.Optional(Type.String({ maxLength: 64 })),
  department_id: Type.Optional(nullable(Id)),
  start_date: Type.Optional(nullable(Day)),
  end_date: Type.Optional(nullable(Day)),
})
export const RosterEnrolment = Type.Object({
  ...rosterRow,
  course_id: Type.Optional(Id),
  person_id: Type.Optional(Id),
  role: Type.Optional({ ...CourseRole, description: 'left out: as it is; of a new member student' }),
})
export type RosterCourse = Static<typeof RosterCourse>
export type RosterEnrolment = Static<typeof RosterEnrolment>

const bodyLimit = 4 * 1024 ** 2
const change = {
  may: 'people.import',
  wide: true,
  management: true,
  jobs: 'roster',
  judges: 'check',
  reply: RosterReply,
  bodyLimit,
  errors: ['department.only', 'authCode.needed'],
} as const
const undo = {
  may: 'people.import',
  wide: true,
  management: true,
  jobs: 'roster',
  body: RosterUndo,
  reply: RosterUndone,
  bodyLimit,
  errors: ['department.only', 'authCode.needed'],
} as const

const Listed = { id: Type.String(), external_id: nullable(Type.String()) }
const next = nullable(Type.String({ description: 'the last id, where there are more' }))
const text = nullable(Type.String())
export const ListedCourse = Type.Object({
  ...Listed,
  name: Type.String(),
  course_code: Type.String(),
  academic_year: text,
  semester: text,
  department_id: text,
  start_date: text,
  end_date: text,
})
export const ListedEnrolment = Type.Object({ ...Listed, course_id: Type.String(), person_id: Type.String(), role: CourseRole })
export type ListedCourse = Static<typeof ListedCourse>
export type ListedEnrolment = Static<typeof ListedEnrolment>
const list = {
  may: 'people.import',
  wide: true,
  management: true,
  query: RosterList,
  errors: ['department.only', 'authCode.needed'],
} as const

export const rosterCalls = calls({
  'GET /api/roster/courses': {
    ...list,
    summary: 'Courses of the organisation as a roster has them, 500 a page',
    reply: Type.Object({ items: Type.Array(ListedCourse), next }),
  },
  'GET /api/roster/enrolments': {
    ...list,
    summary: 'Active enrolments of courses of the organisation as a roster has them, 500 a page',
    reply: Type.Object({ items: Type.Array(ListedEnrolment), next }),
  },
  'PUT /api/roster/courses': {
    ...change,
    summary: 'Courses of a source as it has them now: made, changed, or closed when they are gone; their work stays',
    body: rosterBody(RosterCourse),
  },
  'PUT /api/roster/enrolments': {
    ...change,
    summary:
      'Enrolments of a source as it has them now: made, changed, ended when they are gone, with their work; the last instructor stays',
    body: rosterBody(RosterEnrolment),
  },
  'PUT /api/roster/courses/undo': {
    ...undo,
    summary: 'Courses as they were before a run, unless somebody has changed them since; one that the run has made goes to the bin',
  },
  'PUT /api/roster/enrolments/undo': { ...undo, summary: 'Enrolments as they were before a run, unless somebody has changed them since' },
  'POST /api/roster/courses/find': {
    summary: 'Courses by external id or course code',
    may: 'people.import',
    wide: true,
    management: true,
    jobs: 'roster',
    body: RosterFind,
    reply: RosterFound,
    repeatable: true,
    errors: ['department.only', 'authCode.needed'],
  },
})
