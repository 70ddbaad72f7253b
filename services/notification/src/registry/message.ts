// Types about messages.
import { MessageSentSchema } from '@lyceum/proto/notification'
import { notificationType } from './notification-type.ts'

export const messageTypes = {
  /** Of who teaches a course. The page always has it: it may be all that its reader gets of it. */
  course_message: notificationType({
    fact: MessageSentSchema,
    audience: 'message',
    bundled: false,
    topic: 'talk',
    channels: ['page', 'mail', 'push'],
    forced: ['page'],
    notice: ({ messageId, courseId }) => ({ course: courseId, subject: { type: 'message', id: messageId, title: '' } }),
  }),
}
