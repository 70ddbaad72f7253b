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
/** The channels for news of what begins soon: they are worthless later. */
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

/** The recipients: the people that it names, and for the audience `attendees` those of its course. */
type Recipients = Pick<Notice, 'course' | 'recipients' | 'without'>
const peopleOf = (...ids: (string | undefined)[]) => [...new Set(ids)].filter((id) => id !== undefined && id !== '') as string[]

/** The people of its own, beside those of its course: its organiser and its host; of a group its host and who is in it. */
const ownOf = ({ createdBy, hostId, groupId, personIds }: MeetingChanged): string[] =>
  groupId ? peopleOf(hostId, ...personIds) : peopleOf(createdBy, hostId)
/** Its people and those of its course; whole organisations find it in their calendars. */
const attendeesOf = (data: MeetingChanged): Recipients => ({
  ...(data.courseId && { course: data.courseId }),
  recipients: ownOf(data),
})
/** Those who counted on it and are in it no more: the former course and host. Of another course, that has yet to hear of it, nobody is in it. */
const formerOf = (data: MeetingChanged): Recipients | undefined => {
  const { before, courseId, auditStatus } = data
  return (
    before && {
      ...(before.courseId && before.courseId !== courseId && { course: before.courseId }),
      recipients: peopleOf(before.hostId),
      without: {
        course: auditStatus === 'agree' || before.courseId === courseId ? courseId : undefined,
        people: ownOf(data),
      },
    }
  )
}
/** Those who come to one that is agreed, and has not moved: of that all are notified. Of a group also those who had joined it, and were not known yet. */
const newcomersOf = (data: MeetingChanged): Recipients | undefined => {
  const { before, createdBy, hostId, courseId, personIds, newcomerIds, auditStatus, news } = data
  if (newcomerIds.length > 0) return { recipients: newcomerIds }
  return before && auditStatus === 'agree' && news === ''
    ? {
        ...(courseId && courseId !== before.courseId && { course: courseId }),
        recipients: peopleOf(hostId),
        without: { course: before.courseId, people: peopleOf(createdBy, before.hostId, ...personIds) },
      }
    : undefined
}

/** Facts of the release before named the address where there was no room. Whoever has it may join, and notifications reach mail boxes and lock screens. */
const withoutAddress = (location: string): string => (location.includes('://') ? '' : location)

const meeting = (
  recipientsOf: (data: MeetingChanged) => Recipients | undefined,
  more: Pick<NotificationType, 'audience' | 'channels' | 'entry'>,
) =>
  notificationType({
    fact: MeetingChangedSchema,
    bundled: false,
    topic: 'calendar',
    ...more,
    notice: (data) => {
      const { id, title, startTime, endTime, location, reason, instruction, version, courseId, hostId } = data
      const recipients = recipientsOf(data)
      return (
        recipients && {
          ...recipients,
          subject: { type: 'meeting', id, title },
          params: filled({
            start: startTime,
            end: endTime,
            location: withoutAddress(location),
            content: reason,
            version: String(version),
            team: instruction ? '1' : '',
            // whose managers are told
            ...(more.audience === 'managers' && { course: courseId ?? '', host: hostId }),
          }),
        }
      )
    },
  })
/** All of it, of this news. */
const onNews = (news: string) => (data: MeetingChanged) => (newsOf(data) === news ? attendeesOf(data) : undefined)
/** Only who asked for it and who leads it. */
const askersOn = (news: string) => (data: MeetingChanged) =>
  newsOf(data) === news ? { recipients: peopleOf(data.createdBy, data.hostId) } : undefined

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
  meeting_requested: meeting(askersOn('asked'), { audience: 'managers' }),
  meeting_agreed: meeting((data) => onNews('agreed')(data) ?? newcomersOf(data), { audience: 'attendees', entry: 'confirmed' }),
  meeting_rejected: meeting(askersOn('rejected'), { audience: 'people' }),
  meeting_moved: meeting(onNews('moved'), { audience: 'attendees', channels: everywhere, entry: 'confirmed' }),
  meeting_called_off: meeting((data) => onNews('called_off')(data) ?? askersOn('withdrawn')(data), {
    audience: 'attendees',
    channels: everywhere,
    entry: 'cancelled',
  }),
  meeting_taken_off: meeting(formerOf, { audience: 'attendees', channels: everywhere, entry: 'cancelled' }),
}
