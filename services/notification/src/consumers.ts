// Consumers of notification: the facts of other services that it applies, and how.
import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { merge, on } from '@lyceum/kit/facts/consumer'
import { CoursePublishedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { PersonErasedSchema, SessionEndedSchema } from '@lyceum/proto/identity'
import { UploadChangedSchema, UploadCreatedSchema, UploadDeletedSchema, UploadFailedSchema, UploadReadySchema } from '@lyceum/proto/upload'
import { upsertUpload } from './bulletins/uploads.ts'
import { endSession } from './devices/devices.ts'
import { erasePerson } from './erasure.ts'
import { joinedLate, publishedLate } from './notifications/late.ts'
import { recordNotice } from './notifications/notices.ts'
import { consumersOf, registry } from './registry/registry.ts'

/** The mirrors first: recipients are the present members of the course. */
export const consumers = merge(
  identityMirror,
  courseMirror,
  {
    identity: { personErased: on(PersonErasedSchema, erasePerson), sessionEnded: on(SessionEndedSchema, endSession) },
    course: { memberJoined: on(MemberJoinedSchema, joinedLate), coursePublished: on(CoursePublishedSchema, publishedLate) },
    upload: {
      uploadCreated: on(UploadCreatedSchema, upsertUpload),
      uploadChanged: on(UploadChangedSchema, upsertUpload),
      uploadReady: on(UploadReadySchema, upsertUpload),
      uploadFailed: on(UploadFailedSchema, upsertUpload),
      uploadDeleted: on(UploadDeletedSchema, upsertUpload),
    },
  },
  consumersOf(registry, recordNotice),
)
