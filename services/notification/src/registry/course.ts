// Types about courses and their members.
import { type Course, CoursePublishedSchema, CourseReviewedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { type Notice, notificationType } from './notification-type.ts'

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
  /** Joined by themselves, by a code or an invitation: whom a teacher enrols, the teacher knows. */
  member_joined: notificationType({
    fact: MemberJoinedSchema,
    audience: 'teachers',
    bundled: true,
    notice: ({ member }, { actor }) =>
      member && member.role === 'student' && member.state === 'active' && member.personId === actor
        ? { course: member.courseId, subject: { type: 'course', id: member.courseId, title: '' }, about: member.personId }
        : undefined,
  }),
}
