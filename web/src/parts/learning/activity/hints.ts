// Lines of an activity and, for who teaches, of its students.
import { type HintLine, ofContent, ofCourse, ofMembers, ofUploads } from '../../../hint-lines.ts'
import { answeredLately } from '../course/own-answers.ts'

export default [
  { on: [...ofCourse, ...ofMembers, ...ofContent], reads: [{ call: 'GET /api/activities/:id', by: 'answer' }] },
  { on: ['personalTimesChanged'], reads: [{ call: 'GET /api/activities/:id', by: 'answer' }] },
  { on: ofUploads, reads: [{ call: 'GET /api/activities/:id' }] },
  {
    on: ['progressChanged'],
    reads: [
      { call: 'GET /api/activities/:id', by: 'answer', mine: true, known: answeredLately },
      { call: 'GET /api/activities/:id/watchers', every: 3000 },
    ],
  },
  { on: ofMembers, reads: [{ call: 'GET /api/activities/:id/watchers' }] },
  {
    on: ['submissionChanged'],
    reads: [{ call: 'GET /api/activities/:id/my-submission' }, { call: 'GET /api/activities/:id/submissions', every: 3000 }],
  },
  { on: ['personalTimesChanged'], reads: [{ call: 'GET /api/activities/:id/my-submission' }] },
  { on: [...ofMembers, 'personalTimesChanged'], reads: [{ call: 'GET /api/activities/:id/submissions', every: 3000 }] },
] satisfies HintLine[]
