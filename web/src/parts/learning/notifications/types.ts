// Notification types as the page shows them: sentence, icon, action and link of each. A type that this page does not know gets a neutral
// sentence and the link of its subject.
import {
  AlarmClock,
  BadgeCheck,
  BadgeMinus,
  Bell,
  CalendarClock,
  FileCheck,
  FileX,
  GraduationCap,
  Inbox,
  type LucideIcon,
  MailPlus,
  Megaphone,
  MessageSquareText,
  RotateCcw,
  Undo2,
  UserPlus,
  Users,
} from 'lucide-react'
import { definitionOf } from '../../../activity-types.ts'
import { paths } from '../../../paths.ts'
import type { Look, Notification } from './look.ts'
import { classLooks } from './class-looks.ts'
import { liveLooks } from './live-looks.ts'
import { organisationLooks } from './organisation-looks.ts'
import { sharingLooks } from './sharing-looks.ts'
import { talkLooks } from './talk-looks.ts'
import type { Tone } from '../../../ui/marks/chip.tsx'
import { fromIso } from '../../../ui/dates.ts'
import { dateTime, displayLocal } from '../../../ui/format.ts'

export type { Look, Notification } from './look.ts'

const content = ({ payload: { course } }: Notification) => (course ? paths.content(course.id) : paths.courses())
/** The link of a subject. */
const subjectLink = (notification: Notification): string => {
  const { course, subject } = notification.payload
  if (course) return subject.type === 'activity' ? paths.activity(course.id, subject.id) : paths.content(course.id)
  if (subject.type === 'bulletin') return paths.orgBulletins(subject.id)
  return subject.type === 'upload' ? paths.resources() : paths.notifications()
}

const courseLook =
  (icon: LucideIcon, tone: Tone, text: Look['text']) =>
  (notification: Notification): Look => ({
    icon,
    tone,
    text,
    action: 'openCourse',
    link: content(notification),
    below: [notification.sender?.name],
  })

/** About my membership. */
const memberLook =
  (text: 'teaching_given' | 'member_enrolled' | 'role_changed' | 'member_removed') =>
  (notification: Notification): Look => ({
    ...courseLook(GraduationCap, 'info', notification.sender ? text : `${text}_unnamed`)(notification),
    below: [],
  })

/** About one piece of work, or what is asked of it. */
const workLook =
  (icon: LucideIcon, tone: Tone, text: Look['text'], action: Look['action']) =>
  (notification: Notification): Look => ({
    icon,
    tone,
    text,
    action,
    link: subjectLink(notification),
    below: [notification.payload.course?.name],
  })
/** A bulletin of the organisation, or of a course. */
const bulletinLook =
  (text: Look['text'], action: Look['action']) =>
  ({ payload: { course, subject }, sender }: Notification): Look => ({
    icon: Megaphone,
    tone: text.endsWith('confirm') ? 'warn' : 'info',
    text,
    action,
    link: course ? paths.courseBulletins(subject.id) : paths.orgBulletins(subject.id),
    below: [course?.name, sender?.name],
  })
/** The names of the newest of a bundle. */
const titlesOf = ({ count, payload: { subjects } }: Notification) => {
  const titles = [...new Set(subjects.map(({ title }) => title))]
  return count > subjects.length ? [...titles, '…'] : titles
}

/** About an entry of the calendar. `start` is a time, or the first of its whole days. */
const calendarLook =
  (icon: LucideIcon, tone: Tone, text: Look['text']) =>
  ({ payload: { course, params, subject } }: Notification): Look => {
    const { start, location, content: said } = params
    const whole = start?.length === 10
    return {
      icon,
      tone,
      text,
      action: 'openCalendar',
      link: paths.calendar(start && (whole ? start : fromIso(start).slice(0, 10)), `${subject.type}-${subject.id}`),
      below: [start && (whole ? displayLocal(start) : dateTime(start)), location, said, course?.name],
    }
  }

/** Of one that is not in the calendar any more: to its day. */
const meetingGone =
  (text: Look['text']) =>
  (notification: Notification): Look => ({
    ...calendarLook(BadgeMinus, 'warn', text)(notification),
    link: paths.calendar(notification.payload.params.start && fromIso(notification.payload.params.start).slice(0, 10)),
  })

