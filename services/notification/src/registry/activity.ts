// Types about activities.
import { ActivityOpenedSchema } from '@lyceum/proto/activity'
import { notificationType } from './notification-type.ts'

export const activityTypes = {
  activity_opened: notificationType({
    fact: ActivityOpenedSchema,
    audience: 'students',
    bundled: true,
    many: 'activityBundle',
    notice: ({ activity }) =>
      activity?.published && !activity.deleted
        ? {
            course: activity.courseId,
            subject: { type: 'activity', id: activity.id, title: activity.title },
            params: { activity_type: activity.type },
            about: activity.id,
          }
        : undefined,
  }),
}
