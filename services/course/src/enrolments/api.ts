import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, pageQuery, paged, sorted } from '@lyceum/kit/calls/shapes'
import { ExternalIdDraft } from '@lyceum/kit/external-ids/api'
import { type Static, Type } from 'typebox'
import { CourseRole } from '../courses/api.ts'

export const Enrolment = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  person_id: Type.String(),
  role: CourseRole,
  state: oneOf('active', 'left'),
  joined_at: Type.String(),
})
export type Enrolment = Static<typeof Enrolment>

export const Member = Type.Object({
  /** Of the enrolment. */
  id: Type.String(),
  role: CourseRole,
  joined_at: Type.String(),
  person: Type.Object({
    id: Type.String(),
    name: Type.String(),
    user_no: Type.String(),
    avatar: Type.String(),
    email: nullable(Type.String({ description: 'for teachers only' })),
  }),
})
export type Member = Static<typeof Member>

const EnrolmentIds = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })
/** Named enrolments, or those of a course that fit the conditions of its list of members (`{}`: everybody), at most 500 but for the excepted. */
const selected = {
  enrollment_ids: Type.Optional(EnrolmentIds),
  course_id: Type.Optional(Id),
  conditions: Type.Optional(Type.String({ maxLength: 2000 })),
  except_ids: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
}
const Selected = Type.Object(selected)
export type Selected = Static<typeof Selected>

export const enrolmentCalls = calls({
  'GET /api/courses/:id/members': {
    summary:
      'Members of a course, its teachers first, then by name, unless sorted; conditions: keyword, role, external_source with external_id',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })), ...sorted('name', 'user_no', 'joined') }),
    reply: paged(Member),
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'POST /api/courses/:id/enrollments': {
    summary: 'Enrol people of the organisation; one of them may get the external id of a register, by who manages the organisation',
    may: 'members.change',
    at: 'course',
    params: ById,
    body: Type.Object({
      person_ids: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
      user_nos: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 500, uniqueItems: true })),
      external_id: Type.Optional(ExternalIdDraft),
      role: CourseRole,
    }),
    reply: Type.Object({ enrollments: Type.Array(Enrolment) }),
    status: 201,
    errors: ['externalId.taken'],
  },
  'PUT /api/course/enrollments': {
    summary: 'Change the role of enrolments',
    may: 'signedIn',
    body: Type.Object({ ...selected, role: CourseRole }),
    reply: Type.Object({ enrollments: Type.Array(Enrolment) }),
    errors: ['course.lastInstructor'],
  },
  'DELETE /api/course/enrollments': {
    summary: 'Take people out of a course',
    may: 'signedIn',
    body: Selected,
    reply: Type.Null(),
    status: 204,
    errors: ['course.lastInstructor'],
  },
  'GET /internal-api/members/:person/courses': {
    summary: 'The courses a person is a member of, in any organisation',
    may: 'internal',
    scope: 'none',
    params: Type.Object({ person: Id }),
    reply: Type.Object({ courses: Type.Array(Type.String()) }),
  },
})
