// Lines of a course's members and of what they have done.
import { type HintLine, ofContent, ofMembers } from '../../hint-lines.ts'

export default [
  { on: ofMembers, reads: [{ call: 'GET /api/courses/:id/members', by: 'course' }] },
  {
    on: [...ofMembers, ...ofContent, 'progressChanged'],
    reads: [{ call: 'GET /api/courses/:id/activity-counts', by: 'course', every: 5000 }],
  },
  { on: ofContent, reads: [{ call: 'GET /api/activities/:id/versions' }] },
] satisfies HintLine[]
