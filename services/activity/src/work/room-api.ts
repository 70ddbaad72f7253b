// The calls of the room of work, by feature.
import { evaluationCalls } from './evaluations/api.ts'
import { markingCalls } from './marking/api.ts'
import { markCalls } from './marks/api.ts'
import { peerReviewCalls } from './peer-reviews/api.ts'
import { rubricCalls } from './rubrics/api.ts'
import { similarityCalls } from './similarity/api.ts'
import { submissionCalls } from './submissions/api.ts'
import { mySubmissionCalls } from './submissions/my-submission-api.ts'

export const workRoomCalls = {
  ...evaluationCalls,
  ...markingCalls,
  ...markCalls,
  ...peerReviewCalls,
  ...rubricCalls,
  ...similarityCalls,
  ...submissionCalls,
  ...mySubmissionCalls,
}
