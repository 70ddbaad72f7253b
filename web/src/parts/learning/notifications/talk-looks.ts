// Looks of notifications about topics: each leads to the place of its topic.
import { AtSign, CircleCheck, Flag, type LucideIcon, MessagesSquare } from 'lucide-react'
import { paths } from '../../../paths.ts'
import type { Tone } from '../../../ui/marks/chip.tsx'
import type { Look, Notification } from './look.ts'

function linkOf({ payload: { course, subject, params } }: Notification): string {
  if (!course) return paths.notifications()
  const { scope, of } = params
  if (scope === 'team') return paths.teamForum(course.id, subject.id)
  if (scope === 'group' && of) return paths.groupTopic(course.id, subject.id, of)
  return scope === 'activity' && of ? paths.activity(course.id, of) : paths.forumTopic(course.id, subject.id)
}

/** Without a sender where the post is anonymous. */
const talkLook =
  (icon: LucideIcon, tone: Tone, named: Look['text'], unnamed: Look['text']) =>
  (notification: Notification): Look => ({
    icon,
    tone,
    text: notification.sender ? named : unnamed,
    action: 'open',
    link: linkOf(notification),
    below: [notification.payload.course?.name],
  })

export const talkLooks: Record<string, (notification: Notification) => Look> = {
  reply: talkLook(MessagesSquare, 'info', 'reply', 'reply_unnamed'),
  mention: talkLook(AtSign, 'info', 'mention', 'mention_unnamed'),
  accepted: talkLook(CircleCheck, 'ok', 'accepted', 'accepted'),
  reported: ({ count, payload: { course, subject } }) => ({
    icon: Flag,
    tone: 'warn',
    text: count > 1 ? 'reportBundle' : 'reported',
    action: 'open',
    link: course ? paths.forum(course.id, { in: 'reports' }) : paths.notifications(),
    below: [count > 1 ? subject.title : course?.name],
  }),
}
