// Lines of a course's members and of what they have done.
import { type HintLine, ofContent, ofMembers, ofUploads } from '../../hint-lines.ts'
import { listCalls } from '../../parts/learning/course/content-lists.ts'

const ofLists = Object.values(listCalls)

export default [
  { on: ['courseChanged'], reads: [{ call: 'GET /api/courses/:id/associated-partner-info', by: 'course' }] },
  {
    on: [...ofMembers, 'groupChanged'],
    reads: [
      { call: 'GET /api/courses/:id/members', by: 'course' },
      { call: 'GET /api/courses/:id/klasses', by: 'course' },
    ],
  },
  {
    on: ['joinRequestChanged'],
    reads: [
      { call: 'GET /api/courses/:id/join-requests', by: 'course' },
      { call: 'GET /api/courses/:id/join-settings', by: 'course' },
      { call: 'GET /api/course/access-code/:code/validate', mine: true },
    ],
  },
  {
    on: ['inviteChanged'],
    reads: [{ call: 'GET /api/courses/:id/invites', by: 'course' }, { call: 'GET /api/invites/:id/status' }],
  },
  {
    on: [...ofMembers, ...ofContent, 'progressChanged'],
    reads: [
      { call: 'GET /api/courses/:id/activity-counts', by: 'course', every: 5000 },
      { call: 'GET /api/courses/:id/completeness-distribution', by: 'course', every: 5000 },
      { call: 'GET /api/courses/:id/study-completeness', by: 'course', every: 5000 },
    ],
  },
  { on: [...ofContent, 'personalTimesChanged'], reads: ofLists.map((call) => ({ call, by: 'course' as const })) },
  { on: ofUploads, reads: ofLists.map((call) => ({ call })) },
  { on: ['progressChanged'], reads: ofLists.map((call) => ({ call, by: 'course' as const, mine: true as const })) },
  // a week shows what students see of it
  { on: ['syllabusChanged', ...ofContent], reads: [{ call: 'GET /api/courses/:id/syllabuses', by: 'course' }] },
  { on: ofContent, reads: [{ call: 'GET /api/activities/:id/versions' }] },
  {
    on: [...ofMembers, 'groupChanged', 'groupSetChanged'],
    reads: [
      { call: 'GET /api/courses/:id/group-sets', by: 'course' },
      { call: 'GET /api/group-sets/:id', by: 'answer' },
    ],
  },
] satisfies HintLine[]
