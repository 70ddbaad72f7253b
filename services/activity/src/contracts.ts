// The calls of activity, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { activityCalls } from './activity/api.ts'
import { answerMarkingCalls } from './exams/answer-marking/api.ts'
import { attemptReviewCalls } from './exams/attempt-reviews/api.ts'
import { attemptCalls } from './exams/attempts/api.ts'
import { examAccessCalls } from './exams/exam-access/api.ts'
import { bankCalls } from './questions/banks/api.ts'
import { binCalls } from './course-life/bin/api.ts'
import { calendarCalls } from './overview/calendar/api.ts'
import { contentListCalls } from './overview/content-lists/api.ts'
import { copyCalls } from './course-life/copies/api.ts'
import { deletionCalls } from './content/deletions/api.ts'
import { documentCalls } from './progress/documents/api.ts'
import { draftCalls } from './content/drafts/api.ts'
import { editorCalls } from './content/editors/api.ts'
import { evaluationCalls } from './work/evaluations/api.ts'
import { invigilationCalls } from './exams/invigilation/api.ts'
import { markingCalls } from './work/marking/api.ts'
import { markCalls } from './work/marks/api.ts'
import { moduleCalls } from './content/modules/api.ts'
import { paperCalls } from './questions/papers/api.ts'
import { peerReviewCalls } from './work/peer-reviews/api.ts'
import { playCalls } from './progress/plays/api.ts'
import { prerequisiteCalls } from './times/prerequisites/api.ts'
import { progressCalls } from './progress/api.ts'
import { questionnaireCalls } from './exams/questionnaires/api.ts'
import { scorePolicyCalls } from './gradebook/score-policies/api.ts'
import { bookRulesCalls } from './gradebook/score-policies/book-rules-api.ts'
import { scoreCalls } from './gradebook/scores/api.ts'
import { scoreTableCalls } from './gradebook/scores/tables-api.ts'
import { rubricCalls } from './work/rubrics/api.ts'
import { similarityCalls } from './work/similarity/api.ts'
import { submissionCalls } from './work/submissions/api.ts'
import { mySubmissionCalls } from './work/submissions/my-submission-api.ts'
import { syllabusCalls } from './content/syllabuses/api.ts'
import { timeCalls } from './times/api.ts'
import { todoCalls } from './overview/todo/api.ts'
import { versionCalls } from './content/versions/api.ts'
import { videoQuizCalls } from './exams/video-quizzes/api.ts'

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
