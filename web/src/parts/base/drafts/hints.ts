// Lines of who is changing an activity or a question, and who changed it last.
import { type HintLine, ofContent } from '../../../hint-lines.ts'

export default [
  {
    on: ['editorsChanged'],
    reads: [
      { call: 'GET /api/activities/:id/editors', by: 'id' },
      { call: 'GET /api/questions/:id/editors', by: 'id' },
    ],
  },
  { on: ofContent, reads: [{ call: 'GET /api/activities/:id/editors' }] },
] satisfies HintLine[]
