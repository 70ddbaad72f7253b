// Types about the calendar: events that begin soon, lessons that change, meetings that are asked for, decided, moved and called off.
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import {
  type CalendarAlertDue,
  CalendarAlertDueSchema,
  type MeetingChanged,
  MeetingChangedSchema,
  TimetableChangedSchema,
} from '@lyceum/proto/calendar'
import { type Channel, type Notice, type NotificationType, notificationType } from './notification-type.ts'

const everywhere: readonly Channel[] = ['page', 'mail', 'push']
const filled = (params: Record<string, string>) => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))

/** Whole days are the same days in every zone: of them the first one is told, not a time. */
const aboutEvent = (
  { eventId, title, startTime, endTime, location, allDay, courseId }: CalendarAlertDue,
  { version = 0n }: HandledFact,
): Notice => {
  const shown = (time: string) => (allDay ? time.slice(0, 10) : time)
  return {
    ...(courseId && { course: courseId }),
    subject: { type: 'event', id: eventId, title },
    params: filled({ start: shown(startTime), end: shown(endTime), location, version: String(version) }),
  }
}
/** Where what begins soon is told: it is worthless later. */
const soon = (mail: boolean) => {
  const channels: readonly Channel[] = mail ? everywhere : ['page', 'push']
  return { topic: 'calendar', channels, urgent: true, bundled: false, own: true } as const
}

/** An event of several people begins soon. */
const eventDue = (mail: boolean) =>
  notificationType({
    fact: CalendarAlertDueSchema,
    audience: 'people',
    ...soon(mail),
    entry: 'confirmed',
    notice: (due, fact) =>
      due.title !== '' && due.sendEmailAlert === mail && due.personIds.length > 0
        ? { ...aboutEvent(due, fact), recipients: due.personIds }
        : undefined,
  })
/** One that somebody made for themselves: its words are sealed in the fact, and opened for the notification. */
const ownEventDue = (mail: boolean) =>
  notificationType({
    fact: CalendarAlertDueSchema,
    audience: 'person',
    ...soon(mail),
    entry: 'confirmed',
    notice: (due, fact) => {
      const [recipient] = due.personIds
      if (due.title !== '' || due.sendEmailAlert !== mail || !recipient) return undefined
      const { params, ...about } = aboutEvent(due, fact)
      return { ...about, recipient, params: filled({ ...params, sealed: due.sealed }) }
    },
  })
/** Of facts of the previous release only decisions are told. */
const newsOf = ({ news, decided, deleted, auditStatus }: MeetingChanged): string =>
  news || (decided && !deleted ? { agree: 'agreed', reject: 'rejected' }[auditStatus] : undefined) || ''

/** `attendees`: who asked for it, who leads it and the people of its course; whole organisations find it in their calendars. */
const meeting = (news: string, more: Pick<NotificationType, 'audience' | 'channels' | 'entry'>) =>
  notificationType({
    fact: MeetingChangedSchema,
    bundled: false,
    topic: 'calendar',
    ...more,
    notice: (data) => {
      const { id, title, createdBy, hostId, startTime, endTime, location, reason, courseId, instruction, version } = data
      if (newsOf(data) !== news) return undefined
      return {
        ...(courseId && more.audience === 'attendees' && { course: courseId }),
        recipients: [...new Set([createdBy, hostId])].filter(Boolean),
        subject: { type: 'meeting', id, title },
        params: filled({
          start: startTime,
          end: endTime,
          location,
          content: reason,
          version: String(version),
          team: instruction ? '1' : '',
        }),
      }
    },
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
    channels: everywhere,
    mostSent: 10,
    notice: ({ timetable, notice }) =>
      timetable && notice
        ? {
            course: timetable.courseId,
            subject: { type: 'timetable', id: timetable.id, title: '' },
            params: filled({ what: notice.what, start: notice.startTime, content: notice.content, location: notice.location }),
          }
        : undefined,
  }),
  meeting_requested: meeting('asked', { audience: 'managers' }),
  meeting_agreed: meeting('agreed', { audience: 'attendees', entry: 'confirmed' }),
  meeting_rejected: meeting('rejected', { audience: 'people' }),
  meeting_moved: meeting('moved', { audience: 'attendees', channels: everywhere, entry: 'confirmed' }),
  meeting_called_off: meeting('called_off', { audience: 'attendees', channels: everywhere, entry: 'cancelled' }),
}
