// Consumers of notification: the facts of other services that it applies, and how.
import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { merge, on } from '@lyceum/kit/facts/consumer'
import { CoursePublishedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { DepartmentChangedSchema, PersonErasedSchema, SessionEndedSchema } from '@lyceum/proto/identity'
import { SharedResourceChangedSchema } from '@lyceum/proto/upload'
import { uploadMirror } from '@lyceum/upload/mirror/consumers'
import { moveDepartment } from './bulletins/merged-departments.ts'
import { endSession } from './devices/devices.ts'
import { erasePerson } from './erasure.ts'
import { joinedLate, publishedLate } from './notifications/late.ts'
import { recordNotice } from './notifications/notices.ts'
import { endSharingNotices } from './notifications/taken-back.ts'
import { consumersOf, registry } from './registry/registry.ts'

/** The mirrors first: recipients are the present members of the course. */
export const consumers = merge(
  identityMirror,
  courseMirror,
  uploadMirror('org_id', 'person_id', 'name', 'type', 'size', 'stored'),
  {
    identity: {
      departmentChanged: on(DepartmentChangedSchema, moveDepartment),
      personErased: on(PersonErasedSchema, erasePerson),
      sessionEnded: on(SessionEndedSchema, endSession),
    },
    course: { memberJoined: on(MemberJoinedSchema, joinedLate), coursePublished: on(CoursePublishedSchema, publishedLate) },
  },
  consumersOf(registry, recordNotice),
  // after its own notice is recorded
  { upload: { sharedResourceChanged: on(SharedResourceChangedSchema, endSharingNotices) } },
)
