// Types about courses and their members.
import {
  type Course,
  CoursePublishedSchema,
  CourseReviewedSchema,
  GroupChangedSchema,
  InviteChangedSchema,
  JoinRequestChangedSchema,
  type Member,
  MemberChangedSchema,
  MemberJoinedSchema,
  MemberLeftSchema,
} from '@lyceum/proto/course'
import { type Channel, type Notice, notificationType } from './notification-type.ts'

const about = ({ id, name }: Course): Notice => ({ course: id, subject: { type: 'course', id, title: name } })

/** The course's review status is now this one. */
const reviewType = (status: 'reviewed' | 'unreviewed') =>
  notificationType({
    fact: CourseReviewedSchema,
    audience: 'teachers',
    bundled: false,
    notice: ({ course, reason }) =>
      course && !course.deleted && course.reviewStatus === status && reason === undefined ? about(course) : undefined,
  })

/** Somebody who waited to join was let in, or declined: they are told. */
const joinAnswer = (answer: 'accepted' | 'declined') =>
  notificationType({
    fact: JoinRequestChangedSchema,
    audience: 'person',
    ...(answer === 'declined' && { outsiders: true }),
    bundled: false,
    notice: ({ courseId, personId, state }, { actor }) =>
      state === answer && personId !== actor
        ? { course: courseId, recipient: personId, subject: { type: 'course', id: courseId, title: '' } }
        : undefined,
  })

type MemberFact = typeof MemberJoinedSchema | typeof MemberChangedSchema | typeof MemberLeftSchema
/** Somebody else made a person a member, changed their role, or took them out: they are told, many of a course at once, unless it is undone meanwhile. */
const memberType = (fact: MemberFact, audience: 'joined' | 'left', of: (member: Member) => boolean, channels: readonly Channel[]) =>
  notificationType<MemberFact>({
    fact,
    audience,
    bundled: true,
    channels,
    waits: 2,
    notice: ({ member }, { actor }) =>
      member && actor && member.personId !== actor && of(member)
        ? { course: member.courseId, recipients: [member.personId], subject: { type: 'course', id: member.courseId, title: '' } }
        : undefined,
  })
const learns = ({ role }: Member) => role === 'student'

export const courseTypes = {
  course_published: notificationType({
    fact: CoursePublishedSchema,
    audience: 'students',
    bundled: false,
    notice: ({ course }) => (course?.published && !course.deleted ? { ...about(course), about: course.id } : undefined),
  }),
  course_reviewed: reviewType('reviewed'),
  course_unreviewed: reviewType('unreviewed'),
  /** Sent back by a manager, with what is to be changed. */
  course_returned: notificationType({
    fact: CourseReviewedSchema,
    audience: 'teachers',
    bundled: false,
    notice: ({ course, reason }) =>
      course && !course.deleted && reason !== undefined ? { ...about(course), params: { reason } } : undefined,
  }),
  /** Asked again, at most once a day. */
  course_invited: notificationType({
    fact: InviteChangedSchema,
    audience: 'person',
    outsiders: true,
    bundled: false,
    channels: ['page', 'push'],
    notice: ({ inviteId, courseId, personId, role, state }) =>
      state === 'sent'
        ? { course: courseId, recipient: personId, subject: { type: 'invite', id: inviteId, title: '' }, params: { role }, about: inviteId }
        : undefined,
  }),
  /** Somebody waits to be let in, or for a seat. */
  join_requested: notificationType({
    fact: JoinRequestChangedSchema,
    audience: 'teachers',
    bundled: true,
    many: 'joinRequestBundle',
    notice: ({ courseId, personId, state }, { actor }) =>
      state === 'waiting' && personId === actor
        ? { course: courseId, subject: { type: 'course', id: courseId, title: '' }, about: personId }
        : undefined,
  }),
  join_accepted: joinAnswer('accepted'),
  join_declined: joinAnswer('declined'),
  /** Put into a group by somebody else. Of one set a person has one: where they are now. */
  group_placed: notificationType({
    fact: GroupChangedSchema,
    audience: 'placed',
    bundled: true,
    channels: ['page'],
    waits: 2,
    notice: ({ id, setId, courseId, name, deleted, placed }) =>
      placed.length > 0 && !deleted
        ? { course: courseId, recipients: placed, within: setId, subject: { type: 'group', id, title: name }, params: { set: setId } }
        : undefined,
  }),
  teaching_given: memberType(MemberJoinedSchema, 'joined', (member) => !learns(member), ['page', 'mail']),
  member_enrolled: memberType(MemberJoinedSchema, 'joined', learns, ['page']),
  role_changed: memberType(MemberChangedSchema, 'joined', () => true, ['page']),
  member_removed: memberType(MemberLeftSchema, 'left', () => true, ['page']),
  /** Joined by themselves, by a code or an invitation: whom a teacher enrols, the teacher knows. */
  member_joined: notificationType({
    fact: MemberJoinedSchema,
    audience: 'teachers',
    bundled: true,
    channels: ['page'],
    many: 'memberBundle',
    notice: ({ member }, { actor }) =>
      member && member.role === 'student' && member.state === 'active' && member.personId === actor
        ? { course: member.courseId, subject: { type: 'course', id: member.courseId, title: '' }, about: member.personId }
        : undefined,
  }),
}
