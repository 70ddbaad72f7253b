// `calls` for notification's contract tables: the rules and finders that they may name.
import type {} from './errors.ts'
import { callsFor } from '@lyceum/kit/calls/contract'
import type { CourseRule } from '@lyceum/course/mirror/rule-names'

export const calls = callsFor<CourseRule, 'course' | 'courseBulletin' | 'deletedCourseBulletin'>()
