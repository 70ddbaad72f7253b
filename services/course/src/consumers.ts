// Consumers of course: the facts of other services that it applies, and how.
import { type Consumers, merge, on } from '@lyceum/kit/facts/consumer'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { UploadChangedSchema, UploadCreatedSchema, UploadDeletedSchema, UploadFailedSchema, UploadReadySchema } from '@lyceum/proto/upload'
import { leaveAll } from './enrolments/enrolments.ts'
import { upsertUpload } from './uploads/uploads.ts'

export const consumers: Consumers = merge(identityMirror, {
  identity: { personErased: on(PersonErasedSchema, (tx, _, { key }) => leaveAll(tx, personOfKey(key))) },
  upload: {
    uploadCreated: on(UploadCreatedSchema, upsertUpload),
    uploadChanged: on(UploadChangedSchema, upsertUpload),
    uploadReady: on(UploadReadySchema, upsertUpload),
    uploadFailed: on(UploadFailedSchema, upsertUpload),
    uploadDeleted: on(UploadDeletedSchema, upsertUpload),
  },
})
