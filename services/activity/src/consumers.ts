import { type Consumers, merge, on } from '@lyceum/kit/consumer'
import type { Tx } from '@lyceum/kit/db'
import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { UploadChangedSchema, UploadCreatedSchema, UploadDeletedSchema, UploadFailedSchema, UploadReadySchema } from '@lyceum/proto/upload'
import { keepUpload } from './uploads/uploads.ts'

/** What somebody did is theirs: it goes with them. */
async function forgetPerson(tx: Tx, person: string) {
  for (const table of ['progress', 'play_sessions']) await tx.$executeRawUnsafe(`delete from ${table} where person_id = $1::uuid`, person)
}

export const consumers: Consumers = merge(identityMirror, courseMirror, {
  identity: { personErased: on(PersonErasedSchema, (tx, _, { key }) => forgetPerson(tx, key.slice('person:'.length))) },
  upload: {
    uploadCreated: on(UploadCreatedSchema, keepUpload),
    uploadChanged: on(UploadChangedSchema, keepUpload),
    uploadReady: on(UploadReadySchema, keepUpload),
    uploadFailed: on(UploadFailedSchema, keepUpload),
    uploadDeleted: on(UploadDeletedSchema, keepUpload),
  },
})
