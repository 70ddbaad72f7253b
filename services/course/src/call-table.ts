// `calls` for course's contract tables: the rules and finders that they may name, and the codes of refusals (errors.ts).
import { callsFor } from '@lyceum/kit/calls/contract'
import type { CourseRule } from '../mirror/rule-names.ts'
import type {} from './errors.ts'

/** The finders of path ids (finders of service.ts). */
export type Target =
  | 'course'
  | 'courseCode'
  | 'courseGroup'
  | 'courseNav'
  | 'courseRow'
  | 'deletedCourse'
  | 'deletedCourseGroup'
  | 'deletedGroupSet'
  | 'groupSet'
  | 'invite'

export const calls = callsFor<CourseRule, Target>()
