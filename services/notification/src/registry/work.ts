// Types about work that is handed in, and about scores.
import {
  CourseResultFinalSchema,
  PersonalTimesChangedSchema,
  PersonRemindedSchema,
  ScoreReleasedSchema,
  type SubmissionChanged,
  SubmissionChangedSchema,
} from '@lyceum/proto/activity'
import { notificationType } from './notification-type.ts'

const aboutWork = ({ courseId, activityId, submissionId, title, n }: SubmissionChanged) => ({
  course: courseId,
  subject: { type: 'activity', id: activityId, title },
  params: { submission: submissionId, n: String(n) },
})
const returned = (work: SubmissionChanged) =>
  work.state === 'returned' && work.personIds.length > 0 ? { ...aboutWork(work), recipients: work.personIds } : undefined
/** A reminder of a type of its own. */
const reminder = (of: string) =>
  notificationType({
    fact: PersonRemindedSchema,
    audience: 'people',
    bundled: false,
    topic: 'work',
    channels: ['page', 'mail', 'push'],
    notice: ({ courseId, activityId, title, type, personIds }) =>
      type === of ? { course: courseId, subject: { type: 'activity', id: activityId, title }, recipients: personIds } : undefined,
  })

export const workTypes = {
  /** Several within some minutes are one: a class hands in together. */
  work_handed_in: notificationType({
    fact: SubmissionChangedSchema,
    audience: 'teachers',
    bundled: true,
    topic: 'work',
    channels: ['page'],
    many: 'workBundle',
    notice: (work) => (work.state === 'submitted' ? aboutWork(work) : undefined),
  }),
  /** The receipt, for everybody whose work it is. */
  work_received: notificationType({
    fact: SubmissionChangedSchema,
    audience: 'people',
    bundled: false,
    topic: 'work',
    channels: ['page'],
    own: true,
    notice: (work) =>
      work.state === 'submitted' && work.personIds.length > 0 ? { ...aboutWork(work), recipients: work.personIds } : undefined,
  }),
  work_returned: notificationType({
    fact: SubmissionChangedSchema,
    audience: 'people',
    bundled: false,
    topic: 'work',
    channels: ['page', 'mail', 'push'],
    notice: (work) => (work.rework ? undefined : returned(work)),
  }),
  /** Something is to be done: never in the words of work that is marked. */
  work_rework: notificationType({
    fact: SubmissionChangedSchema,
    audience: 'people',
    bundled: false,
    topic: 'work',
    channels: ['page', 'mail', 'push'],
    notice: (work) => (work.rework ? returned(work) : undefined),
  }),
  /** The number stays on the page of scores. Several of one course within some minutes are one. */
  score_released: notificationType({
    fact: ScoreReleasedSchema,
    audience: 'person',
    bundled: true,
    topic: 'scores',
    channels: ['page', 'mail', 'push'],
    many: 'scoreBundle',
    notice: ({ courseId, itemId, activityId, personId, title }) => ({
      course: courseId,
      recipient: personId,
      subject: { type: 'score', id: itemId, title },
      ...(activityId && { params: { activity: activityId } }),
      about: itemId,
    }),
  }),
  /** Final results were reopened by a manager, with a reason: scores can be changed again. */
  results_reopened: notificationType({
    fact: CourseResultFinalSchema,
    audience: 'teachers',
    bundled: false,
    topic: 'scores',
    notice: ({ courseId, final, reason }) =>
      !final && reason !== undefined
        ? { course: courseId, subject: { type: 'course', id: courseId, title: '' }, params: { reason } }
        : undefined,
  }),
  submission_missing: reminder('submission_missing'),
  submission_due: reminder('submission_due'),
  peer_review_due: reminder('peer_review_due'),
  /** The activities they are of are named on their pages alone: why somebody has more time is nobody else's. */
  times_changed: notificationType({
    fact: PersonalTimesChangedSchema,
    audience: 'person',
    bundled: true,
    topic: 'work',
    notice: ({ courseId, personId, activityIds }) =>
      activityIds.length > 0
        ? { course: courseId, recipient: personId, subject: { type: 'course', id: courseId, title: '' }, about: courseId }
        : undefined,
  }),
}
