// `calls` for calendar's contract tables: the rules and finders that they may name, and the codes of refusals (errors.ts).
import type { CourseRule } from '@lyceum/course/mirror/rule-names'
import { callsFor } from '@lyceum/kit/calls/contract'
import type {} from './errors.ts'

/** The finders of path ids (finders of service.ts). */
export type Target = 'course' | 'timetable'

export const calls = callsFor<CourseRule, Target>()
