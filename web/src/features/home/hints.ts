// Lines of the home page: what I have to do, how far I am, what I teach.
import { type HintLine, ofContent, ofCourse, ofMembers } from '../../hint-lines.ts'

export default [
  {
    on: [...ofCourse, ...ofMembers, ...ofContent],
    reads: [
      { call: 'GET /api/my-learning' },
      { call: 'GET /api/todo' },
      { call: 'GET /api/todo/courses' },
      { call: 'GET /api/my-teaching' },
    ],
  },
  { on: ['personalTimesChanged'], reads: [{ call: 'GET /api/my-learning' }, { call: 'GET /api/todo' }, { call: 'GET /api/todo/courses' }] },
  {
    on: ['progressChanged'],
    reads: [
      { call: 'GET /api/my-learning', mine: true },
      { call: 'GET /api/todo', mine: true },
      { call: 'GET /api/todo/courses', mine: true },
      { call: 'GET /api/my-teaching', every: 10_000 },
    ],
  },
  { on: ['classChanged', ...ofMembers], reads: [{ call: 'GET /api/my-classes', every: 10_000 }] },
  { on: ['submissionChanged'], reads: [{ call: 'GET /api/my-teaching', every: 10_000 }] },
] satisfies HintLine[]
