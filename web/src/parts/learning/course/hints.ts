// Lines of a course and its content.
import { type HintLine, ofContent, ofCourse, ofMembers, ofUploads } from '../../../hint-lines.ts'
import { answeredLately } from './own-answers.ts'

export default [
  {
    on: [...ofCourse, ...ofMembers],
    reads: [
      { call: 'GET /api/courses/:id', by: 'course' },
      { call: 'GET /api/courses/:id/nav-setting', by: 'course' },
    ],
  },
  { on: [...ofCourse, ...ofMembers, ...ofContent], reads: [{ call: 'GET /api/courses/:id/content', by: 'course' }] },
  {
    on: [...ofCourse, ...ofContent],
    reads: [{ call: 'GET /api/activities/:id/prerequisites' }],
  },
  {
    on: ['progressChanged'],
    reads: [{ call: 'GET /api/activities/:id/prerequisites', mine: true }],
  },
  { on: ['personalTimesChanged'], reads: [{ call: 'GET /api/courses/:id/content', by: 'course' }] },
  { on: ofUploads, reads: [{ call: 'GET /api/courses/:id/content' }] },
  {
    on: ['progressChanged'],
    reads: [{ call: 'GET /api/courses/:id/content', by: 'course', mine: true, known: answeredLately }],
  },
] satisfies HintLine[]
