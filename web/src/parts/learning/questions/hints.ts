// Lines of questionnaires: what completes an activity for somebody may be an answer, by which the results move on.
import type { HintLine } from '../../../hint-lines.ts'

export default [
  { on: ['progressChanged'], reads: [{ call: 'GET /api/activities/:id/results', by: 'answer', every: 5000 }] },
  { on: ['activityChanged', 'activityPublished'], reads: [{ call: 'GET /api/activities/:id/questionnaire', by: 'id' }] },
] satisfies HintLine[]
