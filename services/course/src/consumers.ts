import { type Consumers, merge, on } from '@lyceum/kit/consumer'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { UploadChangedSchema, UploadCreatedSchema, UploadDeletedSchema, UploadFailedSchema, UploadReadySchema } from '@lyceum/proto/upload'
import { leaveAll } from './enrolments/enrolments.ts'
import { keepUpload } from './uploads/uploads.ts'

export const consumers: Consumers = merge(identityMirror, {
  identity: { personErased: on(PersonErasedSchema, (tx, _, { key }) => leaveAll(tx, key.slice('person:'.length))) },
  upload: {
    uploadCreated: on(UploadCreatedSchema, keepUpload),
    uploadChanged: on(UploadChangedSchema, keepUpload),
    uploadReady: on(UploadReadySchema, keepUpload),
    uploadFailed: on(UploadFailedSchema, keepUpload),
    uploadDeleted: on(UploadDeletedSchema, keepUpload),
  },
})
