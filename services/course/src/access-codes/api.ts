// The calls of access codes.
import { calls } from '../call-table.ts'
import { ById, nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { CourseRole, Instructor } from '../courses/api.ts'
import { Enrolment } from '../enrolments/api.ts'
import { JoinState } from '../joining/api.ts'

/** A course as the holder of a code sees it before joining. */
export const CodeHolderView = Type.Object({
  course: Type.Object({
    id: Type.String(),
    org_id: Type.String(),
    name: Type.String(),
    display_name: nullable(Type.String()),
    course_code: Type.String(),
    cover_upload_id: nullable(Type.String()),
    cover_pattern: nullable(Type.Integer()),
    published: Type.Boolean(),
    semester: nullable(Type.String()),
    end_date: nullable(Type.String()),
    instructors: Type.Array(Instructor),
    open: Type.Boolean({ description: 'everybody may look into it without joining' }),
  }),
  organisation: Type.Object({ id: Type.String(), name: Type.String() }),
  joined: Type.Boolean(),
  role: nullable(CourseRole),
  /** Whether one may join now, and why not. */
  join: Type.Object({
    state: JoinState,
    opens_at: nullable(Type.String()),
    closes_at: nullable(Type.String()),
    seats: nullable(Type.Integer()),
    seats_left: nullable(Type.Integer()),
  }),
})
export type CodeHolderView = Static<typeof CodeHolderView>

export const Joined = Type.Object({
  /** null: they wait to be let in. */
  enrollment: nullable(Enrolment),
  waiting: Type.Boolean(),
  course: Type.Object({ id: Type.String(), name: Type.String(), published: Type.Boolean() }),
})
export type Joined = Static<typeof Joined>

export const accessCodeCalls = calls({
  'GET /api/course/:id/access_code': {
    summary: 'The access code of a course, for its teachers',
    may: 'access_code.change',
    at: 'courseCode',
    params: ById,
    reply: Type.Object({ access_code: Type.String(), resetable: Type.Boolean() }),
  },
  'PUT /api/course/:id/access_code': {
    summary: 'A new access code while the course has not ended; the old one opens nothing from now on',
    may: 'access_code.change',
    at: 'courseCode',
    params: ById,
    reply: Type.Object({ access_code: Type.String() }),
    errors: ['accessCode.notResetable'],
  },
  'GET /api/course/access-code/:code/validate': {
    summary:
      'What a code opens. 400 with errors.access_code when it opens nothing; without a session 401 unless the course is open to visitors, who see what they see in it',
    may: 'anyone',
    scope: 'none',
    anonymous: true,
    params: Type.Object({ code: Type.String({ maxLength: 64 }) }),
    reply: CodeHolderView,
  },
  'POST /api/course/join': {
    summary: 'Join a course with its access code, or wait to be let in; again changes nothing',
    may: 'signedIn',
    body: Type.Object({ access_code: Type.String({ maxLength: 64 }) }),
    reply: Joined,
    status: 201,
    errors: ['scope.other', 'course.otherOrganisation', 'course.joinEnded', 'course.joinNotYet', 'course.joinOver', 'course.joinDeclined'],
    example: { access_code: 'K7MNP4QX' },
  },
})
