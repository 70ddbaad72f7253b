import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { merge, on } from '@lyceum/kit/consumer'
import { ActivityCreatedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import { CoursePublishedSchema } from '@lyceum/proto/course'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { announceActivity, announceCourse } from './notifications/announce.ts'
import { forgetPerson } from './notifications/notifications.ts'

/** The mirrors first: what is told depends on who is in the course now. */
export const consumers = merge(identityMirror, courseMirror, {
  identity: { personErased: on(PersonErasedSchema, forgetPerson) },
  course: { coursePublished: on(CoursePublishedSchema, announceCourse) },
  activity: {
    activityCreated: on(ActivityCreatedSchema, announceActivity),
    activityPublished: on(ActivityPublishedSchema, announceActivity),
  },
})
