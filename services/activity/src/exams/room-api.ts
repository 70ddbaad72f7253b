// The calls of the room of exams, questionnaires and video quizzes, by feature.
import { answerMarkingCalls } from './answer-marking/api.ts'
import { attemptReviewCalls } from './attempt-reviews/api.ts'
import { attemptCalls } from './attempts/api.ts'
import { examAccessCalls } from './exam-access/api.ts'
import { invigilationCalls } from './invigilation/api.ts'
import { questionUseCalls } from './question-use/api.ts'
import { questionnaireCalls } from './questionnaires/api.ts'
import { videoQuizCalls } from './video-quizzes/api.ts'

export const examsRoomCalls = {
  ...answerMarkingCalls,
  ...attemptReviewCalls,
  ...attemptCalls,
  ...examAccessCalls,
  ...invigilationCalls,
  ...questionUseCalls,
  ...questionnaireCalls,
  ...videoQuizCalls,
}
