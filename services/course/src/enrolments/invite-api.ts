// The shape of an invitation: an enrolment that its person has not taken up yet.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { CourseRole } from '../courses/api.ts'

/** joined: they are a member, by the invitation or otherwise. */
export const InviteStatus = oneOf('sent', 'joined', 'declined', 'cancelled')
export type InviteStatus = Static<typeof InviteStatus>

/** An invitation as who teaches the course sees it. */
export const Invite = Type.Object({
  id: Type.String(),
  person: Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String(), email: Type.String() }),
  role: CourseRole,
  status: InviteStatus,
  inviter: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  sent_at: Type.String(),
  sent_count: Type.Integer(),
  answered_at: nullable(Type.String()),
})
export type Invite = Static<typeof Invite>
