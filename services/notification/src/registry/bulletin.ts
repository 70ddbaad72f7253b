// Types about bulletins.
import { BulletinPublishedSchema } from '@lyceum/proto/notification'
import { type NotificationType, notificationType } from './notification-type.ts'

/** A bulletin that is out, of the organisation or a course, with a confirmation to give or without. */
const bulletinType = (ofCourse: boolean, confirm: boolean, more: Pick<NotificationType, 'channels' | 'forced'>) =>
  notificationType({
    fact: BulletinPublishedSchema,
    audience: 'bulletin',
    bundled: false,
    topic: 'bulletins',
    ...more,
    notice: ({ bulletin }) =>
      bulletin && !bulletin.deleted && (bulletin.courseId !== undefined) === ofCourse && bulletin.confirm === confirm
        ? {
            ...(bulletin.courseId && { course: bulletin.courseId }),
            subject: { type: 'bulletin', id: bulletin.id, title: bulletin.title },
            about: bulletin.id,
          }
        : undefined,
  })

export const bulletinTypes = {
  org_bulletin: bulletinType(false, false, {}),
  org_bulletin_confirm: bulletinType(false, true, { channels: ['page', 'mail', 'push'], forced: ['page'] }),
  course_bulletin: bulletinType(true, false, { channels: ['page', 'mail', 'push'] }),
  course_bulletin_confirm: bulletinType(true, true, { channels: ['page', 'mail', 'push'], forced: ['page'] }),
}
