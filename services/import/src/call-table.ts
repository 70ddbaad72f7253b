// `calls` for import's contract tables, typed with the names of its rules and its error codes (errors.ts).
import { callsFor } from '@lyceum/kit/calls/contract'
import type { CourseRule } from '@lyceum/course/mirror/rule-names'
import type {} from './errors.ts'

export const calls = callsFor<CourseRule>()
