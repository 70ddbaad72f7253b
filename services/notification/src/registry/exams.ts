// Types about exams and questionnaires.
import { AttemptSubmittedSchema, PersonRemindedSchema } from '@lyceum/proto/activity'
import { notificationType } from './notification-type.ts'

const reminder = (of: string, more: { urgent?: true } = {}) =>
  notificationType({
    fact: PersonRemindedSchema,
    audience: 'people',
    bundled: false,
    topic: 'work',
    channels: ['page', 'mail', 'push'],
    ...more,
    notice: ({ courseId, activityId, title, type, personIds }) =>
      type === of ? { course: courseId, subject: { type: 'activity', id: activityId, title }, recipients: personIds } : undefined,
  })

export const examTypes = {
  exam_in_a_day: reminder('exam_in_a_day'),
  exam_in_an_hour: reminder('exam_in_an_hour', { urgent: true }),
  questionnaire_closes: reminder('questionnaire_closes'),
  /** A class hands in together: once a day for each exam. */
  marking_waits: notificationType({
    fact: AttemptSubmittedSchema,
    audience: 'teachers',
    bundled: false,
    topic: 'work',
    notice: ({ courseId, activityId, title, toMark }) =>
      toMark > 0 ? { course: courseId, subject: { type: 'activity', id: activityId, title }, about: activityId } : undefined,
  }),
}
