// The contract table of invitations.
import { calls } from '../call-table.ts'
import { ById, nullable, oneOf, pageQuery, paged } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { CourseRole } from '../courses/api.ts'
import { Invite } from '../enrolments/invite-api.ts'

/** An invitation as the invited person sees it. */
export const MyInvite = Type.Object({
  status: oneOf('sent', 'joined', 'declined'),
  teaching_unit_type: oneOf('course'),
  teaching_unit_id: Type.String(),
  role: CourseRole,
  course: Type.Object({ id: Type.String(), name: Type.String(), course_code: Type.String(), published: Type.Boolean() }),
  organisation: Type.Object({ id: Type.String(), name: Type.String() }),
  inviter: nullable(Type.Object({ id: Type.String(), name: Type.String(), avatar: Type.String() })),
})
export type MyInvite = Static<typeof MyInvite>

/** Addresses in one call. */
export const mostEmails = 500

export const inviteCalls = calls({
  'POST /api/course/:id/invites': {
    summary:
      'Invite people of the organisation by their addresses, by mail and notification; members and people who are invited already are skipped. 400 with emails_malformed and emails_not_exist, then nobody is invited',
    may: 'members.change',
    at: 'course',
    params: ById,
    body: Type.Object({
      emails: Type.Array(Type.String({ minLength: 1, maxLength: 400 }), { minItems: 1, maxItems: mostEmails }),
      invite_type: Type.Optional(oneOf('email')),
      role: Type.Optional(CourseRole),
    }),
    status: 201,
    reply: Type.Object({
      message: Type.String(),
      errors: Type.Object({}),
      invites: Type.Array(Invite),
      skipped: Type.Array(Type.Object({ email: Type.String(), reason: oneOf('member', 'invited') })),
    }),
    errors: ['invite.dayLimit', 'invite.noStudents'],
    example: { emails: ['maya.tan@aldermoor.example'], invite_type: 'email', role: 'student' },
  },
  'GET /api/courses/:id/invites': {
    summary:
      'The invitations of a course, the last sent first, and the roles that I may invite to, the default first; conditions: keyword, status',
    may: 'members.change',
    at: 'course',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(Invite, { roles: Type.Array(CourseRole) }),
  },
  'POST /api/invites/:id/resend': {
    summary: 'Send an invitation again that was not accepted',
    may: 'members.change',
    at: 'invite',
    params: ById,
    reply: Invite,
    errors: ['invite.notOpen', 'invite.tooSoon', 'invite.dayLimit'],
  },
  'DELETE /api/invites/:id': {
    summary: 'Cancel an invitation that was not accepted',
    may: 'members.change',
    at: 'invite',
    params: ById,
    status: 204,
    reply: Type.Null(),
    errors: ['invite.notOpen'],
  },
  'GET /api/invites/:id/status': {
    summary: 'My invitation. 404: it was cancelled; 410: the course is deleted',
    may: 'signedIn',
    scope: 'none',
    params: ById,
    reply: MyInvite,
    errors: ['invite.notFound', 'invite.courseDeleted'],
  },
  'POST /api/invites/:id/invite-confirm': {
    summary: 'Accept my invitation; again changes nothing',
    may: 'signedIn',
    params: ById,
    reply: MyInvite,
    errors: ['invite.notFound', 'invite.courseDeleted', 'course.otherOrganisation'],
  },
  'POST /api/invites/:id/decline': {
    summary: 'Decline my invitation; it can still be accepted',
    may: 'signedIn',
    params: ById,
    reply: MyInvite,
    errors: ['invite.notFound', 'invite.courseDeleted', 'invite.notOpen'],
  },
})
