// `calls` for statistics's contract tables: the rules and finders that they may name, and the codes of refusals (errors.ts).
import { callsFor } from '@lyceum/kit/calls/contract'
import type { CourseRule } from '@lyceum/course/mirror/rule-names'
import type {} from './errors.ts'

export const calls = callsFor<CourseRule>()
