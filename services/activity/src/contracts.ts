// The calls of activity, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { activityCalls } from './activities/api.ts'
import { answerMarkingCalls } from './answer-marking/api.ts'
import { attemptReviewCalls } from './attempt-reviews/api.ts'
import { attemptCalls } from './attempts/api.ts'
import { examAccessCalls } from './exam-access/api.ts'
import { bankCalls } from './banks/api.ts'
import { binCalls } from './bin/api.ts'
import { calendarCalls } from './calendar/api.ts'
import { contentListCalls } from './content-lists/api.ts'
import { copyCalls } from './copies/api.ts'
import { deletionCalls } from './deletions/api.ts'
import { documentCalls } from './documents/api.ts'
import { draftCalls } from './drafts/api.ts'
import { editorCalls } from './editors/api.ts'
import { evaluationCalls } from './evaluations/api.ts'
import { invigilationCalls } from './invigilation/api.ts'
import { markingCalls } from './marking/api.ts'
import { markCalls } from './marks/api.ts'
import { moduleCalls } from './modules/api.ts'
import { paperCalls } from './papers/api.ts'
import { peerReviewCalls } from './peer-reviews/api.ts'
import { playCalls } from './plays/api.ts'
import { prerequisiteCalls } from './prerequisites/api.ts'
import { progressCalls } from './progress/api.ts'
import { questionnaireCalls } from './questionnaires/api.ts'
import { scorePolicyCalls } from './score-policies/api.ts'
import { bookRulesCalls } from './score-policies/book-rules-api.ts'
import { scoreCalls } from './scores/api.ts'
import { scoreTableCalls } from './scores/tables-api.ts'
import { rubricCalls } from './rubrics/api.ts'
import { similarityCalls } from './similarity/api.ts'
import { submissionCalls } from './submissions/api.ts'
import { mySubmissionCalls } from './submissions/my-submission-api.ts'
import { syllabusCalls } from './syllabuses/api.ts'
import { timeCalls } from './times/api.ts'
import { todoCalls } from './todo/api.ts'
import { versionCalls } from './versions/api.ts'
import { videoQuizCalls } from './video-quizzes/api.ts'

export const contracts = {
  ...moduleCalls,
  ...syllabusCalls,
  ...activityCalls,
  ...contentListCalls,
  ...bankCalls,
  ...binCalls,
  ...deletionCalls,
  ...copyCalls,
  ...draftCalls,
  ...versionCalls,
  ...editorCalls,
  ...playCalls,
  ...documentCalls,
  ...prerequisiteCalls,
  ...progressCalls,
  ...timeCalls,
  ...todoCalls,
  ...calendarCalls,
  ...rubricCalls,
  ...markingCalls,
  ...markCalls,
  ...peerReviewCalls,
  ...evaluationCalls,
  ...similarityCalls,
  ...scorePolicyCalls,
  ...bookRulesCalls,
  ...mySubmissionCalls,
  ...submissionCalls,
  ...scoreCalls,
  ...scoreTableCalls,
  ...auditCalls('activity'),
  ...paperCalls,
  ...attemptCalls,
  ...attemptReviewCalls,
  ...examAccessCalls,
  ...invigilationCalls,
  ...answerMarkingCalls,
  ...questionnaireCalls,
  ...videoQuizCalls,
}
