// The roles that somebody may invite to.
import type { CourseRole } from '../courses/api.ts'

/** In the order of the default: student if inviting students is allowed, else assistant, else instructor. */
export const inviteRoles = (allowed: { students: boolean; assistants: boolean; instructors: boolean }): CourseRole[] => [
  ...(allowed.students ? ['student' as const] : []),
  ...(allowed.assistants ? ['instructor_assistant' as const] : []),
  ...(allowed.instructors ? ['instructor' as const] : []),
]

/** Milliseconds from one sending of an invitation to the next. */
export const resendAfter = 3_600_000
/** Milliseconds over which sent invitations are counted. */
export const countedFor = 24 * 3_600_000
