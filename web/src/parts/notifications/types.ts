// Notification types as the page shows them: sentence, icon, action and link of each. A type that this page does not know gets a neutral
// sentence and the link of its subject.
import { BadgeCheck, BadgeMinus, Bell, FileX, GraduationCap, type LucideIcon, MailPlus, Undo2, UserPlus } from 'lucide-react'
import { definitionOf } from '../../activity-types.ts'
import type { Answer } from '../../client.ts'
import type { TextKey } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/chip.tsx'

export type Notification = Answer<'GET /api/notifications'>['items'][number]
export type Look = {
  icon: LucideIcon
  tone: Tone
  /** The sentence: `{course}`, `{person}` the sender, `{title}` the subject. */
  text: TextKey<'notifications'>
  action: TextKey<'notifications'>
  link: string
  /** The small line below names the newest of a bundle, or course and sender, where the sentence does not. */
  below: (string | undefined)[]
}

const content = ({ payload: { course } }: Notification) => (course ? paths.content(course.id) : paths.courses())
/** Where a subject is found, whatever is said of it. */
const subjectLink = (notification: Notification): string => {
  const { course, subject } = notification.payload
  if (course) return subject.type === 'activity' ? paths.activity(course.id, subject.id) : paths.content(course.id)
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
    const titles = payload.subjects.map(({ title }) => title)
    return count > 1
      ? {
          icon,
          tone,
          text: 'activityBundle',
          action: 'openCourse',
          link: content(notification),
          below: count > titles.length ? [...titles, '…'] : titles,
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
