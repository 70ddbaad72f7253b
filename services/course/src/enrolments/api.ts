// The calls of enrolments and invitations.
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

/** A class (klass, as the specification writes it). */
const Klass = Type.Object({ id: Type.String(), name: Type.String() })

export const Member = Type.Object({
  /** Of the enrolment. */
  id: Type.String(),
  role: CourseRole,
  joined_at: Type.String(),
  /** Of the course's first group set in which they have a group; null: they have none. */
  group_name: nullable(Type.String()),
  is_leader: Type.Boolean(),
  person: Type.Object({
    id: Type.String(),
    name: Type.String(),
    user_no: Type.String(),
    avatar: Type.String(),
    email: nullable(Type.String({ description: 'for teachers only' })),
  }),
  /** Their class in the course's organisation. */
  klass: nullable(Klass),
  /** Of a guest: the organisation that they come from. */
  organisation: nullable(Type.String()),
  /** Their organisation has suspended them; for teachers only. */
  suspended: Type.Optional(Type.Literal(true)),
})
export type Member = Static<typeof Member>

/** The most people that one call enrols, changes or takes out. */
export const mostMembers = 2000
const EnrolmentIds = Type.Array(Id, { minItems: 1, maxItems: mostMembers, uniqueItems: true })
/** Named enrolments, or those of a course that fit the conditions of its list of members (`{}`: everybody), at most 2,000 but for the excepted. */
const selected = {
  enrollment_ids: Type.Optional(EnrolmentIds),
  course_id: Type.Optional(Id),
  conditions: Type.Optional(Type.String({ maxLength: 2000 })),
  except_ids: Type.Optional(Type.Array(Id, { maxItems: mostMembers, uniqueItems: true })),
}
const Selected = Type.Object(selected)
export type Selected = Static<typeof Selected>

const Enrolled = Type.Object({
  enrollments: Type.Array(Enrolment),
  joined: Type.Array(Type.String(), { description: 'the enrolments of those who were no members before: what an undo takes out' }),
})
const RoleGiven = Type.Object({ enrollment_id: Id, role: CourseRole })

/** member: in the course already; repeated: a line before it names the same person. */
export const PreviewLine = Type.Object({
  line: Type.String(),
  state: oneOf('found', 'member', 'repeated', 'ambiguous', 'unknown'),
  person: nullable(
    Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String(), klass: nullable(Type.String()) }),
  ),
  role: nullable(CourseRole),
})
export type PreviewLine = Static<typeof PreviewLine>

/** A match of the search: somebody who is in a course with the actor; to who manages people, anybody of the organisation. */
export const FoundPerson = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  avatar: Type.String(),
  /** The number of courses with both, one of them, and the role of the person there; null: there is none. */
  courses: Type.Integer(),
  course_id: nullable(Type.String()),
  course_name: nullable(Type.String()),
  role: nullable(CourseRole),
})
export type FoundPerson = Static<typeof FoundPerson>

/** A course of a person, for who manages people. */
export const PersonCourse = Type.Object({
  /** Of the enrolment. */
  id: Type.String(),
  role: CourseRole,
  state: oneOf('active', 'left'),
  source: nullable(Type.String({ description: 'the register that has enrolled them; null: enrolled by hand' })),
  academic_year: nullable(Type.String()),
  semester: nullable(Type.String()),
  joined_at: Type.String(),
  course: Type.Object({
    id: Type.String(),
    name: Type.String(),
    course_code: Type.String(),
    readable: Type.Boolean({ description: 'whoever lists may read the course' }),
  }),
})
export type PersonCourse = Static<typeof PersonCourse>

