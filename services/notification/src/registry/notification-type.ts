// The definition of a notification type: the fact that it comes from, who is notified, what it is about, and how it reaches people. The page has its
// icon and link (web/src/parts/learning/notifications/types.ts); page, mail and push say the same sentence (web/src/i18n/<locale>/notifications.json):
// `<type>`, or `<type>_unnamed` where there is no sender or no title.
import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import type { OrganisationPermission } from '@lyceum/identity/mirror/permissions'
import type { CourseRole } from '@lyceum/course/mirror/rules'
import type { Subject } from './subject-api.ts'

/** One occurrence, taken from a fact. */
export type Notice = {
  course?: string
  /** For the audience `person`. */
  recipient?: string
  /** For the audiences `people`, `attendees`, `joined`, `left`, and `placed` in the group that is the subject. */
  recipients?: string[]
  /** For the audience `attendees`: these people, and those of this course, are not told. */
  without?: { course?: string | undefined; people: string[] }
  /** The part of a course that is bundled, where that is less than the course. */
  within?: string
  subject: Subject
  /** `sealed`: title and place, opened when it is delivered. */
  params?: Record<string, string>
  /** The thing or person that is notified of at most once a day, in a course and to a recipient. Without it every fact counts. */
  about?: string
}
/**
 * The students of a published course, those who teach a course, the one person that the notice names, the members of a published course that it
 * names and those who teach an unpublished one (without a course: the people that it names), of the students that it names those who are still in the
 * group when it is delivered, of the people that it names those who are in the course when it is delivered (`joined`) or not any more (`left`), whom
 * a bulletin is for, those whom a message was sent to, the people that it names and those of its course (with `params.team` who teaches it), or who
 * has the type's permission in the organisation.
 */
export type Audience =
  | 'students'
  | 'teachers'
  | 'person'
  | 'people'
  | 'placed'
  | 'joined'
  | 'left'
  | 'bulletin'
  | 'message'
  | 'attendees'
  | 'managers'

/** Ways by which a notification reaches a person. */
export const channels = ['page', 'mail', 'push'] as const
export type Channel = (typeof channels)[number]
/** The topics that people choose by: the headings of their preferences and the filter of their list. */
export const topics = ['courses', 'work', 'scores', 'talk', 'calendar', 'bulletins', 'organisation', 'files'] as const
export type Topic = (typeof topics)[number]

export type NotificationType<D extends DescMessage = DescMessage> = {
  fact: D
  audience: Audience
  /** For the audience `managers`. Default: calendar.manage. */
  permission?: OrganisationPermission
  /** Several of one course within some minutes become one notification with a count; those of one person, where it names one. Never of `people`. */
  bundled: boolean
  /** Of a course, for who is not in it. */
  outsiders?: true
  /** Also told to who did it: a receipt. */
  own?: true
  /** Minutes until it is delivered: what is undone meanwhile was no news. */
  waits?: number
  /** Default: courses. */
  topic?: Topic
  /** The channels unless the person chooses otherwise. Default: the page and mail. */
  channels?: readonly Channel[]
  /** The channels that nobody can turn off. */
  forced?: readonly Channel[]
  /** Worthless later: neither quiet hours nor a digest hold it back, and nothing is gathered with it. */
  urgent?: true
  /** Of one course in a day; beyond it only the page tells. So that nobody floods a course, and its mail server, by a box that they tick. */
  mostSent?: number
  /** Its mails carry the event or meeting for the reader's calendar, as it is from now on. */
  entry?: 'confirmed' | 'cancelled'
  /** The sentence of several, where it is bundled: a key of the texts in the plural, without its ending. */
  many?: string
  /** undefined: nobody is notified of this fact. */
  notice(data: MessageShape<D>, fact: HandledFact): Notice | undefined
}

/** A type, its `notice` checked against its fact. */
export const notificationType = <D extends DescMessage>(type: NotificationType<D>): NotificationType => type as unknown as NotificationType

export const studentRoles: CourseRole[] = ['student']
export const teacherRoles: CourseRole[] = ['instructor', 'instructor_assistant']
