// Lines of the lists of courses.
import { type HintLine, ofCourse, ofMembers } from '../../hint-lines.ts'

export default [
  {
    on: [...ofCourse, ...ofMembers],
    reads: [{ call: 'GET /api/my-courses' }, { call: 'POST /api/courses' }, { call: 'GET /api/deleted-courses' }],
  },
  {
    on: ['joinRequestChanged'],
    reads: [
      { call: 'GET /api/my-courses', every: 10_000 },
      { call: 'GET /api/my-join-requests', every: 10_000 },
    ],
  },
] satisfies HintLine[]