export const enrolmentCalls = calls({
  'GET /api/users/:id/courses': {
    summary: 'Courses of a person in the organisation, those that they have left after the others, the last joined first',
    may: 'people.change',
    params: ById,
    query: pageQuery({ state: Type.Optional(oneOf('active', 'left')) }),
    reply: paged(PersonCourse),
    errors: ['department.only'],
  },
  'GET /api/my-people': {
    summary:
      'Find people of my courses, and as who manages and searches people of every course and who is in none, by name or user number: names that begin with the words first, then words that do. total counts to 1,000',
    may: 'signedIn',
    query: pageQuery({ keyword: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: paged(FoundPerson),
  },
  'GET /api/courses/:id/members': {
    summary:
      'Members of a course, its teachers first, then by name, unless sorted; conditions: keyword, role, klass_ids, external_source with external_id',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })), ...sorted('name', 'user_no', 'klass', 'joined') }),
    reply: paged(Member),
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'GET /api/courses/:id/klasses': {
    summary: 'The classes of the members of a course, with the number of members of each',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    reply: Type.Object({ klasses: Type.Array(Type.Interface([Klass], { members: Type.Integer() })) }),
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'GET /api/courses/:id/chat-members': {
    summary:
      'For the chat of the course at the workplace messenger: whether I may change it, and who of a list is a member. GET and PUT /api/workplace/chat ask it',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: Type.Object({ ids: Type.Optional(Type.Array(Id, { maxItems: 100 })) }),
    reply: Type.Object({
      org_id: Type.String(),
      name: Type.String(),
      member: Type.Boolean({ description: 'I am one' }),
      may_change: Type.Boolean(),
      members: Type.Array(Type.String()),
    }),
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'POST /api/courses/:id/enrollments/preview': {
    summary: 'Whom a list of user numbers and e-mail addresses names in the organisation, and who of them is a member; nobody is enrolled',
    may: 'members.change',
    at: 'course',
    params: ById,
    body: Type.Object({ lines: Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { minItems: 1, maxItems: mostMembers }) }),
    reply: Type.Object({ lines: Type.Array(PreviewLine) }),
    status: 201,
    example: { lines: ['2610042', 'maya.tan@aldermoor.example'] },
  },
  'POST /api/courses/:id/enrollments': {
    summary: 'Enrol people of the organisation; one of them may get the external id of a register, by who manages the organisation',
    may: 'members.change',
    at: 'course',
    params: ById,
    body: Type.Object({
      person_ids: Type.Optional(Type.Array(Id, { maxItems: mostMembers, uniqueItems: true })),
      user_nos: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: mostMembers, uniqueItems: true })),
      external_id: Type.Optional(ExternalIdDraft),
      role: CourseRole,
    }),
    reply: Enrolled,
    status: 201,
    errors: ['externalId.taken'],
  },
  'POST /api/courses/:id/team-teaching': {
    summary: 'People who are not students teach the course too: of its organisation, and of others that are open to team teaching',
    may: 'members.appoint',
    at: 'course',
    params: ById,
    body: Type.Object({ user_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
    reply: Enrolled,
    status: 201,
  },
  'PUT /api/course/enrollments': {
    summary:
      'Change the role of enrolments: the same for all of them, or with roles of each its own, as former of an earlier answer has them',
    may: 'signedIn',
    body: Type.Object({
      ...selected,
      role: Type.Optional(CourseRole),
      roles: Type.Optional(Type.Array(RoleGiven, { minItems: 1, maxItems: mostMembers })),
    }),
    reply: Type.Object({
      enrollments: Type.Array(Enrolment),
      former: Type.Array(RoleGiven, { description: 'the roles before, of those that changed' }),
    }),
    errors: ['course.lastInstructor'],
  },
  'DELETE /api/course/enrollments': {
    summary: 'Take people out of a course; their work stays',
    may: 'signedIn',
    body: Selected,
    reply: Type.Object({ enrollment_ids: Type.Array(Type.String()) }),
    errors: ['course.lastInstructor'],
  },
  'PUT /api/course/enrollments/restore': {
    summary: 'Bring people back who were taken out, as what they were',
    may: 'signedIn',
    body: Type.Object({ enrollment_ids: EnrolmentIds }),
    reply: Type.Object({ enrollments: Type.Array(Enrolment) }),
  },
  'GET /internal-api/members/:person/courses': {
    summary: 'The courses a person is a member of, in any organisation; hidden: those of them that they do not see yet',
    may: 'internal',
    scope: 'none',
    params: Type.Object({ person: Id }),
    // a release before has none
    reply: Type.Object({ courses: Type.Array(Type.String()), hidden: Type.Optional(Type.Array(Type.String())) }),
  },
})
