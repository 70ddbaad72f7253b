// What a notification type is: the fact that it comes from, who is notified, what it is about. The page has its sentence, icon and link
// (web/src/parts/notifications/types.ts).
import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import type { CourseRole } from '@lyceum/course/mirror/rules'
import type { Subject } from '../notifications/api.ts'

/** One occurrence, taken from a fact. */
export type Notice = {
  course?: string
  /** For the audience `person`. */
  recipient?: string
  subject: Subject
  params?: Record<string, string>
  /** The thing or person that is notified of at most once a day. Without it every fact counts. */
  about?: string
}
/** The students of a published course, those who teach a course, or the one person that the notice names. */
export type Audience = 'students' | 'teachers' | 'person'

export type NotificationType<D extends DescMessage = DescMessage> = {
  fact: D
  audience: Audience
  /** Several of one course within some minutes become one notification with a count. */
  bundled: boolean
  /** undefined: nobody is notified of this fact. */
  notice(data: MessageShape<D>, fact: HandledFact): Notice | undefined
}

/** A type, its `notice` checked against its fact. */
export const notificationType = <D extends DescMessage>(type: NotificationType<D>): NotificationType => type as unknown as NotificationType

export const audienceRoles: Record<Exclude<Audience, 'person'>, CourseRole[]> = {
  students: ['student'],
  teachers: ['instructor', 'instructor_assistant'],
}
