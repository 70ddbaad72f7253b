// The actions of activity in the audit log; each has a text in web/src/i18n/<locale>/audit.json.
import type {} from '@lyceum/kit/audit/audit'

export const activityActions = [
  'attendance.corrected',
  'allowance.changed',
  'allowance.given',
  'allowance.taken',
  'answer.decided',
  'answer.marked',
  'attempt.answersTaken',
  'attempt.ended',
  'attempt.paused',
  'attempt.reopened',
  'attempt.resumed',
  'attempt.timeAdded',
  'exam.accessChanged',
  'exam.regraded',
  'bank.deleted',
  'bank.restored',
  'bank.shared',
  'marking.changed',
  'marking.decided',
  'peerReview.setAside',
  'progress.completed',
  'progress.restarted',
  'progress.takenBack',
  'post.authorRead',
  'questions.deleted',
  'results.final',
  'results.reopened',
  'score.changed',
  'score.released',
  'score.scheduled',
  'score.withdrawn',
  'scoreCategory.changed',
  'scoreCategory.created',
  'scoreCategory.deleted',
  'scoreItem.changed',
  'scoreItem.created',
  'scoreItem.deleted',
  'scoreItem.restored',
  'scorePolicy.changed',
  'scoreScale.changed',
  'scoreScale.created',
  'scoreScale.deleted',
  'scores.imported',
  'rubric.changed',
  'submission.reminded',
  'submission.returned',
  'submission.reworkTakenBack',
] as const

declare module '@lyceum/kit/audit/audit' {
  interface AuditActions {
    activity: (typeof activityActions)[number]
  }
}
