// Types about the calendar: events that begin soon, lessons that change, meetings that were decided.
import { type CalendarAlertDue, CalendarAlertDueSchema, MeetingChangedSchema, TimetableChangedSchema } from '@lyceum/proto/calendar'
import { type Channel, type Notice, notificationType } from './notification-type.ts'

/** Whole days are the same days in every zone: of them the first one is told, not a time. */
const aboutEvent = ({ eventId, title, startTime, allDay, courseId }: CalendarAlertDue): Notice => ({
  ...(courseId && { course: courseId }),
  subject: { type: 'event', id: eventId, title },
  params: { start: allDay ? startTime.slice(0, 10) : startTime },
})
/** Where what begins soon is told: it is worthless later. */
const soon = (mail: boolean) => {
  const channels: readonly Channel[] = mail ? ['page', 'mail', 'push'] : ['page', 'push']
  return { topic: 'calendar', channels, urgent: true, bundled: false, own: true } as const
}

/** An event of several people begins soon. */
const eventDue = (mail: boolean) =>
  notificationType({
    fact: CalendarAlertDueSchema,
    audience: 'people',
    ...soon(mail),
    notice: (due) =>
      due.title !== '' && due.sendEmailAlert === mail && due.personIds.length > 0
        ? { ...aboutEvent(due), recipients: due.personIds }
        : undefined,
  })
/** One that somebody made for themselves, whose title is in no fact. */
const ownEventDue = (mail: boolean) =>
  notificationType({
    fact: CalendarAlertDueSchema,
    audience: 'person',
    ...soon(mail),
    notice: (due) => {
      const [recipient] = due.personIds
      return due.title === '' && due.sendEmailAlert === mail && recipient ? { ...aboutEvent(due), recipient } : undefined
    },
  })
const decided = (status: 'agree' | 'reject') =>
  notificationType({
    fact: MeetingChangedSchema,
    audience: 'person',
    bundled: false,
    topic: 'calendar',
    notice: ({ id, title, createdBy, startTime, auditStatus, decided, deleted }) =>
      decided && !deleted && auditStatus === status
        ? { recipient: createdBy, subject: { type: 'meeting', id, title }, params: { start: startTime } }
        : undefined,
  })

export const calendarTypes = {
  event_due: eventDue(false),
  event_due_mail: eventDue(true),
  own_event_due: ownEventDue(false),
  own_event_due_mail: ownEventDue(true),
  /** Whoever changed the lessons wanted the course to be told, in their own words. */
  lesson_changed: notificationType({
    fact: TimetableChangedSchema,
    audience: 'students',
    bundled: false,
    topic: 'calendar',
    channels: ['page', 'mail', 'push'],
    notice: ({ timetable, notice }) =>
      timetable && notice
        ? {
            course: timetable.courseId,
            subject: { type: 'timetable', id: timetable.id, title: '' },
            params: { what: notice.what, start: notice.startTime, content: notice.content, location: notice.location },
          }
        : undefined,
  }),
  meeting_agreed: decided('agree'),
  meeting_rejected: decided('reject'),
}
