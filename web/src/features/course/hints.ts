// Lines of a course's members.
import { type HintLine, ofMembers } from '../../hint-lines.ts'

export default [{ on: ofMembers, reads: [{ call: 'GET /api/courses/:id/members', by: 'course' }] }] satisfies HintLine[]