const looks: Record<string, (notification: Notification) => Look> = {
  course_published: courseLook(GraduationCap, 'ok', 'course_published'),
  course_reviewed: courseLook(BadgeCheck, 'ok', 'course_reviewed'),
  course_unreviewed: courseLook(BadgeMinus, 'warn', 'course_unreviewed'),
  course_returned: (notification) => ({
    ...courseLook(Undo2, 'warn', 'course_returned')(notification),
    below: [notification.payload.params.reason],
  }),
  activity_opened: (notification) => {
    const { count, payload, sender } = notification
    const definition = definitionOf(payload.params.activity_type ?? '')
    const { icon, tone } = definition
    return count > 1
      ? {
          icon,
          tone,
          text: 'activityBundle',
          action: 'openCourse',
          link: content(notification),
          below: titlesOf(notification),
        }
      : {
          icon,
          tone,
          text: 'activity_opened',
          action: definition.act({ percent: 0, completed: false }) === 'watch' ? 'watch' : 'open',
          link: subjectLink(notification),
          below: [payload.course?.name, sender?.name],
        }
  },
  course_invited: ({ payload: { course, subject }, sender }) => ({
    icon: MailPlus,
    tone: 'info',
    text: sender ? 'course_invited' : 'course_invited_unnamed',
    action: 'openInvite',
    link: course ? paths.invite(course.id, subject.id) : paths.courses(),
    below: [],
  }),
  group_placed: ({ payload: { course, params } }) => ({
    icon: Users,
    tone: 'info',
    text: 'group_placed',
    action: 'openGroups',
    link: course ? paths.courseGroups(course.id, params.set) : paths.courses(),
    below: [course?.name, params.set_name],
  }),
  teaching_given: memberLook('teaching_given'),
  member_enrolled: memberLook('member_enrolled'),
  role_changed: memberLook('role_changed'),
  member_removed: (notification) => ({
    ...memberLook('member_removed')(notification),
    icon: BadgeMinus,
    tone: 'warn',
    action: 'openCourses',
    link: paths.courses(),
  }),
  member_joined: ({ count, payload: { course }, sender }) => ({
    icon: UserPlus,
    tone: 'info',
    // whoever joined may have been erased
    text: count > 1 || !sender ? 'memberBundle' : 'member_joined',
    action: 'openMembers',
    link: course ? paths.members(course.id) : paths.courses(),
    below: [],
  }),
  join_requested: ({ count, payload: { course }, sender }) => ({
    icon: UserPlus,
    tone: 'warn',
    text: count > 1 || !sender ? 'joinRequestBundle' : 'join_requested',
    action: 'openWaiting',
    link: course ? paths.members(course.id, 'waiting') : paths.courses(),
    below: [],
  }),
  join_accepted: courseLook(GraduationCap, 'ok', 'join_accepted'),
  join_declined: (notification) => ({
    ...courseLook(BadgeMinus, 'warn', 'join_declined')(notification),
    action: 'openCourses',
    link: paths.courses(),
  }),
  work_handed_in: (notification) =>
    notification.count > 1
      ? { ...workLook(Inbox, 'info', 'workBundle', 'mark')(notification), link: paths.marking(), below: titlesOf(notification) }
      : // nobody is named while it is marked without names
        workLook(Inbox, 'info', notification.sender ? 'work_handed_in' : 'work_handed_in_unnamed', 'mark')(notification),
  work_received: workLook(FileCheck, 'ok', 'work_received', 'openReceipt'),
  work_returned: workLook(MessageSquareText, 'ok', 'work_returned', 'open'),
  work_rework: workLook(RotateCcw, 'warn', 'work_rework', 'handInAgain'),
  score_released: (notification) => {
    const { count, payload } = notification
    const { course } = payload
    return {
      icon: BadgeCheck,
      tone: 'ok',
      text: count > 1 ? 'scoreBundle' : 'score_released',
      action: 'openScores',
      link: course ? paths.courseScore(course.id) : paths.scores(),
      below: count > 1 ? titlesOf(notification) : [course?.name],
    }
  },
  results_reopened: (notification) => ({
    ...courseLook(Undo2, 'warn', 'results_reopened')(notification),
    action: 'openScores',
    link: notification.payload.course ? paths.courseResults(notification.payload.course.id) : paths.courses(),
    below: [notification.payload.params.reason, notification.sender?.name],
  }),
  submission_missing: (notification) =>
    workLook(AlarmClock, 'warn', notification.sender ? 'submission_missing' : 'submission_missing_unnamed', 'handIn')(notification),
  submission_due: workLook(AlarmClock, 'warn', 'submission_due', 'handIn'),
  event_due: calendarLook(CalendarClock, 'info', 'event_due'),
  event_due_mail: calendarLook(CalendarClock, 'info', 'event_due_mail'),
  own_event_due: (notification) =>
    calendarLook(CalendarClock, 'info', notification.payload.subject.title ? 'own_event_due' : 'own_event_due_unnamed')(notification),
  own_event_due_mail: (notification) =>
    calendarLook(
      CalendarClock,
      'info',
      notification.payload.subject.title ? 'own_event_due_mail' : 'own_event_due_mail_unnamed',
    )(notification),
  lesson_changed: (notification) => {
    const { what } = notification.payload.params
    const text = what === 'made' ? 'lesson_changed_made' : what === 'cancelled' ? 'lesson_changed_cancelled' : 'lesson_changed'
    return calendarLook(CalendarClock, 'warn', text)(notification)
  },
  meeting_requested: (notification) => ({
    ...calendarLook(Inbox, 'info', 'meeting_requested')(notification),
    action: 'openMeetings',
    link: paths.meetings(),
  }),
  meeting_agreed: calendarLook(BadgeCheck, 'ok', 'meeting_agreed'),
  meeting_rejected: calendarLook(BadgeMinus, 'warn', 'meeting_rejected'),
  meeting_moved: calendarLook(CalendarClock, 'warn', 'meeting_moved'),
  meeting_called_off: meetingGone('meeting_called_off'),
  meeting_taken_off: meetingGone('meeting_taken_off'),
  peer_review_due: (notification) => ({
    ...workLook(Users, 'warn', 'peer_review_due', 'review')(notification),
    ...(notification.payload.course && { link: paths.evaluation(notification.payload.course.id, notification.payload.subject.id) }),
  }),
  exam_in_a_day: workLook(AlarmClock, 'warn', 'exam_in_a_day', 'open'),
  exam_in_an_hour: workLook(AlarmClock, 'warn', 'exam_in_an_hour', 'open'),
  questionnaire_closes: workLook(AlarmClock, 'warn', 'questionnaire_closes', 'open'),
  marking_waits: workLook(Inbox, 'info', 'marking_waits', 'mark'),
  times_changed: courseLook(CalendarClock, 'info', 'times_changed'),
  org_bulletin: bulletinLook('org_bulletin', 'read'),
  org_bulletin_confirm: bulletinLook('org_bulletin_confirm', 'confirm'),
  course_bulletin: bulletinLook('course_bulletin', 'read'),
  course_bulletin_confirm: bulletinLook('course_bulletin_confirm', 'confirm'),
  course_message: ({ id, sender, payload: { params } }) => ({
    icon: MessageSquareText,
    tone: 'info',
    text: sender ? 'course_message' : 'course_message_unnamed',
    action: 'read',
    link: paths.message(id),
    below: [params.content],
  }),
  ...organisationLooks,
  ...sharingLooks,
  ...talkLooks,
  ...classLooks,
  ...liveLooks,
  upload_failed: ({ payload: { subject } }) => ({
    icon: FileX,
    tone: 'bad',
    // the name of a student's own file is in no fact
    text: subject.title ? 'upload_failed' : 'upload_failed_unnamed',
    action: 'openFiles',
    link: paths.resources(),
    below: [],
  }),
}

export function lookOf(notification: Notification): Look {
  if (Object.hasOwn(looks, notification.type)) return looks[notification.type]!(notification)
  const { course } = notification.payload
  return {
    icon: Bell,
    tone: 'neutral',
    text: course ? 'unknownInCourse' : 'unknown',
    action: 'open',
    link: subjectLink(notification),
    below: [notification.sender?.name],
  }
}
