// `calls` for upload's contract tables, typed with the names of its rules and finders and its error codes (errors.ts).
import { callsFor } from '@lyceum/kit/calls/contract'
import type { CourseRule } from '@lyceum/course/mirror/rule-names'
import type {} from './errors.ts'

/** The finders of path ids (finders of service.ts). */
export type Target = 'upload' | 'resourceGroup' | 'course'

/** readFile: any person of the organisation, and guests by a grant; the call checks either. */
export type UploadRule = CourseRule | 'readFile'

export const calls = callsFor<UploadRule, Target>()
