// `calls` for activity's contract tables, typed with the names of its rules and finders and its error codes (errors.ts).
import { callsFor } from '@lyceum/kit/calls/contract'
import type { CourseRule } from '@lyceum/course/mirror/rule-names'
import type {} from './errors.ts'

/** The finders of path ids (finders of service.ts). */
export type Target =
  | 'course'
  | 'module'
  | 'activity'
  | 'syllabus'
  | 'deletedActivity'
  | 'deletedModule'
  | 'deletedScoreItem'
  | 'deletedSyllabus'
  | 'playSession'
  | 'allowance'
  | 'orgAllowance'
  | 'submission'
  | 'attempt'
  | 'questionnaireTemplate'
  | 'bank'
  | 'deletedBank'
  | 'bankFolder'
  | 'question'
  | 'peerReview'
  | 'markingComment'
  | 'scoreItem'
  | 'scoreCategory'
  | 'orgScoreScale'
  | 'topic'
  | 'deletedTopic'
  | 'post'
  | 'classSession'
  | 'rollCall'
  | 'vote'
  | 'meeting'

export const calls = callsFor<CourseRule, Target>()
/** Beside the rules of courses, those of banks (banks/rights.ts). */
export const bankCalls = callsFor<CourseRule | 'readBank' | 'editBank' | 'manageBank' | 'teachesAnywhere', Target>()

/** The refusals of whatever needs an activity that is open to the caller. */
export const notOpen = ['course.unpublished', 'simulation.visitor', 'activity.notStarted', 'activity.ended', 'activity.locked'] as const
/** The same of what stays open after its end. */
export const notBegun = ['course.unpublished', 'simulation.visitor', 'activity.notStarted', 'activity.locked'] as const
