// Consumers of notification: the facts of other services that it applies, and how.
import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { merge, on } from '@lyceum/kit/facts/consumer'
import { ActivityCreatedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import { CoursePublishedSchema } from '@lyceum/proto/course'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { notifyOfActivity, notifyOfCourse } from './notifications/notify-students.ts'
import { erasePerson } from './notifications/notifications.ts'

/** The mirrors first: recipients are the present members of the course. */
export const consumers = merge(identityMirror, courseMirror, {
  identity: { personErased: on(PersonErasedSchema, erasePerson) },
  course: { coursePublished: on(CoursePublishedSchema, notifyOfCourse) },
  activity: {
    activityCreated: on(ActivityCreatedSchema, notifyOfActivity),
    activityPublished: on(ActivityPublishedSchema, notifyOfActivity),
  },
})
