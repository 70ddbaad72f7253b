// The contract table of the results of an organisation's courses: whether they are final, for its managers.
import { Id, nullable, oneOf, paged, pageQuery, sorted, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'

const Person = Type.Object({ id: Type.String(), name: Type.String() })

export const CourseResults = Type.Object({
  /** Of the course. */
  id: Type.String(),
  name: Type.String(),
  course_code: Type.String(),
  academic_year: nullable(Type.String()),
  semester: nullable(Type.String()),
  teachers: Type.Array(Person, { description: 'five at most' }),
  people: Type.Integer({ description: 'students' }),
  /** Submitted by who teaches; null: open. */
  final: nullable(Type.Object({ at: Time, by: nullable(Person) })),
  /** The last time that they were reopened. */
  reopened: nullable(Type.Object({ at: Time, by: nullable(Person), reason: Type.String() })),
  version: Type.Integer({ description: 'of the rules of the course, for reopening' }),
})
export type CourseResults = Static<typeof CourseResults>

export const courseResultsCalls = calls({
  'GET /api/management/results': {
    summary:
      'Courses of the organisation and whether their results are final, for whoever may reopen them (course.review); of a department: its courses and those of none',
    may: 'reviewsAnywhere',
    management: true,
    query: pageQuery({
      q: Type.Optional(Type.String({ maxLength: 100 })),
      state: Type.Optional(oneOf('open', 'final')),
      term_id: Type.Optional(Id),
      department_id: Type.Optional(Id),
      ...sorted('name', 'final'),
    }),
    reply: paged(CourseResults),
    errors: ['authCode.needed'],
  },
})
