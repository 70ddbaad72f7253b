// Types about classes: one that begins, a roll call in which somebody was absent, and reports.
import { AttendanceChangedSchema, ClassChangedSchema, ClassReportedSchema } from '@lyceum/proto/activity'
import { notificationType } from './notification-type.ts'

/** Milliseconds after the beginning of a class in which it is news. */
const fresh = 60_000
/** Milliseconds after a roll call in which an absence is news: older lessons are noted afterwards. */
const recent = 24 * 3_600_000

export const classTypes = {
  class_begun: notificationType({
    fact: ClassChangedSchema,
    audience: 'students',
    bundled: false,
    urgent: true,
    channels: ['page', 'push'],
    notice: ({ id, courseId, title, state, startedAt }, { time }) =>
      state === 'running' && time.getTime() - Date.parse(startedAt) < fresh
        ? { course: courseId, subject: { type: 'class', id, title }, about: id }
        : undefined,
  }),
  /** Once for each roll call; a correction the other way is no news. */
  roll_call_missed: notificationType({
    fact: AttendanceChangedSchema,
    audience: 'person',
    bundled: false,
    channels: ['page', 'push'],
    notice: ({ courseId, rollCallId, sessionId, personId, title, state, heldAt }, { time }) =>
      state === 'absent' && heldAt !== undefined && time.getTime() - Date.parse(heldAt) < recent
        ? {
            course: courseId,
            recipient: personId,
            subject: { type: 'class', id: sessionId, title },
            params: { at: heldAt },
            about: rollCallId,
          }
        : undefined,
  }),
  class_report: notificationType({
    fact: ClassReportedSchema,
    audience: 'people',
    bundled: false,
    notice: ({ id, courseId, title, personIds }) => ({ course: courseId, recipients: personIds, subject: { type: 'class', id, title } }),
  }),
}
